package rules

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// Traces that hold what an agent may tell: one that does not start, roots of all kinds, references to files that are missing.
func TestTracesAreAsInThePictures(t *testing.T) {
	linked, gone, fetched := candidate("L.md", discovery.Loaded), candidate("G.md", discovery.NotLoaded), candidate("", discovery.Loaded)
	linked.RealPath, linked.ModTime, linked.Order = "/p/A.md", time.Date(2026, 1, 2, 3, 4, 0, 0, time.Local), 1
	linked.Imports = []discovery.Import{{Ref: "@A.md", Path: "/p/A.md", Verdict: discovery.Loaded}, {Ref: "@gone", Reason: discovery.Missing, Offset: 3}, {Ref: "@", Reason: discovery.NoMatch}}
	gone.RealPath, gone.Reason = "", discovery.Missing
	deep := &linked.Imports[0]
	for range 7 {
		deep.Imports = []discovery.Import{{Ref: "@deeper.md", Path: "/p/deeper.md", Verdict: discovery.Loaded}}
		deep = &deep.Imports[0]
	}
	fetched.Path, fetched.Shown, fetched.RealPath = "https://example.com/r.md", "https://example.com/r.md", ""
	dir := gone
	dir.Path, dir.Shown = "/p/rules/", "/p/rules/"
	refused := candidate("R.md", discovery.NotLoaded)
	refused.RealPath, refused.Reason = "", discovery.NoMatch
	all := trace("all", linked, gone, dir, fetched, refused)
	all.Root, all.Marker, all.Unstable = "/", "/.git", true
	here := trace("here", linked)
	here.Root = "/p"
	up := trace("up")
	up.Root, up.Marker = "/q", "/q/.git"
	broken := trace("broken", linked)
	broken.Failure = &discovery.Failure{Message: strings.Repeat("its settings cannot be read; ", 5)}

	host := &viewtest.Host{}
	v := shown(host, all, here, up, broken, trace("none"))
	v.o.Hint = func(a keymap.Action) string { return "<" + string(a) + ">" }
	v.o.Misnamed = func(agent string) []string { return map[string][]string{"here": {"agents.md", "Claude.md"}}[agent] }
	var p viewtest.Pictures
	for range v.traces {
		p.Tour(host, v, 110, 16, viewtest.Steps(view.Move{End: -1})...)
		for _, w := range []int{24, 50, agentsLeast - 1, agentsLeast} {
			p.View("narrow", v, w, 16)
		}
		p.View("low", v, 110, 5)
		for range v.length() - 1 {
			p.Tour(host, v, 110, 16, viewtest.Steps(keymap.Jump, keymap.ReadRule, keymap.EditRule, view.Move{Rows: 1})...)
		}
		p.Tour(host, v, 110, 16, viewtest.Steps(keymap.NextAgent)...)
	}
	p.Tour(host, v, 110, 4, viewtest.Steps(view.Scroll{Rows: 2, X: 4, Y: 2})...)
	p.Search(host, v, 110, 16, "md")
	p.Say("details %q", v.Details())
	p.Tour(host, v, 110, 16, viewtest.Steps(view.Click{X: 50, Y: 4, Count: 2}, view.Click{X: 4, Y: 3, Count: 1}, view.Keep{}, keymap.NextAgent, view.Return{}, view.Return{}, keymap.ChooseAgent,
		keymap.AllAgents, view.Click{X: 100, Y: 1, Count: 1}, view.Click{X: 27, Y: 1, Count: 1}, view.Click{X: 30, Y: 8, Count: 1}, view.Click{X: 33, Y: 9, Count: 2}, view.Reveal{Match: view.Match{Row: -2}}, view.Move{End: 1}, keymap.Jump, keymap.EditRule)...)
	p.Search(host, v, 110, 16, "md")
	p.Say("details %q", v.Details())
	p.View("a low matrix", v, 110, 3)
	p.Compare(t, "traces.txt")
}

