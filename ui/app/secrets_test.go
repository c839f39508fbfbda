package app

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/ui/term"
)

// A value that an agent's settings take from the environment appears on no screen, but it is in
// what is sent and copied.
func TestValuesOfTheEnvironmentAreOnNoScreen(t *testing.T) {
	t.Parallel()
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
			s.t.Error("the copied text lacks it")
		}
	})
}

// A key reveals masked values in the view with the focus, until the next key or click.
func TestMaskedValuesAreRevealedUntilTheNextKey(t *testing.T) {
	t.Parallel()
	key := strings.Join([]string{"sk", "very", "secret"}, "-")
	secretive := setup{w: 160, h: 40,
		files: map[string]string{"opencode.json": `{"instructions": ["/x{env:TOKEN}/*.md"], "agent": {"build": {"prompt": "{env:TOKEN}-and-more hi"}}}`},
		world: func(w *facts.Memory, _ string) { w.Env("TOKEN", key) },
		with:  func(o *Options) { o.Request.Profile = "opencode" },
	}
	const said = "Masked values are shown"
	for name, end := range map[string]func(s *story){
		"a key":                   func(s *story) { s.press("down") },
		"the same key":            func(s *story) { s.press("alt+U") },
		"leaving":                 func(s *story) { s.press("tab") },
		"a press":                 func(s *story) { s.mouse(2, 5, tea.MouseButtonLeft, tea.MouseActionPress) },
		"a paste":                 func(s *story) { s.pastes("x") },
		"the terminal's focus":    func(s *story) { s.send(tea.BlurMsg{}) },
		"a new prompt":            func(s *story) { s.run(s.bench.prompts.Render()); s.settle() },
		"another tab":             func(s *story) { s.press("ctrl+pgdown") },
		"the action once more":    func(s *story) { s.press("alt+U", "alt+U", "alt+U") },
		"a dialog":                func(s *story) { s.press("f1") },
		"the messages":            func(s *story) { s.press("alt+M") },
		"the key table's spelled": func(s *story) { s.send(term.KeyName("ctrl+shift+a")) },
	} {
		t.Run(name, func(t *testing.T) {
			tell(t, secretive, func(s *story) {
				s.press("alt+3").misses(key).press("alt+U").sees(key, said)
				s.wheel(120, 10, 1)
				s.sees(said) // scrolling does not mask the values again
				end(s)
				s.settle().misses(key, said)
			})
		})
	}
	t.Run("rules and request", func(t *testing.T) {
		tall := secretive // the screen has room for a row for each directory up to the root, even if the temporary directory is deep
		tall.h = 90
		tell(t, tall, func(s *story) {
			s.rulesOf("opencode").settle().misses(key).press("alt+U").sees("/x"+key, said).press("down").misses(key)
			s.press("alt+Q").settle().misses(key).press("alt+U").settle().sees(key).press("down").misses(key)
			s.press("alt+U").settle().sees(key).press("ctrl+c").misses(key).sees("the request as JSON with its secrets masked, ")
		})
	})
}

// The file of a masked path is read by its real path, which is never shown.
func TestARuleFileWithAMaskedPathIsShown(t *testing.T) {
	t.Parallel()
	key := strings.Join([]string{"sk", "very", "secret"}, "-")
	tell(t, setup{w: 160, h: 40,
		files: map[string]string{"opencode.json": `{"instructions": ["d-{env:TOKEN}/r.md"]}`, "d-" + key + "/r.md": "the rules, with " + key + "\n"},
		world: func(w *facts.Memory, _ string) { w.Env("TOKEN", key) },
		with:  func(o *Options) { o.Request.Profile = "opencode" },
	}, func(s *story) {
		s.rulesOf("opencode").settle().misses(key).sees("d-{env:TOKEN}/r.md")
		s.click("d-{env:TOKEN}/r.md", 1).press("r").settle().sees("the rules, with").misses(key).press("esc")
		// The editor shows the file's text unchanged; its path stays masked.
		s.press("enter").sees("FILE", "{env:TOKEN}/r.md").misses("d-" + key)
	})
}
