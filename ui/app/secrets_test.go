package app

import (
	"strings"
	"testing"

	"galley/engine/facts"
)

// A value that an agent's settings take from the environment is on no screen, and in
// what is sent and copied.
func TestValuesOfTheEnvironmentAreOnNoScreen(t *testing.T) {
	key := strings.Join([]string{"sk", "very", "secret"}, "-")
	tell(t, setup{w: 160, h: 40,
		files: map[string]string{"opencode.json": `{"instructions": ["/x{env:TOKEN}/*.md"], "agent": {"build": {"prompt": "{env:TOKEN}-and-more hi"}}}`},
		world: func(w *facts.Memory, _ string) { w.Env("TOKEN", key) },
		with:  func(o *Options) { o.Request.Profile = "opencode" },
	}, func(s *story) {
		hidden := func(where string) {
			s.t.Helper()
			if screen := strings.Join(s.settle().screen(), "\n"); strings.Contains(screen, "secret") {
				s.t.Errorf("%s shows it: %s", where, screen)
			}
		}
		hidden("the preview")
		s.press("ctrl+pgdown")
		hidden("the blocks")
		s.rulesOf("opencode")
		hidden("the rules")
		s.press("alt+Q")
		hidden("the request")
		if !strings.Contains(s.bench.prompts.Result().Text.String(), key) {
			s.t.Error("what is copied lacks it")
		}
	})
}
