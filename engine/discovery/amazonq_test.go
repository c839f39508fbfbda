package discovery

import "testing"

func TestAmazonQ(t *testing.T) {
	hold(t, "amazon-q", "/p", []ruleTest{
		{"a rule", file("/p/.amazonq/rules/a.md", "a"), Options{}, "/p/.amazonq/rules/a.md", "loaded"},
		{"no Markdown", file("/p/.amazonq/rules/a.txt", "a"), Options{}, "/p/.amazonq/rules/a.txt", "not loaded not-looked-for"},
		{"in a folder", file("/p/.amazonq/rules/x/a.md", "a"), Options{}, "/p/.amazonq/rules/x/a.md", "not known not-known"},
		{"AGENTS.md", file("/p/AGENTS.md", "a"), Options{}, "/p/AGENTS.md", "not loaded not-looked-for"},
	})
}
