package cursor_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestCursor(t *testing.T) {
	const at = "/p/.cursor/rules/a.mdc"
	agenttest.Hold(t, "cursor", "/p", []agenttest.RuleTest{
		{"always", agenttest.File(at, "---\nalwaysApply: true\nglobs: x\n---\nA"), discovery.Options{}, at, "loaded"},
		{"by globs", agenttest.File(at, "---\nglobs: src/**, lib/**\nalwaysApply: false\n---\nA"), discovery.Options{File: "/p/lib/x"}, at, "on demand"},
		{"by a list of globs", agenttest.File(at, "---\nglobs: [\"src/**\"]\n---\nA"), discovery.Options{File: "/p/lib/x"}, at, "not loaded other-files"},
		{"bare stars", agenttest.File(at, "---\nglobs: *.ts,*.tsx\nalwaysApply: false\n---\nA"), discovery.Options{File: "/p/x.ts"}, at, "on demand"},
		{"by description", agenttest.File(at, "---\ndescription: for APIs\nglobs:\nalwaysApply: false\n---\nA"), discovery.Options{}, at, "on demand"},
		{"by name", agenttest.File(at, "A"), discovery.Options{}, at, "on demand"},
		{"a quoted boolean", agenttest.File(at, "---\nalwaysApply: \"true\"\n---\nA"), discovery.Options{}, at, "on demand"},
		{"what is not valid YAML", agenttest.File(at, "---\nalwaysApply: [\n---\nA"), discovery.Options{}, at, "not known not-known"},
		{"a boolean beside broken patterns", agenttest.File(at, "---\nglobs: src/**\nalwaysApply: true\nx: [\n---\nA"), discovery.Options{}, at, "loaded"},
		{"a .md file", agenttest.File("/p/.cursor/rules/a.md", "A"), discovery.Options{}, "/p/.cursor/rules/a.md", "not loaded not-looked-for"},
		{"rules below, for what is there", agenttest.File("/p/d/.cursor/rules/a.mdc", "---\nalwaysApply: true\n---\nA"), discovery.Options{}, "/p/d/.cursor/rules/a.mdc", "on demand"},
		{"AGENTS.md", agenttest.File("/p/AGENTS.md", "A"), discovery.Options{}, "/p/AGENTS.md", "loaded"},
		{"AGENTS.md below", agenttest.File("/p/d/AGENTS.md", "A"), discovery.Options{File: "/p/e/x"}, "/p/d/AGENTS.md", "not loaded other-files"},
		{"the old file", agenttest.File("/p/.cursorrules", "A"), discovery.Options{}, "/p/.cursorrules", "loaded"},
	})
	trace := agenttest.Discover(t, agenttest.Repository().File(at, "---\nalwaysApply: \"true\"\n---\nA"), "cursor", "/p", discovery.Options{})
	if c := trace.Find(at)[0]; c.Evidence != discovery.SecondHand || len(c.Remarks) == 0 {
		t.Errorf("a quoted boolean gives %s, %v", c.Evidence, c.Remarks)
	}
}

func TestWhatCursorSaysOfARule(t *testing.T) {
	const at = "/p/.cursor/rules/a.mdc"
	lines := func(n int) string { return "---\nalwaysApply: true\n---\n" + strings.Repeat("x\n", n-3) }
	for _, c := range []struct {
		name, rule, says string
	}{
		{"500 lines are not too many", lines(500), "!" + at + ": Cursor advises"},
		{"501 lines are", lines(501), at + ": it has 501 lines, and Cursor advises at most 500"},
		{"a byte order mark", "\ufeff---\nalwaysApply: true\n---\nA", at + ": a byte order mark comes before the first ---"},
		{"a rule with a description", "---\ndescription: for APIs\n---\nA", at + ": when the agent chooses it by its description"},
		{"a rule with a name alone", "A", at + ": when you name it: @a"},
		{"a bare star that YAML refuses is said to count", "---\nglobs: *.ts\n---\nA", at + ": when Cursor works with a file that matches"},
		{"how that is known", "---\nglobs: *.ts\n---\nA", at + ": second-hand"},
		{"broken patterns without either do not", "---\nglobs: src/**\nx: [\n---\nA", at + ": Cursor is said to skip malformed rules"},
	} {
		t.Run(c.name, func(t *testing.T) {
			agenttest.Say(t, agenttest.Repository().File(at, c.rule), "cursor", "/p", discovery.Options{}, c.says)
		})
	}
	agenttest.Say(t, agenttest.Repository().File("/p/d/.cursorrules", "A"), "cursor", "/p", discovery.Options{}, "/p/d/.cursorrules: not loaded "+discovery.BelowCwd.Text())
}
