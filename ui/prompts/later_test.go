package prompts

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/wire"
)

// slow is a world whose files are read only after a while.
type slow struct {
	facts.World
	takes atomic.Int64 // nanoseconds
}

func (s *slow) ReadFile(name string) (string, error) {
	time.Sleep(time.Duration(s.takes.Load()))
	return s.World.ReadFile(name)
}

// slowly makes the world of a story slow.
func slowly(s *slow) func(*Options, *facts.Memory) {
	return func(o *Options, w *facts.Memory) {
		w.File("/p/a", "text")
		s.World = w
		o.World, o.Engine = s, engine.New(s)
	}
}

// A result that takes longer than the grace time comes as a message, and until then the prompt is
// shown as outdated. A request that is made in the meantime is handled next.
func TestASlowResultComesLater(t *testing.T) {
	t.Parallel()
	world := &slow{}
	tell(t, "[file:a]\n", slowly(world), func(b *bench) {
		b.prompt("text\n")
		world.takes.Store(int64(time.Second))
		b.o.Engine.Refresh()
		b.text = "one [file:a]\n"
		waits := b.Render()
		if !b.Running() || b.Stale() || waits == nil {
			t.Fatalf("running %v, stale %v", b.Running(), b.Stale())
		}
		if b.Prompts.Update(lateMsg{}); b.Stale() { // the message belongs to the request before
			t.Error("the prompt is outdated at once")
		}
		batch := waits().(tea.BatchMsg)
		b.Run(batch[1])
		if !b.Stale() {
			t.Error("after a while the prompt is not outdated")
		}
		b.text = "two [file:a]\n"
		if cmd := b.Render(); cmd != nil {
			t.Error("two results are made at once")
		}
		world.takes.Store(0)
		b.Run(batch[0]).prompt("two text\n").Hears("")
		if b.Running() || b.Stale() {
			t.Errorf("running %v, stale %v", b.Running(), b.Stale())
		}
	})
}

// The files of a prompt are watched, even if the prompt was too large. After another error, the
// earlier files are still watched.
func TestTheFilesOfAPromptAreWatched(t *testing.T) {
	t.Parallel()
	var watch *facts.Watch
	tell(t, "[file:a]\n", func(o *Options, w *facts.Memory) {
		w.File("/p/a", "text").File("/p/b", "text")
		watch, _ = facts.NewWatch(w, facts.WatchOptions{PollOnly: true})
		o.Watch = watch
		source := o.Source
		o.Source = func() Source { s := source(); s.Names = []string{"/p/template.md"}; return s }
		o.Scenario.File = "/p/scenario.toml"
	}, func(b *bench) {
		defer watch.Close()
		changes := func(name string) string {
			b.world.File(name, time.Now().String())
			select {
			case paths := <-watch.Changes():
				return fmt.Sprint(paths)
			case <-time.After(time.Minute):
				return ""
			}
		}
		for _, c := range []struct{ name, want string }{{"/p/a", "[/p/a]"}, {"/p/b", ""}, {"/p/template.md", "[/p/template.md]"}, {"/p/scenario.toml", "[/p/scenario.toml]"}} {
			if got := changes(c.name); got != c.want {
				t.Errorf("after a change of %s it reports %q, want %q", c.name, got, c.want)
			}
		}
		big(b.world)
		b.text = overBudget
		b.o.Engine.Refresh()
		b.Run(b.Render()).Warned("The prompt could not be built: ")
		if got := changes("/p/big"); got != "[/p/big]" {
			t.Errorf("after a change of the large file it reports %q", got)
		}
	})
}

// Values that need a process are asked for once after each refresh, and then shown.
func TestValuesOfAProcessAreAskedForLater(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		if !b.request.AllValues || b.unasked {
			t.Fatalf("all values %v, not asked %v", b.request.AllValues, b.unasked)
		}
		n := len(b.shown)
		b.Run(b.Render())
		if len(b.shown) != n+1 || !b.shown[n].Request.AllValues {
			t.Errorf("%d results", len(b.shown)-n)
		}
		b.AskAgain()
		b.Prompts.Update(askedMsg{}) // the message comes from before the refresh
		if b.request.AllValues {
			t.Error("the answer of before a refresh counts")
		}
		b.Run(b.Render())
		if !b.request.AllValues || len(b.shown) != n+3 {
			t.Errorf("all values %v, %d results", b.request.AllValues, len(b.shown)-n)
		}
		b.AskAgain()
		var many strings.Builder
		for i := range 70 {
			b.world.File(fmt.Sprint("/p/", i), strings.Repeat("x", 1<<20))
			fmt.Fprintf(&many, "[file:%d]", i)
		}
		if msg := b.askUnused(engine.Request{Cwd: "/p", Template: engine.Template{Text: many.String()}})(); msg != nil {
			t.Errorf("values over the budget give %v", msg)
		}
	})
}

