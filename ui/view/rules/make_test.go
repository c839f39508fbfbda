package rules

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// either is the discovery of a made-up agent. The agent loads NEW.md and the file that it names.
// Without NEW.md, it loads OLD.md and MORE.md. The discovery fails if there is a file BROKEN.
func either(_ context.Context, w facts.World, o discovery.Options) (*discovery.Trace, error) {
	t := &discovery.Trace{Agent: "either", Cwd: o.Cwd}
	if _, err := w.ReadFile("/p/BROKEN"); err == nil {
		return nil, context.DeadlineExceeded
	}
	text, err := w.ReadFile("/p/NEW.md")
	add := func(name string, verdict discovery.Verdict, reason discovery.Reason) *discovery.Candidate {
		c := discovery.Candidate{Kind: discovery.Rule, Path: "/p/" + name, Shown: "/p/" + name, Verdict: verdict, Reason: reason}
		if reason != discovery.Missing {
			c.RealPath = c.Path
		}
		t.Candidates = append(t.Candidates, c)
		return &t.Candidates[len(t.Candidates)-1]
	}
	if err != nil {
		add("NEW.md", discovery.NotLoaded, discovery.Missing)
	} else if c := add("NEW.md", discovery.Loaded, ""); strings.HasPrefix(text, "@") {
		name := strings.TrimSpace(text[1:])
		c.Imports = []discovery.Import{{Ref: "@" + name, Path: "/p/" + name, Verdict: discovery.Loaded}}
	}
	for _, name := range []string{"OLD.md", "MORE.md", "sub/DEEP.md"} {
		if _, there := w.ReadFile("/p/" + name); there == nil && err != nil {
			add(name, discovery.Loaded, "")
		} else if there == nil {
			add(name, discovery.NotLoaded, discovery.NoMatch)
		}
	}
	return t, nil
}

// The tab finds the files that a new file would take out of the prompt. If that is a single file
// beside the new one, a line that imports it keeps it in the prompt.
func TestTheCostOfANewFileIsFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		files string
		lost  string
		keeps string
	}{
		{"nothing", "", "", ""}, {"one file beside it", "OLD.md", "/p/OLD.md", "@OLD.md\n"}, {"two files", "OLD.md MORE.md", "/p/OLD.md /p/MORE.md", ""},
		{"one file in another directory", "sub/DEEP.md", "/p/sub/DEEP.md", ""}, {"an agent that fails", "OLD.md BROKEN", "", ""},
	} {
		w := facts.NewMemory().Dir("/p")
		for _, name := range strings.Fields(c.files) {
			w.File("/p/"+name, "x\n")
		}
		v := New(&viewtest.Host{}, Options{World: w, Agents: agent.New(agent.Agent{Name: "either", Versions: []discovery.Version{{Name: "1"}}, Discover: either}), Request: func() engine.Request { return engine.Request{Cwd: "/p"} }})
		v.setTraces([]*discovery.Trace{trace("either", candidate("X.md", discovery.Loaded))})
		msg := v.make("/p/NEW.md")().(costMsg)
		if got := strings.Join(msg.lost, " "); got != c.lost || msg.keeps != c.keeps || msg.path != "/p/NEW.md" || msg.agent != "either" {
			t.Errorf("%s: %+v, want %q and %q", c.name, msg, c.lost, c.keeps)
		}
	}
}

// After every message, Update returns the tab itself.
func TestTheTabGoesOnAsItself(t *testing.T) {
	for _, msg := range []tea.Msg{
		view.Reveal{Match: view.Match{Row: -1}}, view.Reveal{}, view.Scroll{Rows: 1, X: 3, Y: 3}, view.Scroll{Rows: 1, X: 60, Y: 3}, view.Move{Rows: 1}, view.Keep{}, view.Return{}, view.Mask{On: false}, view.Agent{Name: "a"}, view.Click{X: 3, Y: 2, Count: 1},
		view.Result{Result: &engine.Result{Profile: "a"}}, view.Shown{}, view.Changed{}, view.Changed{ByUser: true}, keymap.AllAgents, keymap.NextAgent, discoveredMsg{}, changedMsg{}, readMsg{}, costMsg{path: "/p/x"}, foundMsg{path: "/p/x"}, "another",
	} {
		v := shown(&viewtest.Host{}, trace("a", candidate("A.md", discovery.Loaded)), trace("b"))
		viewtest.Rows(v, 100, 10)
		if same, _ := v.Update(msg); same != v {
			t.Errorf("after %T%+v it is another", msg, msg)
		}
	}
}

// A rectangle holds its corners, and what is beside it is not in it.
func TestARectangleHoldsItsCorners(t *testing.T) {
	r := rect{2, 3, 4, 5}
	for at, want := range map[[2]int]bool{{2, 3}: true, {5, 7}: true, {1, 3}: false, {2, 2}: false, {6, 3}: false, {2, 8}: false, {4, 5}: true} {
		if got := r.has(at[0], at[1]); got != want {
			t.Errorf("%v is in it: %v", at, got)
		}
	}
}

// A press on an agent chooses it.
func TestAPressOnAnAgentChoosesIt(t *testing.T) {
	v := shown(&viewtest.Host{}, trace("a"), trace("b"), trace("c"))
	for _, w := range []int{agentsLeast - 1, agentsLeast} {
		v.choose(0)
		viewtest.Rows(v, w, 10)
		for y, want := range []string{"a", "a", "b", "c", "c"} { // the first row is a heading
			if w < agentsLeast {
				want = "a"
			}
			if v.Update(view.Click{X: agentsWidth - 1, Y: y, Count: 1}); v.Agent() != want {
				t.Errorf("in %d columns a press on row %d chooses %q, want %q", w, y, v.Agent(), want)
			}
		}
	}
}

