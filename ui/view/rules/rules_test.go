package rules

import (
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/hidden"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func shown(host *viewtest.Host, traces ...*discovery.Trace) *View {
	v := New(host, Options{World: facts.NewMemory().File("/p/A.md", "one\ntwo @gone\n"), Request: func() engine.Request { return engine.Request{Cwd: "/p"} }})
	v.setTraces(traces)
	return v
}

func candidate(name string, verdict discovery.Verdict) discovery.Candidate {
	return discovery.Candidate{Path: "/p/" + name, Shown: "/p/" + name, RealPath: "/p/" + name, Verdict: verdict, Tier: "project"}
}

func trace(agent string, all ...discovery.Candidate) *discovery.Trace {
	return &discovery.Trace{Agent: agent, Cwd: "/p", Candidates: all}
}

// One character that is a danger outweighs a hundred that are not, wherever it
// stands among them.
func TestTheWorstOfWhatIsHiddenGivesTheMarkItsColour(t *testing.T) {
	st := viewtest.Styles()
	high, medium, low := hidden.Finding{Level: hidden.High, Count: 1}, hidden.Finding{Level: hidden.Medium, Count: 2}, hidden.Finding{Level: hidden.Low, Count: 4}
	for _, c := range []struct {
		found []hidden.Finding
		text  string
		look  any
	}{
		{[]hidden.Finding{high, medium, low}, "!3 hidden", st.Error},
		{[]hidden.Finding{low, high}, "!1 hidden", st.Error},
		{[]hidden.Finding{medium, low}, "!2 hidden", st.Warning},
	} {
		got := marks(c.found, "", "", st)
		if len(got) != 1 || got[0].text != c.text || any(got[0].look) != c.look {
			t.Errorf("%v: %+v", c.found, got)
		}
	}
	if got := marks([]hidden.Finding{low}, "", "", st); len(got) != 0 {
		t.Errorf("what is no danger is marked: %+v", got)
	}
	if got := marks(nil, "/p/B.md", "ignored", st); len(got) != 2 || got[0].text != "=again" || got[1].text != "~ignored" {
		t.Errorf("%+v", got)
	}
}

func TestSizesSayWhatReachesTheModel(t *testing.T) {
	for _, c := range []struct {
		bytes   int64
		used    int
		imports bool
		reason  discovery.Reason
		want    string
	}{
		{100, 100, false, "", "100 B, project"},
		{100, 150, true, "", "100 B, 150 with imports, project"},
		{100, 150, false, "", "150 of 100 B, project"}, // it grew as it was read, and no import did that
		{100, 90, false, "", "90 of 100 B, project"},
		{100, 90, true, "", "90 of 100 B, project"},
		{100, 60, false, discovery.Cut, "60 of 100 B, cut at byte 60"},
	} {
		x := candidate("A.md", discovery.Loaded)
		x.Bytes, x.Used, x.Reason = c.bytes, c.used, c.reason
		if c.imports {
			x.Imports = []discovery.Import{{Ref: "@b"}}
		}
		if got := short(x); got != c.want {
			t.Errorf("%d of %d bytes: %q, want %q", c.used, c.bytes, got, c.want)
		}
	}
	if got := short(candidate("A.md", discovery.Later)); got != string(discovery.Later) {
		t.Errorf("on demand without a reason: %q", got)
	}
}

func TestTheBarBeginsOnWhatIsLoadedAndStaysThere(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, trace("a", candidate("no.md", discovery.NotLoaded), candidate("yes.md", discovery.Loaded)), trace("b", candidate("b.md", discovery.Loaded)))
	if e, _ := v.selected(); e.Path != "/p/yes.md" {
		t.Errorf("the bar begins on %s", e.Path)
	}
	v.Update(keymap.NextAgent)
	if v.Agent() != "b" {
		t.Errorf("the next agent is %s", v.Agent())
	}
	v.setTraces([]*discovery.Trace{trace("a"), trace("b", candidate("new.md", discovery.NotLoaded), candidate("b.md", discovery.Loaded))})
	if v.Agent() != "b" {
		t.Errorf("after a discovery the agent is %s", v.Agent())
	}
	v.Update(view.Agent{Name: "a"})
	if v.Agent() != "a" {
		t.Errorf("another profile was chosen, and the agent is %s", v.Agent())
	}
}

