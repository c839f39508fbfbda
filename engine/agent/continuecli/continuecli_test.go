package continuecli_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestContinueCLI(t *testing.T) {
	none := discovery.Options{}
	const rule = "/p/.continue/rules/a.md"
	agenttest.Hold(t, "continue", "/p", []agenttest.RuleTest{
		{"a directory hides the other names", func(w *facts.Memory) { w.Dir("/p/AGENTS.md").File("/p/CLAUDE.md", "c") }, none, "/p/CLAUDE.md", "not loaded shadowed-by-kind"},
		{"always", agenttest.File(rule, "---\nalwaysApply: true\nglobs: x\n---\nA"), none, rule, "loaded"},
		{"never", agenttest.File(rule, "---\nalwaysApply: false\n---\nA"), none, rule, "not loaded disabled"},
		{"a switch without a value", agenttest.File(rule, "---\nalwaysApply:\n---\nA"), none, rule, "not loaded disabled"},
		{"empty globs", agenttest.File(rule, "---\nglobs: ''\n---\nA"), none, rule, "loaded"},
		{"a command", agenttest.File(rule, "---\ninvokable: true\n---\nA"), none, rule, "not loaded people-only"},
		{"the same text again", func(w *facts.Memory) { w.File(rule, "A").File("/p/.continue/rules/b.md", "A") }, none, "/p/.continue/rules/b.md", "loaded"},
		{"the same text as in config.yaml", func(w *facts.Memory) { w.File("/h/.continue/config.yaml", "rules:\n  - A\n").File(rule, "A") }, none, rule, "not loaded already-loaded"},
		{"Continue's own folder elsewhere", func(w *facts.Memory) { w.Env("CONTINUE_GLOBAL_DIR", "/x").File("/x/rules/a.md", "a") }, none, "/x/rules/a.md", "loaded"},
		{"a file by an option", agenttest.File("/p/x.md", "x"), discovery.Options{Args: []string{"--rule", "x.md"}}, "/p/x.md", "loaded"},
		{"a server", agenttest.File("/h/.continue/config.yaml", "mcpServers:\n  - name: m\n    command: c\n"), none, "/h/.continue/config.yaml", "listed"},
		{"a skill without a description", agenttest.File("/p/.claude/skills/s/SKILL.md", "---\nname: s\n---\n"), none, "/p/.claude/skills/s/SKILL.md", "not loaded front-matter"},
	})
}

// The first two lines of three dashes enclose the front matter, wherever they are in the file. Text
// above them is lost.
func TestTextBeforeFrontMatterIsLost(t *testing.T) {
	w := agenttest.Repository().File("/p/.continue/rules/a.md", "First.\n\n---\nname: x\n---\nSecond.\n\n---  \nThird.\n")
	if got := agenttest.Discover(t, w, "continue", "/p", discovery.Options{}).Text.String(); got != "Second.\n\n---\nThird." {
		t.Errorf("the text is %q", got)
	}
}
