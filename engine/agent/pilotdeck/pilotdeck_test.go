package pilotdeck_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestPilotdeckLoadsNoRuleFiles(t *testing.T) {
	w := agenttest.Repository().File("/p/PILOTDECK.md", "p").File("/p/d/PILOTDECK.local.md", " ").File("/h/.pilotdeck/rules/a.md", "a").File("/p/AGENTS.md", "a")
	trace := agenttest.Discover(t, w, "pilotdeck", "/p/d", discovery.Options{})
	for path, want := range map[string]string{
		"/p/PILOTDECK.md": "not known not-known", "/p/d/PILOTDECK.local.md": "not loaded empty",
		"/h/.pilotdeck/rules/a.md": "not known not-known", "/p/AGENTS.md": "",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	agenttest.Say(t, w.File("/PILOTDECK.md", "up").File("/p/d/Pilotdeck.md", "p").Mode("/p/PILOTDECK.md", 0).Dir("/h/.pilotdeck/rules/b.md"), "pilotdeck", "/p/d", discovery.Options{},
		"/h/.pilotdeck/rules/a.md: look at PilotDeck's own list of instructions", "/p/d/PILOTDECK.local.md: blank files are left out", "/p/d/PILOTDECK.local.md: second-hand",
		"/PILOTDECK.md: "+discovery.AboveRoot.Text(), "/p/d/Pilotdeck.md: "+discovery.WrongCase.Text(), "!/h/.pilotdeck/rules/b.md: ", "/h/.pilotdeck/PILOTDECK.md: "+discovery.Missing.Text())
	if trace.Loaded != nil || trace.Text.Len() != 0 || len(trace.Notes) != 1 {
		t.Errorf("loaded %q, notes %q", trace.Loaded, trace.Notes)
	}
}
