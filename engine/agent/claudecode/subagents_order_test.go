package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// If sub-agents in one directory have the same name, Claude Code 2.1.332 was seen to take the last
// of them in the order of their paths.
func TestTheLastSubagentOfANameCounts(t *testing.T) {
	for _, pair := range []string{"a.md b.md", "a/x.md b.md", "a/x.md b/x.md", "a.md z/x.md", "m.md m/m.md", "A.md b.md", "a/b/c.md a/d.md"} {
		w := agenttest.Repository()
		first, last, _ := strings.Cut(pair, " ")
		for _, name := range []string{first, last} {
			w.File("/p/.claude/agents/"+name, "---\nname: same\ndescription: d\n---\nYou.\n")
		}
		trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
		if got := agenttest.ReasonOf(trace, "/p/.claude/agents/"+first); got != "not loaded shadowed-by-name" {
			t.Errorf("%s: the first is %s", pair, got)
		}
		if got := agenttest.ReasonOf(trace, "/p/.claude/agents/"+last); got != "listed" {
			t.Errorf("%s: the last is %s", pair, got)
		}
	}
}
