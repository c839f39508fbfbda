package cursor_test

import (
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
