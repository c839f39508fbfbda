package prompts

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/scenario"
	"galley/engine/session"
	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/screen"
	"galley/ui/style"
	"galley/ui/view/viewtest"
	"galley/ui/words"
)

// bench is the owner of a prompt with a real engine, and the person who chooses in its
// dialogs.
type bench struct {
	*Prompts
	t     *testing.T
	world *facts.Memory
	text  string  // of the template
	shown []Shown // every result, the last one at the end
	agent string  // the agent that was told last
}

// tell runs a story about the prompt of a template in /p. Time stands still in it while
// anything works.
func tell(t *testing.T, text string, with func(o *Options, w *facts.Memory), story func(b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git")
		b := &bench{t: t, world: w, text: text}
		s := screen.New(screen.Options{Clock: time.Now, Styles: func(string) *style.Styles { return viewtest.Styles() }})
		s.Resize(120, 40)
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
		defer time.Sleep(2 * time.Minute) // the clock of the regular expressions ends by itself
		b.run(b.Render())
		story(b)
	})
}

// run does a command and all that follows from it.
func (b *bench) run(cmd tea.Cmd) *bench {
	if cmd == nil {
		return b
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, one := range msg {
			b.run(one)
		}
	default:
		next, _ := b.Update(msg) // a dialog's cursor blinks for others
		b.run(next)
	}
	return b
}

// does runs what a key of the workbench starts.
func (b *bench) does(key func() tea.Cmd) *bench { return b.run(b.screen.Input(key)) }

// press gives keys to the open dialog: names of keys, and else texts that are typed.
func (b *bench) press(keys ...string) *bench {
	b.t.Helper()
	for _, name := range keys {
		special := map[string]tea.KeyType{"enter": tea.KeyEnter, "esc": tea.KeyEsc, "down": tea.KeyDown, "clear": tea.KeyCtrlU}
		var msgs []tea.KeyMsg
		if k, ok := special[name]; ok {
			msgs = append(msgs, tea.KeyMsg{Type: k})
		} else {
			for _, r := range name {
				msgs = append(msgs, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
			}
		}
		for _, msg := range msgs {
			if b.screen.Dialog() == nil {
				b.t.Fatalf("no dialog is open for %s", name)
			}
			time.Sleep(time.Second)
			b.screen.Pressed(msg)
			b.does(func() tea.Cmd { return b.screen.Key(msg) })
		}
	}
	return b
}

// dialog is the text of the open dialog, "" for none.
func (b *bench) dialog() string {
	if b.screen.Dialog() == nil {
		return ""
	}
	return strings.Join(viewtest.Draw(120, 40, func(a cell.Area) { b.screen.Draw(a, viewtest.Styles()) }), "\n")
}

// sees expects texts in the open dialog.
func (b *bench) sees(texts ...string) *bench {
	b.t.Helper()
	got := b.dialog()
	for _, text := range texts {
		if !strings.Contains(got, text) {
			b.t.Fatalf("%q is not in the dialog:\n%s", text, got)
		}
	}
	return b
}

// misses expects texts not to be in the open dialog.
func (b *bench) misses(texts ...string) *bench {
	b.t.Helper()
	got := b.dialog()
	for _, text := range texts {
		if strings.Contains(got, text) {
			b.t.Fatalf("%q is in the dialog:\n%s", text, got)
		}
	}
	return b
}

// hears expects a line of news, "" for none, and whether it is bad.
func (b *bench) hears(want string, bad bool) *bench {
	b.t.Helper()
	if got, warn := b.screen.News(); !strings.Contains(got, want) || want != "" && warn != bad || want == "" && got != "" {
		b.t.Fatalf("the news is %q (bad: %v), want %q (%v)", got, warn, want, bad)
	}
	b.screen.ClearNews()
	return b
}

// prompt expects the whole text of the prompt that is shown.
func (b *bench) prompt(want string) *bench {
	b.t.Helper()
	if got := b.Result().Text.String(); got != want {
		b.t.Fatalf("the prompt is %q, want %q", got, want)
	}
	return b
}

// under puts a profile in force.
func under(profile string) func(*Options, *facts.Memory) {
	return func(o *Options, _ *facts.Memory) { o.Request.Profile = profile }
}

// scenarioIn keeps a scenario in a file of the world.
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

// storeIn opens a store of conversations; its goroutines outlive a story.
func storeIn(t *testing.T) *session.Store {
	t.Helper()
	store := session.New(t.TempDir())
	t.Cleanup(func() { store.Close() })
	if _, err := store.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	return store
}
