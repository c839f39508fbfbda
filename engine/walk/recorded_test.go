package walk_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
)

// What each agent's walk through one project loads, and which rules miss their files.
func TestWalksAreAsRecorded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, a := range agent.Known().Discoverers() {
		w := follow(t, agenttest.Project(), a.Name, "read /p/part/x.go", "edit /p/part/x.go", "read /p/part/deep/y.ts", "create /p/src/z.ts", "edit /p/AGENTS.md", "list /p/part")
		fmt.Fprintf(&b, "== %s\n", a.Name)
		for i, step := range w.Loads {
			for _, c := range step {
				fmt.Fprintf(&b, "step %d: %s, %s; %d bytes, framed %v, act %v, sure %v, latest %v\n", i+1, c.Path, c.Why, len(c.Text), c.Framed, c.Act, c.Sure, c.Latest)
			}
		}
		for _, c := range w.May {
			fmt.Fprintf(&b, "may: %s %s\n", c.Path, c.Detail)
		}
		for _, m := range w.Missed {
			fmt.Fprintf(&b, "missed: %s at %s %+v\n", m.Rule.Path, m.File, m.PatternMiss)
		}
		for _, p := range w.Passed {
			fmt.Fprintf(&b, "passed: %+v\n", p)
		}
	}
	agenttest.Recorded(t, "walks.txt", b.String())
}
