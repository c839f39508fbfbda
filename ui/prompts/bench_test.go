package prompts

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/scenario"
	"galley/engine/session"
	"galley/ui/keymap"
	"galley/ui/view/viewtest"
	"galley/ui/words"
)

// bench is a Prompts with a real engine, and a user who answers its dialogs.
type bench struct {
	*Prompts
	viewtest.Bench[*bench]
	world *facts.Memory
	text  string  // the text of the template
	shown []Shown // every result, the latest at the end
	agent string  // the agent that was reported last
}

// tell runs a story about the prompt of a template in /p, in a synctest bubble.
func tell(t *testing.T, text string, with func(o *Options, w *facts.Memory), story func(b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git")
		b := &bench{world: w, text: text}
		s := viewtest.NewScreen(time.Now)
		o := Options{
			World: w, Engine: engine.New(w), Screen: s, Clock: time.Now, StateDir: "/state", Paths: words.Paths{Cwd: "/p", Home: "/h"},
			Request: engine.Request{Cwd: "/p"},
			Source:  func() Source { return Source{Template: engine.Template{Text: b.text}} },
			BuiltIn: func() bool { return false }, Hint: func(a keymap.Action) string { return "<" + string(a) + ">" },
			Show:  func(s Shown) tea.Cmd { b.shown = append(b.shown, s); return nil },
			Agent: func(name string) tea.Cmd { b.agent = name; return nil }, Rescue: func() {},
		}
		if with != nil {
			with(&o, w)
		}
		b.Prompts = New(o)
		b.Bench = viewtest.Bench[*bench]{T: t, Screen: s, Self: b, Update: b.Prompts.Update}
		defer time.Sleep(2 * time.Minute) // the clock of the regular expressions ends by itself
		b.Run(b.Render())
		story(b)
	})
}

// prompt checks the whole text of the prompt that is shown.
func (b *bench) prompt(want string) *bench {
	b.T.Helper()
	if got := b.Result().Text.String(); got != want {
		b.T.Fatalf("the prompt is %q, want %q", got, want)
	}
	return b
}

// under selects a profile.
func under(profile string) func(*Options, *facts.Memory) {
	return func(o *Options, _ *facts.Memory) { o.Request.Profile = profile }
}

// scenarioIn stores a scenario in a file of the world.
func scenarioIn(profile, text string) func(*Options, *facts.Memory) {
	return func(o *Options, w *facts.Memory) {
		const file = "/p/.galley/scenario.toml"
		w.File(file, text)
		o.Request.Profile = profile
		load := func() (scenario.Scenario, []diag.Problem) { return scenario.Load(w, file) }
		o.Request.Scenario, o.Request.Problems = load()
		o.Scenario = Scenario{File: file, Load: load, Save: func(name, _, text string) error { w.File(name, text); return nil }}
	}
}

// storeIn opens a store of conversations. It must be opened before a story, because its goroutines
// outlive the story's bubble.
func storeIn(t *testing.T) *session.Store {
	t.Helper()
	store := session.New(t.TempDir())
	t.Cleanup(func() { store.Close() })
	if _, err := store.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	return store
}