// Each vocabulary that is loaded makes a new result.
func TestALoadedVocabularyMakesANewResult(t *testing.T) {
	t.Parallel()
	var loaded chan struct{}
	tell(t, "x\n", func(o *Options, _ *facts.Memory) { loaded = make(chan struct{}, 2); o.Loaded = loaded }, func(b *bench) {
		n := len(b.shown)
		loaded <- struct{}{}
		msg := b.Init()()
		if msg != (loadedMsg{}) || len(b.shown) != n+1 {
			t.Fatalf("%T, %d results", msg, len(b.shown)-n)
		}
		next, ok := b.Prompts.Update(msg)
		if !ok || next == nil || len(b.shown) != n+2 {
			t.Fatalf("%d results", len(b.shown)-n)
		}
		loaded <- struct{}{}
		if next() != (loadedMsg{}) {
			t.Error("the next vocabulary is not waited for")
		}
	})
}

// A captured prompt has the model of its request, no use of the template and no limits.
func TestACapturedPromptIsAsItWasSent(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", func(o *Options, _ *facts.Memory) {
		o.Request.Profile, o.Request.Provider, o.Request.Model = "gemini-cli", "gemini", "gemini-2.5-pro"
		o.Request.Capture = &capture.Capture{ID: "x", Agent: "claude-code", Form: wire.Anthropic, Model: "claude-sonnet-4-5", Body: []byte(`{"model":"claude-sonnet-4-5","system":"You help.","messages":[{"role":"user","content":"hello"}]}`)}
	}, func(b *bench) {
		if b.result.Sent == nil {
			t.Fatal("it is not a captured prompt")
		}
		b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).Hears("This prompt was captured: its model is the request's own, claude-sonnet-4-5")
		if b.Screen.Dialog() != nil {
			t.Error("models are listed")
		}
		if now, all := b.TemplateAs(); now != "none" || fmt.Sprint(all) != "[none]" {
			t.Errorf("%s of %q", now, all)
		}
		b.result.Limited = true
		b.Does(b.ToggleFit).Hears("This prompt was captured: it is shown as it was sent")
		if b.Does(func() tea.Cmd { b.Fitting().Ask(); return nil }).Hears("This prompt was captured: it is shown as it was sent"); b.Screen.Dialog() != nil {
			t.Error("a limit is asked for")
		}
		if b.Fitting().fits() || b.Limits() != nil {
			t.Errorf("it fits %v, limits %v", b.Fitting().fits(), b.Limits())
		}
		b.result.Sent.Model = ""
		b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).Sees("no model")
	})
}

// own is a profile that takes no template.
type own struct{ profile.Profile }

func (own) TemplateAs() []string { return nil }

// If an agent's prompt can use the template in one way only, a message says so. If an agent cannot
// use it, there is nothing to choose.
func TestAgentsThatTakeNoTemplate(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", under("aider"), func(b *bench) {
		b.Does(b.CycleTemplateAs).Hears("For " + b.Result().Profile + " the template can only be none: ")
		b.o.BuiltIn = func() bool { return true }
		b.Does(b.CycleTemplateAs).Hears("The built-in template is not sent to " + b.Result().Profile + ": change it or open your own")
	})
	tell(t, "x\n", func(o *Options, w *facts.Memory) {
		a, _, err := agent.Known().Lookup("aider")
		if err != nil {
			t.Fatal(err)
		}
		p, _ := agent.Known().Profile("aider")
		a.Name, a.Title, a.Profiles = "bare", "", []profile.Profile{own{p}}
		o.Engine, o.Request.Profile = engine.New(w, engine.WithAgents(agent.New(a))), p.Name()
	}, func(b *bench) {
		if now, all := b.TemplateAs(); now != "" || all != nil {
			t.Errorf("%q of %q", now, all)
		}
	})
}

// The prompt is shown again, with or without its secrets.
func TestThePromptIsShownAgainMaskedOrNot(t *testing.T) {
	t.Parallel()
	secret := strings.Join([]string{"very", "secret", "words"}, "-")
	tell(t, "x\n", func(o *Options, w *facts.Memory) {
		o.Request.Profile = "opencode"
		w.Env("TOKEN", secret).File("/p/opencode.json", `{"agent": {"build": {"prompt": "{env:TOKEN} hi"}}}`)
		o.BuiltIn = func() bool { return true }
		o.Source = func() Source { return Source{Template: engine.Template{Text: "x\n", BuiltIn: true}} }
	}, func(b *bench) {
		for _, masked := range []bool{false, true} {
			s, ok := b.Shown(masked)
			if text := s.Result.Text.String(); !ok || !strings.Contains(text, " hi") || strings.Contains(text, secret) == masked || s.Request.Template.Text != "x\n" || s.Cut != -1 {
				t.Errorf("masked %v: %q", masked, text)
			}
		}
		if text := b.shown[0].Result.Text.String(); strings.Contains(text, secret) {
			t.Errorf("what is drawn has the secret: %q", text)
		}
		if got := b.Now(); got.Template.Text != "x\n" || b.Request().Template.Text != "" {
			t.Errorf("now %q, the request alone %q", got.Template.Text, b.Request().Template.Text)
		}
	})
}

// If a compaction fails, its dialog says so.
func TestACompactionThatFailsIsTold(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", under("gemini-cli"), func(b *bench) {
		big(b.world)
		b.rendering.request.Template.Text = overBudget
		b.Does(b.Compaction).Sees("Compaction", "over the budget of 16777216 bytes of text").Misses("…")
	})
}

// overBudget is a template that makes more text than one render may make.
var overBudget = strings.Repeat("[file:big]", 40)

// big adds the file that it names.
func big(w *facts.Memory) { w.File("/p/big", strings.Repeat("x", 512<<10)) }
