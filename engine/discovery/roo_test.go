package discovery

import (
	"testing"

	"galley/engine/facts"
)

func TestRoo(t *testing.T) {
	hold(t, "roo", "/p", []ruleTest{
		{"the mode's rules", file("/p/.roo/rules-code/a.md", "a"), Options{}, "/p/.roo/rules-code/a.md", "loaded"},
		{"another mode's rules", file("/p/.roo/rules-ask/a.md", "a"), Options{}, "/p/.roo/rules-ask/a.md", "on demand"},
		{"another mode, chosen", file("/p/.roo/rules-ask/a.md", "a"), Options{Settings: map[string]any{"mode": "ask"}}, "/p/.roo/rules-ask/a.md", "loaded"},
		{"the mode's old file", file("/p/.roorules-code", "a"), Options{}, "/p/.roorules-code", "loaded"},
		{"the mode's other old file", func(w *facts.Memory) { w.File("/p/.roorules-code", "a").File("/p/.clinerules-code", "b") }, Options{}, "/p/.clinerules-code", "not loaded shadowed-by-kind"},
		{"global rules", file("/h/.roo/rules/a.md", "a"), Options{}, "/h/.roo/rules/a.md", "loaded"},
		{"an old file beside a directory", func(w *facts.Memory) { w.File("/p/.roo/rules/a.md", "a").File("/p/.roorules", "b") }, Options{}, "/p/.roorules", "not loaded shadowed-by-kind"},
		{"an old file beside global rules", func(w *facts.Memory) { w.File("/h/.roo/rules/a.md", "a").File("/p/.roorules", "b") }, Options{}, "/p/.roorules", "not loaded shadowed-by-kind"},
		{"Cline's file when there is no other", file("/p/.clinerules", "a"), Options{}, "/p/.clinerules", "loaded"},
		{"Cline's directory is no file", file("/p/.clinerules/a.md", "a"), Options{}, "/p/.clinerules", "not loaded not-regular"},
		{"a blank old file lets the next one in", func(w *facts.Memory) { w.File("/p/.roorules", " ").File("/p/.clinerules", "b") }, Options{}, "/p/.clinerules", "loaded"},
		{"AGENT.md beside AGENTS.md", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/AGENT.md", "b") }, Options{}, "/p/AGENT.md", "not loaded shadowed-by-kind"},
		{"AGENT.md alone", file("/p/AGENT.md", "b"), Options{}, "/p/AGENT.md", "loaded"},
		{"AGENTS.local.md comes on top", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/AGENTS.local.md", "b") }, Options{}, "/p/AGENTS.local.md", "loaded"},
		{"AGENTS.md switched off", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/p/.vscode/settings.json", `{"roo-cline.useAgentRules": false}`)
		}, Options{}, "/p/AGENTS.md", "not loaded disabled"},
		{"a backup", file("/p/.roo/rules/a.md.bak", "a"), Options{}, "/p/.roo/rules/a.md.bak", "not loaded not-looked-for"},
		{"a link to a directory", func(w *facts.Memory) { w.File("/q/a.md", "a").Link("/p/.roo/rules/x", "/q") }, Options{}, "/p/.roo/rules/x/a.md", "loaded"},
		{"rules below", file("/p/d/.roo/rules/a.md", "a"), Options{}, "/p/d/.roo/rules/a.md", "not loaded disabled"},
		{"AGENTS.md below", file("/p/d/AGENTS.md", "a"), Options{}, "/p/d/AGENTS.md", "not loaded disabled"},
	})
	w := repo().File("/p/.roo/rules/z/A.md", "1").File("/p/.roo/rules/b.md", "2").File("/p/.roo/rules/_c.md", " 3\n").
		File("/h/.roo/rules/g.md", "G").File("/p/AGENTS.md", "AG").File("/p/.roo/rules-code/m.md", "M")
	trace := discover(t, w, "roo", "/p", Options{})
	want := "# Rules from .roo/rules-code/m.md:\nM\n\n# Agent Rules Standard (AGENTS.md):\nAG\n\n# Rules from ../h/.roo/rules/g.md:\nG\n\n" +
		"# Rules from .roo/rules/_c.md:\n3\n\n# Rules from .roo/rules/z/A.md:\n1\n\n# Rules from .roo/rules/b.md:\n2"
	if got := trace.Text.String(); got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}
