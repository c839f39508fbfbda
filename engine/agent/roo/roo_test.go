package roo_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestRoo(t *testing.T) {
	agenttest.Hold(t, "roo", "/p", []agenttest.RuleTest{
		{"the mode's rules", agenttest.File("/p/.roo/rules-code/a.md", "a"), discovery.Options{}, "/p/.roo/rules-code/a.md", "loaded"},
		{"another mode's rules", agenttest.File("/p/.roo/rules-ask/a.md", "a"), discovery.Options{}, "/p/.roo/rules-ask/a.md", "on demand"},
		{"another mode, chosen", agenttest.File("/p/.roo/rules-ask/a.md", "a"), discovery.Options{Settings: map[string]any{"mode": "ask"}}, "/p/.roo/rules-ask/a.md", "loaded"},
		{"the mode's old file", agenttest.File("/p/.roorules-code", "a"), discovery.Options{}, "/p/.roorules-code", "loaded"},
		{"the mode's other old file", func(w *facts.Memory) { w.File("/p/.roorules-code", "a").File("/p/.clinerules-code", "b") }, discovery.Options{}, "/p/.clinerules-code", "not loaded shadowed-by-kind"},
		{"global rules", agenttest.File("/h/.roo/rules/a.md", "a"), discovery.Options{}, "/h/.roo/rules/a.md", "loaded"},
		{"an old file beside a directory", func(w *facts.Memory) { w.File("/p/.roo/rules/a.md", "a").File("/p/.roorules", "b") }, discovery.Options{}, "/p/.roorules", "not loaded shadowed-by-kind"},
		{"an old file beside global rules", func(w *facts.Memory) { w.File("/h/.roo/rules/a.md", "a").File("/p/.roorules", "b") }, discovery.Options{}, "/p/.roorules", "not loaded shadowed-by-kind"},
		{"Cline's file without any other", agenttest.File("/p/.clinerules", "a"), discovery.Options{}, "/p/.clinerules", "loaded"},
		{"Cline's directory is not a file", agenttest.File("/p/.clinerules/a.md", "a"), discovery.Options{}, "/p/.clinerules", "not loaded not-regular"},
		{"a blank old file lets the next one in", func(w *facts.Memory) { w.File("/p/.roorules", " ").File("/p/.clinerules", "b") }, discovery.Options{}, "/p/.clinerules", "loaded"},
		{"AGENT.md beside AGENTS.md", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/AGENT.md", "b") }, discovery.Options{}, "/p/AGENT.md", "not loaded shadowed-by-kind"},
		{"AGENT.md alone", agenttest.File("/p/AGENT.md", "b"), discovery.Options{}, "/p/AGENT.md", "loaded"},
		{"AGENTS.local.md comes on top", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/AGENTS.local.md", "b") }, discovery.Options{}, "/p/AGENTS.local.md", "loaded"},
		{"AGENTS.md switched off", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/p/.vscode/settings.json", `{"roo-cline.useAgentRules": false}`)
		}, discovery.Options{}, "/p/AGENTS.md", "not loaded disabled"},
		{"a blank AGENTS.md", agenttest.File("/p/AGENTS.md", " \n"), discovery.Options{}, "/p/AGENTS.md", "not loaded empty"},
		{"a blank AGENTS.md lets AGENT.md in", func(w *facts.Memory) { w.File("/p/AGENTS.md", " ").File("/p/AGENT.md", "b") }, discovery.Options{}, "/p/AGENT.md", "loaded"},
		{"a blank old file", agenttest.File("/p/.roorules", " "), discovery.Options{}, "/p/.roorules", "not loaded empty"},
		{"almost its name", agenttest.File("/p/agents.md", "a"), discovery.Options{}, "/p/agents.md", "not loaded wrong-case"},
		{"a backup", agenttest.File("/p/.roo/rules/a.md.bak", "a"), discovery.Options{}, "/p/.roo/rules/a.md.bak", "not loaded not-looked-for"},
		{"a link to a directory", func(w *facts.Memory) { w.File("/q/a.md", "a").Link("/p/.roo/rules/x", "/q") }, discovery.Options{}, "/p/.roo/rules/x/a.md", "loaded"},
		{"rules below", agenttest.File("/p/d/.roo/rules/a.md", "a"), discovery.Options{}, "/p/d/.roo/rules/a.md", "not loaded disabled"},
		{"AGENTS.md below", agenttest.File("/p/d/AGENTS.md", "a"), discovery.Options{}, "/p/d/AGENTS.md", "not loaded disabled"},
	})
	w := agenttest.Repository().File("/p/.roo/rules/z/A.md", "1").File("/p/.roo/rules/b.md", "2").File("/p/.roo/rules/_c.md", " 3\n").
		File("/h/.roo/rules/g.md", "G").File("/p/AGENTS.md", "AG").File("/p/AGENTS.local.md", "AL").File("/p/.roo/rules-ask/q.md", "Q").File("/p/.roo/rules-code/m.md", "M")
	trace := agenttest.Discover(t, w, "roo", "/p", discovery.Options{})
	want := "# Rules from .roo/rules-code/m.md:\nM\n\n# Agent Rules Standard (AGENTS.md):\nAG\n\n# Agent Rules Local (AGENTS.local.md):\nAL\n\n# Rules from ../h/.roo/rules/g.md:\nG\n\n" +
		"# Rules from .roo/rules/_c.md:\n3\n\n# Rules from .roo/rules/z/A.md:\n1\n\n# Rules from .roo/rules/b.md:\n2"
	if got := trace.Text.String(); got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if tier := trace.Find("/p/.roo/rules-ask/q.md")[0].Tier; tier != "mode" {
		t.Errorf("another mode's rule is of the part %q", tier)
	}
	agenttest.Say(t, agenttest.Repository(), "roo", "/p", discovery.Options{Settings: map[string]any{"mode": ""}}, `note: galley assumes the mode "code"`)
}
