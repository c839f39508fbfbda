package amazonq_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestAmazonQ(t *testing.T) {
	agenttest.Hold(t, "amazon-q", "/p", []agenttest.RuleTest{
		{"a rule", agenttest.File("/p/.amazonq/rules/a.md", "a"), discovery.Options{}, "/p/.amazonq/rules/a.md", "loaded"},
		{"no Markdown", agenttest.File("/p/.amazonq/rules/a.txt", "a"), discovery.Options{}, "/p/.amazonq/rules/a.txt", "not loaded not-looked-for"},
		{"in a folder", agenttest.File("/p/.amazonq/rules/x/a.md", "a"), discovery.Options{}, "/p/.amazonq/rules/x/a.md", "not known not-known"},
		{"AGENTS.md", agenttest.File("/p/AGENTS.md", "a"), discovery.Options{}, "/p/AGENTS.md", "not loaded not-looked-for"},
	})
}

func TestTheOrderOfTwoRulesIsNotKnown(t *testing.T) {
	w := agenttest.Repository().File("/p/.amazonq/rules/a.md", "a")
	agenttest.Say(t, w, "amazon-q", "/p", discovery.Options{}, "!note: the order of the rules")
	agenttest.Say(t, w.File("/p/.amazonq/rules/b.md", "b"), "amazon-q", "/p", discovery.Options{}, "note: the order of the rules is not documented")
}
