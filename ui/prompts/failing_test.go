package prompts

import (
	"context"
	"io/fs"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/scenario"
	"galley/engine/session"
)

// If the scenario's file does not exist yet, it begins empty. If it cannot be read, it is not
// changed.
func TestAScenarioWithoutItsFile(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", scenarioIn("yume-gemini", ""), func(b *bench) {
		const file = "/p/.galley/scenario.toml"
		b.world.Remove(file)
		b.Does(b.Session().Edit).Sees("Scenario: .galley/scenario.toml", "permission_mode", "not set").Misses("'deny'").Press("permission_mode", "enter", "clear", "'deny'", "enter").
			Hears("Set permission_mode in .galley/scenario.toml")
		if text, err := b.world.ReadFile(file); err != nil || text != "permission_mode = 'deny'\n" {
			t.Errorf("the file has %q, %v", text, err)
		}
		b.world.Throw(file, fs.ErrPermission)
		b.Does(b.Session().Edit).Warned("permission denied")
		if b.Screen.Dialog() != nil {
			t.Error("its keys are listed")
		}
	})
}

// If a value cannot be put into the file without rewriting the file, its text is shown, so that
// the user can paste it.
func TestAValueThatHasNoPlaceIsShown(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", func(o *Options, w *facts.Memory) {
		const file = "/p/.galley/scenario.json"
		w.File(file, "{}\n")
		o.Request.Profile = "yume-gemini"
		o.Scenario = Scenario{File: file, Save: func(string, string, string) error { t.Error("something is written"); return nil }}
	}, func(b *bench) {
		b.Does(b.Session().Edit).Press("permission_mode", "enter", "clear", `"deny"`, "enter").
			Sees("Add this by hand", "/p/.galley/scenario.json is JSON and does not contain permission_mode. Paste this into it:", `"permission_mode": "deny"`).Hears("")
		b.Press("esc")
		b.Does(func() tea.Cmd {
			return b.Session().tookSet(setMsg{err: &scenario.NotInPlaceError{Why: "why", Paste: "one\ntwo"}, asked: b.screen.Ticket()})
		}).Sees("why. Paste this into it:", "│ one ", "│ two ")
	})
}

// A prompt that cannot be made, or that the agent would refuse, is neither stored nor compared.
func TestAPromptThatCannotBeMadeIsNotKept(t *testing.T) {
	store := storeIn(t)
	tell(t, "x\n", func(o *Options, w *facts.Memory) { o.Sessions = store; big(w) }, func(b *bench) {
		b.Does(func() tea.Cmd { return b.freeze("good", false) }).Hears("Stored for conversation good, 2 bytes")
		fails := func(news string) {
			t.Helper()
			b.Does(func() tea.Cmd { return b.freeze("good", true) }).Warned(news)
			b.Does(func() tea.Cmd { return b.freeze("bad", false) }).Warned(news)
			b.Does(func() tea.Cmd { return b.drift(session.Summary{ID: "good"}) }).Warned(news)
		}
		b.text = overBudget
		fails("over the budget of ")
		b.text = "x\n"
		b.world.File("/p/opencode.json", "{bad")
		b.request.Profile = "opencode"
		b.o.Engine.Refresh()
		fails("no prompt was built: ")
		if kept, err := store.Get(context.Background(), "good"); err != nil || kept.Version != 1 || kept.Text != "x\n" {
			t.Errorf("it keeps %+v, %v", kept, err)
		}
		if _, err := store.Get(context.Background(), "bad"); err == nil {
			t.Error("a prompt that cannot be made is kept")
		}
	})
}

// The budgets name the captures that supplied an agent's own words.
func TestBudgetsNameTheCapturesOfTheWords(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		budgets := func() tea.Cmd { return b.Budgets(1) }
		b.Does(budgets).Misses("words  ").Press("esc")
		b.result.Provenance.Words = []engine.Words{{Capture: "x-1", Version: "2", Made: "2026-01-02", Mode: "headless"}}
		b.Does(budgets).Sees("words     from your capture of 2026-01-02, version 2 (x-1, headless)").Press("esc")
	})
}
