package geminicli_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestGeminiSendsNothingWithRuleFilesThatFillTheWindow(t *testing.T) {
	t.Parallel()
	const most = 4 * 1_048_576 // characters
	for about, tt := range map[string]struct {
		files map[string]string
		sends bool
	}{
		"a file that galley does not read":    {map[string]string{"/p/GEMINI.md": strings.Repeat("a", most+8)}, false},
		"two files":                           {map[string]string{"/p/GEMINI.md": strings.Repeat("a", most/2), "/p/AGENTS.md": strings.Repeat("a", most/2)}, false},
		"few characters of many bytes":        {map[string]string{"/p/GEMINI.md": strings.Repeat("ü", most/3), "/p/AGENTS.md": strings.Repeat("ü", most/3)}, true},
		"a file of the user, not counted":     {map[string]string{"/h/.gemini/GEMINI.md": strings.Repeat("a", most+1)}, true},
		"a file that nearly fills the window": {map[string]string{"/p/GEMINI.md": strings.Repeat("a", most-1000)}, true},
	} {
		w := agenttest.Repository().File("/h/.gemini/settings.json", `{"context": {"fileName": "AGENTS.md"}}`).SetFileCap(4 << 20)
		for name, text := range tt.files {
			w.File(name, text)
		}
		trace := agenttest.Discover(t, w, "gemini-cli@0.61", "/p", discovery.Options{})
		if said := strings.Contains(strings.Join(trace.Notes, "\n"), "Gemini CLI sends nothing here"); said == tt.sends {
			t.Errorf("%s: notes %q", about, trace.Notes)
		}
	}
}