// At first the bar is on the first file that is loaded.
func TestTheBarBeginsOnALoadedFile(t *testing.T) {
	later, loaded := candidate("A.md", discovery.Later), candidate("B.md", discovery.Loaded)
	for _, all := range [][]discovery.Candidate{{later, loaded}, {loaded, later}, {candidate("C.md", discovery.NotLoaded), loaded, candidate("D.md", discovery.Loaded)}} {
		v := shown(&viewtest.Host{}, trace("a", all...))
		if e, ok := v.selected(); !ok || e.Path != loaded.Path {
			t.Errorf("the bar is on %q", e.Path)
		}
	}
}

// The foot needs two rows besides those of the files, and twelve columns.
func TestTheFootNeedsRoom(t *testing.T) {
	v := shown(&viewtest.Host{}, trace("a", candidate("A.md", discovery.Loaded)))
	for _, c := range []struct {
		width, room int
		want        bool
	}{{12, leastFiles + 2, true}, {11, leastFiles + 2, false}, {12, leastFiles + 1, false}} {
		if got := v.footHeight(c.width, c.room, v.trace()) > 0; got != c.want {
			t.Errorf("%d columns and %d rows have a foot: %v", c.width, c.room, got)
		}
	}
}

// Each file and each import has its real path, whatever is masked on the screen.
func TestImportsHaveTheirRealPaths(t *testing.T) {
	c := candidate("A.md", discovery.Loaded)
	c.Imports = []discovery.Import{{Path: "/p/B.md", Imports: []discovery.Import{{Path: "/p/C.md"}}}}
	v := shown(&viewtest.Host{}, trace("a", c))
	v.found = []*discovery.Trace{trace("a", c)}
	v.shown()
	for _, path := range []string{"/p/A.md", "/p/B.md", "/p/C.md"} {
		if v.real[path] != path {
			t.Errorf("%s is %q", path, v.real[path])
		}
	}
}

// For a file that is not loaded, the matrix says what the user can do, if anything.
func TestTheMatrixSaysWhatToDo(t *testing.T) {
	for _, c := range []struct {
		verdict discovery.Verdict
		reason  discovery.Reason
		want    bool
	}{{discovery.NotLoaded, discovery.BelowCwd, true}, {discovery.Later, discovery.BelowCwd, false}, {discovery.NotLoaded, "", false}} {
		file := candidate("a/A.md", c.verdict)
		file.Reason, file.Detail = c.reason, "start it in /p/a"
		v := shown(&viewtest.Host{}, trace("one", file))
		v.Update(keymap.AllAgents)
		remedy := v.trace().Remedy(&v.trace().Candidates[0])
		if got := strings.Contains(v.cellSentence(v.trace(), &v.table.Rows[0]), "What to do"); got != c.want {
			t.Errorf("%v, %v: what to do is said: %v, remedy %q", c.verdict, c.reason, got, remedy)
		}
	}
}

// With more agents than columns, the table says how many are on either side.
func TestColumnsOfManyAgentsAreAsInThePictures(t *testing.T) {
	var all []*discovery.Trace
	for i := range 20 {
		all = append(all, trace(strings.Repeat(string(rune('a'+i)), 1+i), candidate("A.md", discovery.Loaded), candidate(fmt.Sprintf("sub/%d.md", i%3), discovery.Later)))
	}
	v := shown(&viewtest.Host{}, all...)
	v.Update(keymap.AllAgents)
	var p viewtest.Pictures
	for _, agent := range []int{0, 9, 19} {
		v.choose(agent)
		for _, size := range [][2]int{{24, 14}, {48, 14}, {80, 14}, {48, 5}, {48, 9}} {
			p.View(v.Agent(), v, size[0], size[1])
		}
	}
	p.Compare(t, "columns.txt")
}

// If the bar is not on a row, the keys that act on a row do nothing.
func TestKeysWithoutARow(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, trace("a"))
	for _, action := range []keymap.Action{keymap.Jump, keymap.ReadRule, keymap.EditRule} {
		if _, cmd := v.Update(action); cmd != nil {
			t.Errorf("%s does something", action)
		}
	}
	if *host != (viewtest.Host{}) {
		t.Errorf("the host was asked for %+v", *host)
	}
	if text, what := v.Selected(); text != "" || what != "" || v.Details() != "" {
		t.Errorf("%q is selected as %q, told %q", text, what, v.Details())
	}
	if _, ok := someEntry(&discovery.Row{Cells: []discovery.Cell{{}, {}}}); ok {
		t.Error("a row that no agent has is an entry")
	}
	v.Update(view.Return{})
	if v.Agent() != "a" {
		t.Errorf("shown is %q", v.Agent())
	}
}

// An agent that was asked for by name before its trace arrived shows its first loaded file, wherever
// the bar was for the agent before it.
func TestTheBarBeginsAgainForAnAgentThatArrivesLater(t *testing.T) {
	three := []discovery.Candidate{candidate("A.md", discovery.Loaded), candidate("B.md", discovery.Loaded), candidate("C.md", discovery.Loaded)}
	v := shown(&viewtest.Host{}, trace("a", three...))
	v.list.GoTo(3)
	if e, _ := v.selected(); e.Path != "/p/C.md" {
		t.Fatalf("the bar is on %q", e.Path)
	}
	v.show("b")
	v.setTraces([]*discovery.Trace{trace("a", three...), trace("b", three...)})
	if e, _ := v.selected(); v.Agent() != "b" || e.Path != "/p/A.md" {
		t.Errorf("it shows %s, and the bar is on %q", v.Agent(), e.Path)
	}
}