// The list of agents says what each loads here, and the chosen one is shown.
func TestAnAgentIsChosenFromTheList(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, trace("codex", candidate("A.md", discovery.Loaded), candidate("B.md", discovery.Later)), trace("claude-code"))
	v.Update(keymap.ChooseAgent)
	list, ok := host.Dialog.(*dialog.List)
	if !ok {
		t.Fatal("no list is open")
	}
	rows := strings.Join(viewtest.Draw(100, 40, func(a cell.Area) { list.Draw(a, viewtest.Styles()) }), "\n")
	for _, want := range []string{"codex", "1 at launch, 1 on demand", "0 at launch, 0 on demand"} {
		if !strings.Contains(rows, want) {
			t.Errorf("%q is not in the list:\n%s", want, rows)
		}
	}
	list.SetText("claude-code")
	list.Key(tea.KeyMsg{Type: tea.KeyEnter})
	if v.Agent() != "claude-code" {
		t.Errorf("shown is %s", v.Agent())
	}
}

// project is the tab for claude-code and opencode in a project, which nobody has looked at yet.
func project(w *facts.Memory, host *viewtest.Host) *View {
	var few []agent.Agent
	for _, a := range agent.Known().All() {
		if a.Name == "claude-code" || a.Name == "opencode" {
			few = append(few, a)
		}
	}
	return New(host, Options{World: w.Env("HOME", "/h").Dir("/h").Dir("/p/.git"), Agents: agent.New(few...), Request: func() engine.Request { return engine.Request{Cwd: "/p"} }})
}

// row moves the bar to the row of a file.
func (v *View) row(t *testing.T, name string) {
	t.Helper()
	i := slices.IndexFunc(v.rows, func(r row) bool { return r.candidate != nil && r.reference == nil && r.candidate.Path == name })
	if i < 0 {
		t.Fatalf("%s is not listed", name)
	}
	v.list.GoTo(i)
}

// Before a file is made that takes others out of the prompt, the tab asks. A single file beside it can be imported.
func TestMakingAFileAsksWhatItCosts(t *testing.T) {
	for _, c := range []struct {
		name, agent, file string
		world             *facts.Memory
		asks              []string
		opens             map[string]string // the text with which the file begins, by the answer; "-" means that it is not opened
	}{
		{"nothing is lost", "claude-code", "/p/CLAUDE.local.md", facts.NewMemory().File("/p/CLAUDE.md", "x\n"), nil, map[string]string{"": ""}},
		{"one file is lost", "opencode", "/p/AGENTS.md", facts.NewMemory().File("/p/CLAUDE.md", "x\n"), []string{"Create /p/AGENTS.md?", "Once /p/AGENTS.md exists, opencode no longer loads /p/CLAUDE.md.", "Create it anyway"}, map[string]string{"m": "", "esc": "-"}},
	} {
		for key, begins := range c.opens {
			host := &viewtest.Host{}
			v := project(c.world, host)
			viewtest.Send(v, view.Agent{Name: c.agent})
			viewtest.Send(v, view.Shown{})
			v.row(t, c.file)
			viewtest.Send(v, keymap.Jump)
			q, asked := host.Dialog.(*dialog.Question)
			if asked != (c.asks != nil) {
				t.Fatalf("%s: asked %v", c.name, asked)
			}
			if asked {
				text := strings.Join(viewtest.Draw(120, 30, func(a cell.Area) { q.Draw(a, viewtest.Styles()) }), "\n")
				for _, want := range c.asks {
					if !strings.Contains(text, want) {
						t.Errorf("%s: %q is not in the question:\n%s", c.name, want, text)
					}
				}
				msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}
				if key == "esc" {
					msg = tea.KeyMsg{Type: tea.KeyEsc}
				}
				q.Key(msg)
			}
			if opened := host.Opened == c.file && host.At == (view.FilePlace{Text: begins}); opened != (begins != "-") {
				t.Errorf("%s, %q: opened %q at %+v", c.name, key, host.Opened, host.At)
			}
		}
	}
}

