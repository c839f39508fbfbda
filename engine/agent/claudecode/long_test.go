package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// A front matter is read only up to a limit, except for a long description on one line.
func TestLongFrontMatterIsReadUpToALimit(t *testing.T) {
	words := strings.Repeat("word ", 200_000) + "end"
	w := agenttest.Repository().File("/p/.claude/skills/big/SKILL.md", "---\nname: big\ndescription: "+words+"\n---\nB\n").
		File("/p/.claude/agents/big.md", "---\nname: bigger\ndescription: "+words+"\n---\nB\n").
		File("/p/.claude/rules/big.md", "---\npaths:"+strings.Repeat("\n  - a", 20_000)+"\n---\nR\n")
	trace := agenttest.Say(t, w, "claude-code", "/p", discovery.Options{}, "/p/.claude/rules/big.md: it is not known whether its paths have an effect")
	for _, name := range []string{"/p/.claude/skills/big/SKILL.md", "/p/.claude/agents/big.md"} {
		if found := trace.Find(name); len(found) != 1 || found[0].Verdict != discovery.Listed || found[0].Name != "big" && found[0].Name != "bigger" {
			t.Errorf("%s: %+v", name, found)
		}
	}
}
