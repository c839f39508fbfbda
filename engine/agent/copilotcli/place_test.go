package copilotcli_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// If a capture has no rule file, the first one that is added goes before the notes on
// notifications and not beside the skills. Measured with Copilot CLI 1.0.102.
func TestFirstRuleFileHasAPlaceOfItsOwn(t *testing.T) {
	t.Parallel()
	parts := agenttest.Discover(t, agenttest.Repository().File("/p/AGENTS.md", "a"), "copilot-cli", "/p", discovery.Options{}).Parts
	i := slices.IndexFunc(parts, func(p discovery.Part) bool { return p.Name == "rules" })
	if i < 0 || parts[i].Before != "\n<system_notifications>" || !parts[i].Separate {
		t.Errorf("%+v", parts)
	}
}

// The texts that Copilot CLI 1.0.102 sent between its notes on tools and its notes on
// notifications. A line end follows these texts only if some of them are in tags and others are
// not.
func TestLineEndAfterTheRuleFiles(t *testing.T) {
	t.Parallel()
	tag := func(w *facts.Memory) { w.File("/p/AGENTS.md", "tag\n") }
	bare := func(w *facts.Memory) {
		w.File("/p/.github/instructions/b.instructions.md", "---\napplyTo: '**'\n---\nbare\n")
	}
	table := func(w *facts.Memory) {
		w.File("/p/.github/instructions/g.instructions.md", "---\napplyTo: '*.go'\n---\ngo\n")
	}
	for _, tt := range []struct {
		name  string
		files []func(*facts.Memory)
		want  string
	}{
		{"tag", []func(*facts.Memory){tag}, "</custom_instruction>"},
		{"bare", []func(*facts.Memory){bare}, "\nbare\n"},
		{"table", []func(*facts.Memory){table}, "|  |"},
		{"tag and bare", []func(*facts.Memory){tag, bare}, "\nbare\n\n"},
		{"tag and table", []func(*facts.Memory){tag, table}, "|  |\n"},
		{"bare and table", []func(*facts.Memory){bare, table}, "|  |"},
	} {
		w := agenttest.Repository()
		for _, add := range tt.files {
			add(w)
		}
		parts := agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{}).Parts
		i := slices.IndexFunc(parts, func(p discovery.Part) bool { return p.Name == "rules" })
		if i < 0 || !strings.HasSuffix(parts[i].Text.String(), tt.want) || strings.HasSuffix(parts[i].Text.String(), tt.want+"\n") {
			t.Errorf("%s: %+v, want it to end with %q", tt.name, parts, tt.want)
		}
	}
}