// The question offers the line that loads both files, if the agent imports files.
func TestTheCostOfAFileIsAskedFor(t *testing.T) {
	host := &viewtest.Host{}
	v := project(facts.NewMemory(), host)
	v.Update(costMsg{path: "/p/A.md", agent: "x", lost: []string{"/p/B.md", "/p/C.md"}, keeps: "@B.md\n"})
	q := host.Dialog.(*dialog.Question)
	text := strings.Join(viewtest.Draw(120, 30, func(a cell.Area) { q.Draw(a, viewtest.Styles()) }), "\n")
	for _, want := range []string{"Once /p/A.md exists, x no longer loads /p/B.md and /p/C.md.", "Create it with the line @B.md, so that both are loaded"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	q.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("i")})
	if host.Opened != "/p/A.md" || host.At != (view.FilePlace{Text: "@B.md\n"}) {
		t.Errorf("opened %q at %+v", host.Opened, host.At)
	}

	c := costing{world: facts.NewMemory(), agent: discovery.SurveyAgent{Agent: "x", Discover: func(context.Context, facts.World, discovery.Options) (*discovery.Trace, error) {
		return nil, errors.New("broken")
	}}}
	if c.with("") != nil || c.with("x") != nil {
		t.Error("a discovery that failed counts")
	}
	v.setTraces([]*discovery.Trace{trace("unheard-of", candidate("A.md", discovery.Loaded))})
	if host.Opened = ""; v.make("/p/N.md") != nil || host.Opened != "/p/N.md" {
		t.Errorf("for an agent that galley does not know %q is opened", host.Opened)
	}
	v.setTraces(nil)
	if host.Opened = ""; v.make("/p/M.md") != nil || host.Opened != "/p/M.md" {
		t.Errorf("before the first result %q is opened", host.Opened)
	}
}

// A file that was just made moves to another group, and the bar stays on it.
func TestTheBarGoesWithAFileThatWasMade(t *testing.T) {
	there, gone := candidate("A.md", discovery.Loaded), candidate("N.md", discovery.NotLoaded)
	gone.RealPath, gone.Reason = "", discovery.Missing
	v := shown(&viewtest.Host{}, trace("a", there, gone))
	v.row(t, "/p/N.md")
	v.setTraces([]*discovery.Trace{trace("a", candidate("N.md", discovery.Loaded), there)})
	if e, _ := v.selected(); e.Path != "/p/N.md" {
		t.Errorf("the bar is on %s", e.Path)
	}
}

// In the table of all agents, the bar is on the chosen agent's own entry of a file.
func TestTheBarIsOnTheChosenAgentsEntry(t *testing.T) {
	other := candidate("A.md", discovery.NotLoaded)
	other.Reason = discovery.BelowCwd
	v := shown(&viewtest.Host{}, trace("a", candidate("A.md", discovery.Loaded)), trace("b", other), trace("c"))
	v.Update(keymap.AllAgents)
	for _, want := range []discovery.Verdict{discovery.Loaded, discovery.NotLoaded, discovery.Loaded} { // the agent c does not look for the file
		if e, ok := v.selected(); !ok || e.Verdict != want {
			t.Errorf("under %s the file is %s, want %s", v.Agent(), e.Verdict, want)
		}
		v.Update(keymap.NextAgent)
	}
}

// If a file cannot be read, a message says so, with its secrets masked.
func TestFilesThatCannotBeReadAreTold(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, trace("a", candidate("A.md", discovery.Loaded)))
	v.o.World.(*facts.Memory).Throw("/p/A.md", fs.ErrPermission)
	acts(v, keymap.ReadRule)
	if host.Warned != "permission denied: read /p/A.md" || host.Dialog != nil {
		t.Errorf("warned %q", host.Warned)
	}
	host.Warned = ""
	if same, _ := v.Update(find(v.o.World, "/p/gone.md", 3)()); same != v || host.Warned == "" || host.Edited != "" {
		t.Errorf("warned %q, opened %q", host.Warned, host.Edited)
	}
	v.Update(discoveredMsg{err: os.ErrDeadlineExceeded, asked: v.asked})
	if host.Warned != "The rules could not be searched for: "+os.ErrDeadlineExceeded.Error() {
		t.Errorf("warned %q", host.Warned)
	}
	host.Warned = ""
	v.Update(discoveredMsg{err: os.ErrDeadlineExceeded, asked: v.asked + 1})
	if host.Warned != "" {
		t.Errorf("an older search warns %q", host.Warned)
	}
}

