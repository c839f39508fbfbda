package discovery

import "testing"

func TestJunie(t *testing.T) {
	hold(t, "junie", "/p", []ruleTest{
		{"the guidelines", file("/p/.junie/guidelines.md", "a"), Options{}, "/p/.junie/guidelines.md", "loaded"},
		{"AGENTS.md depends on a setting", file("/p/AGENTS.md", "a"), Options{}, "/p/AGENTS.md", "not known not-known"},
	})
}
