package discovery

import "testing"

func TestPilotdeckLoadsNothingAndSaysWhatItDoesNotKnow(t *testing.T) {
	w := repo().File("/p/PILOTDECK.md", "p").File("/p/d/PILOTDECK.local.md", " ").File("/h/.pilotdeck/rules/a.md", "a").File("/p/AGENTS.md", "a")
	trace := discover(t, w, "pilotdeck", "/p/d", Options{})
	for path, want := range map[string]string{
		"/p/PILOTDECK.md": "not known not-known", "/p/d/PILOTDECK.local.md": "not loaded empty",
		"/h/.pilotdeck/rules/a.md": "not known not-known", "/p/AGENTS.md": "",
	} {
		if got := reasonOf(trace, path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if trace.Loaded != nil || trace.Text.Len() != 0 || len(trace.Notes) != 1 {
		t.Errorf("loaded %q, notes %q", trace.Loaded, trace.Notes)
	}
}