func TestAReferenceThatLeadsNowhereOpensAtItsPlace(t *testing.T) {
	host := &viewtest.Host{}
	x := candidate("A.md", discovery.Loaded)
	x.Imports = []discovery.Import{{Ref: "@gone", Reason: discovery.Missing, Offset: strings.Index("one\ntwo @gone\n", "@")}}
	v := shown(host, trace("a", x))
	v.Update(view.Move{Rows: 1})
	_, cmd := v.Update(keymap.EditRule)
	v.Update(cmd())
	if host.Edited != "/p/A.md" || host.Line != 2 || host.Column != 5 {
		t.Errorf("it opens %s at %d:%d", host.Edited, host.Line, host.Column)
	}
	if v.Update(keymap.Jump); !strings.HasPrefix(host.Said, "@gone: ") {
		t.Errorf("Enter says %q", host.Said)
	}
}

func TestAFileIsReadBesideTheKeysAndShown(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, trace("a", candidate("A.md", discovery.Loaded)))
	_, cmd := v.Update(keymap.Jump)
	if host.Dialog != nil || cmd == nil {
		t.Fatal("the file was read while the key waited")
	}
	if v.Update(cmd()); host.Dialog == nil || host.Late == "" {
		t.Error("the file is not shown")
	}
}

func TestACutFileShowsWhereItIsCut(t *testing.T) {
	e := entry{Candidate: candidate("A.md", discovery.Loaded)}
	e.Reason, e.Used, e.Bytes = discovery.Cut, 4, 100
	var text []string
	for _, line := range e.lines("one\ntwo\n") {
		text = append(text, line[0].Text)
	}
	want := "one|──── cut at byte 4: what follows does not reach the model ────|two|… the rest is not shown"
	if got := strings.Join(text, "|"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAllAgentsSideBySideKeepTheChosenOneInView(t *testing.T) {
	var traces []*discovery.Trace
	for _, name := range strings.Split("abcdefghijklmnopqrst", "") {
		traces = append(traces, trace(name, candidate("A.md", discovery.Loaded)))
	}
	v := shown(&viewtest.Host{}, traces...)
	v.Update(keymap.AllAgents)
	for range 30 {
		for _, w := range []int{1, 20, 40, 60, 120} {
			viewtest.Rows(v, w, 12)
			first, count, _ := v.columns(w)
			if v.agent < first || v.agent >= first+count {
				t.Fatalf("%d columns: agent %d is not among %d from %d on", w, v.agent, count, first)
			}
		}
		v.Update(keymap.NextAgent)
	}
}

func TestSearchFindsFilesAndReferences(t *testing.T) {
	x := candidate("A.md", discovery.Loaded)
	x.Imports = []discovery.Import{{Ref: "@./deep.md"}}
	tr := trace("a", x, candidate("B.md", discovery.NotLoaded))
	tr.Notes = []string{"nothing deep here"}
	v := shown(&viewtest.Host{}, tr)
	m, _ := search.Compile(search.Query{Text: "deep"})
	if found := v.Search(m); len(found) != 2 || found[0].Row != 1 || found[1].Row != 3 {
		t.Errorf("found %+v", found)
	}
}

// A discovery that was asked for again does not go on, and its answer is not shown.
func TestAnOlderDiscoveryIsCancelledAndNotShown(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host)
	_, one := v.Update(view.Shown{})
	_, two := v.Update(view.Shown{})
	msg := one().(discoveredMsg)
	if msg.err == nil {
		t.Error("the older discovery went on")
	}
	if v.Update(msg); host.Warned != "" {
		t.Errorf("it warns of what nobody asks for any more: %q", host.Warned)
	}
	if v.Update(two()); v.empty() {
		t.Errorf("the newer one is not shown: %s", host.Warned)
	}
}
