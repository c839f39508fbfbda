package discovery

import "testing"

func TestCursor(t *testing.T) {
	const at = "/p/.cursor/rules/a.mdc"
	hold(t, "cursor", "/p", []ruleTest{
		{"always", file(at, "---\nalwaysApply: true\nglobs: x\n---\nA"), Options{}, at, "loaded"},
		{"by globs", file(at, "---\nglobs: src/**, lib/**\nalwaysApply: false\n---\nA"), Options{File: "/p/lib/x"}, at, "on demand"},
		{"by a list of globs", file(at, "---\nglobs: [\"src/**\"]\n---\nA"), Options{File: "/p/lib/x"}, at, "not loaded other-files"},
		{"bare stars", file(at, "---\nglobs: *.ts,*.tsx\nalwaysApply: false\n---\nA"), Options{File: "/p/x.ts"}, at, "on demand"},
		{"by description", file(at, "---\ndescription: for APIs\nglobs:\nalwaysApply: false\n---\nA"), Options{}, at, "on demand"},
		{"by name", file(at, "A"), Options{}, at, "on demand"},
		{"a quoted boolean", file(at, "---\nalwaysApply: \"true\"\n---\nA"), Options{}, at, "on demand"},
		{"what is no YAML", file(at, "---\nalwaysApply: [\n---\nA"), Options{}, at, "not known not-known"},
		{"a .md file", file("/p/.cursor/rules/a.md", "A"), Options{}, "/p/.cursor/rules/a.md", "not loaded not-looked-for"},
		{"rules below, for what is there", file("/p/d/.cursor/rules/a.mdc", "---\nalwaysApply: true\n---\nA"), Options{}, "/p/d/.cursor/rules/a.mdc", "on demand"},
		{"AGENTS.md", file("/p/AGENTS.md", "A"), Options{}, "/p/AGENTS.md", "loaded"},
		{"AGENTS.md below", file("/p/d/AGENTS.md", "A"), Options{File: "/p/e/x"}, "/p/d/AGENTS.md", "not loaded other-files"},
		{"the old file", file("/p/.cursorrules", "A"), Options{}, "/p/.cursorrules", "loaded"},
	})
	trace := discover(t, repo().File(at, "---\nalwaysApply: \"true\"\n---\nA"), "cursor", "/p", Options{})
	if c := trace.Find(at)[0]; c.Evidence != SecondHand || len(c.Remarks) == 0 {
		t.Errorf("a quoted boolean is said to be %s, %v", c.Evidence, c.Remarks)
	}
}