// A change of a watched file starts a new search. Then the tab waits for the next change.
func TestAChangeOfAWatchedFileSearchesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := facts.NewMemory().File("/p/CLAUDE.md", "x\n")
		v := project(w, &viewtest.Host{})
		if v.Wait() != nil {
			t.Error("without a watcher something is waited for")
		}
		watch, err := facts.NewWatch(w, facts.WatchOptions{PollOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		v.o.Watch = watch
		discovers := func(msg tea.Msg) {
			_, cmd := v.Update(msg)
			if cmd == nil {
				t.Fatalf("%T: nothing is searched", msg)
			}
			msg = cmd()
			if all, ok := msg.(tea.BatchMsg); ok {
				if len(all) != 2 {
					t.Fatalf("%d commands follow", len(all))
				}
				msg = all[1]()
			}
			v.Update(msg)
		}
		discovers(view.Shown{})
		before := v.asked
		if _, cmd := v.Update(view.Changed{}); cmd != nil {
			t.Error("a change is searched for twice")
		}
		var msg tea.Msg
		for _, name := range []string{"/p/CLAUDE.md", "/p/.git/index"} { // which files git ignores may change with its index
			w.File(name, "longer\n")
			came, wait := make(chan tea.Msg, 1), v.Wait()
			go func() { came <- wait() }()
			select {
			case msg = <-came:
			case <-time.After(time.Minute):
				t.Fatalf("a change of %s is not noticed", name)
			}
			if msg != (changedMsg{true}) {
				t.Fatalf("after a change of %s comes %+v", name, msg)
			}
			discovers(msg)
		}
		if v.asked != before+2 {
			t.Errorf("searched %d times", v.asked-before)
		}
		v.show("claude-code")
		v.row(t, "/p/CLAUDE.md")
		if e, _ := v.selected(); e.Bytes != 7 {
			t.Errorf("the file has %d bytes", e.Bytes)
		}
		if _, cmd := v.Update(view.Changed{ByUser: true}); cmd == nil {
			t.Error("a search that the user asks for is not made")
		}
		watch.Close()
		msg = v.Wait()()
		if _, cmd := v.Update(msg); msg != (changedMsg{false}) || cmd != nil {
			t.Errorf("after the end of the watcher comes %+v", msg)
		}
	})
}

// A newer search cancels an older one.
func TestANewerSearchCancelsTheOlderOne(t *testing.T) {
	host := &viewtest.Host{}
	v := project(facts.NewMemory().File("/p/CLAUDE.md", "x\n"), host)
	first, second := v.discover(), v.discover()
	msg := first().(discoveredMsg)
	if !errors.Is(msg.err, context.Canceled) || msg.traces != nil {
		t.Errorf("the older search ends with %v", msg.err)
	}
	if v.Update(msg); host.Warned != "" || !v.empty() {
		t.Errorf("its answer counts: %q", host.Warned)
	}
	if v.Update(second()); v.empty() {
		t.Error("the newer search found nothing")
	}
}

// The agent of a result and its unsaved text decide which agent is shown and when a new search
// begins.
func TestAResultBringsItsAgentToTheFront(t *testing.T) {
	v := project(facts.NewMemory().File("/p/CLAUDE.md", "x\n"), &viewtest.Host{})
	result := func(profile string, unsaved ...facts.Unsaved) {
		v.Update(view.Result{Result: &engine.Result{Profile: profile}, Request: engine.Request{Unsaved: unsaved}})
	}
	result("opencode@1")
	viewtest.Send(v, view.Shown{})
	order := func() string {
		var names []string
		for _, t := range v.traces {
			names = append(names, t.Agent)
		}
		return fmt.Sprintf("%s %v", v.Agent(), names)
	}
	if got := order(); got != "opencode [opencode claude-code]" {
		t.Errorf("%s", got)
	}
	if result("claude-code@2"); order() != "claude-code [claude-code opencode]" {
		t.Errorf("%s", order())
	}
	v.Update(keymap.NextAgent)
	if result("claude-code@2"); order() != "opencode [claude-code opencode]" {
		t.Errorf("the same agent again: %s", order())
	}
	if result("template"); v.Agent() != "opencode" {
		t.Errorf("for a prompt of nobody: %s", order())
	}
	if _, cmd := v.Update(view.Shown{}); cmd != nil {
		t.Error("nothing changed, and a search is made")
	}
	result("template", facts.Unsaved{Path: "/p/CLAUDE.md", Text: "longer\n"})
	if _, cmd := v.Update(view.Shown{}); cmd == nil {
		t.Error("an unsaved text came, and no search is made")
	}
	if _, cmd := v.Update(view.Shown{}); cmd != nil {
		t.Error("a second search is made for the same text")
	}
}
