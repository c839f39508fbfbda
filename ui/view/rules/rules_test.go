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

// One dangerous character determines the colour, even among a hundred harmless ones.
func TestWorstFindingDecidesTheColour(t *testing.T) {
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
		t.Errorf("harmless text is marked: %+v", got)
	}
	if got := marks(nil, "/p/B.md", "ignored", st); len(got) != 2 || got[0].text != "= same text" || got[1].text != "~ignored" {
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
		{100, 150, false, "", "150 of 100 B, project"}, // the file grew while it was read; it has no imports
		{100, 90, false, "", "90 of 100 B, project"},
		{100, 90, true, "", "90 of 100 B, project"},
		{100, 60, false, discovery.Cut, "cut at byte 60 of 100"},
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

func TestBarStartsOnALoadedFile(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, trace("a", candidate("no.md", discovery.NotLoaded), candidate("yes.md", discovery.Loaded)), trace("b", candidate("b.md", discovery.Loaded)))
	if e, _ := v.selected(); e.Path != "/p/yes.md" {
		t.Errorf("the bar starts on %s", e.Path)
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
		t.Errorf("another profile was chosen, but the agent is %s", v.Agent())
	}
}

func TestDanglingReferenceOpensAtItsPlace(t *testing.T) {
	host := &viewtest.Host{}
	x := candidate("A.md", discovery.Loaded)
	x.Imports = []discovery.Import{{Ref: "@gone", Reason: discovery.Missing, Offset: strings.Index("one\ntwo @gone\n", "@")}}
	v := shown(host, trace("a", x))
	v.Update(view.Move{Rows: 1})
	_, cmd := v.Update(keymap.EditRule)
	v.Update(cmd())
	if host.Edited != "/p/A.md" || host.Line != 2 || host.Column != 5 {
		t.Errorf("the editor opens %s at %d:%d", host.Edited, host.Line, host.Column)
	}
	if v.Update(keymap.Jump); !strings.HasPrefix(host.Said, "@gone: ") {
		t.Errorf("Enter says %q", host.Said)
	}
}

func TestFileIsReadInTheBackground(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, trace("a", candidate("A.md", discovery.Loaded)))
	_, cmd := v.Update(keymap.ReadRule)
	if host.Dialog != nil || cmd == nil {
		t.Fatal("the key waited until the file was read")
	}
	if v.Update(cmd()); host.Dialog == nil || host.Late == "" {
		t.Error("the file is not shown")
	}
}

// acts does an action, and what it does in the background.
func acts(v *View, action keymap.Action) {
	if _, cmd := v.Update(action); cmd != nil {
		v.Update(cmd())
	}
}

func TestEnterOpensTheFileInTheEditorPane(t *testing.T) {
	host := &viewtest.Host{}
	hides := candidate("A.md", discovery.Loaded)
	hides.Hidden = []hidden.Finding{{Line: 7}}
	absent := candidate("B.md", discovery.NotLoaded)
	absent.Reason, absent.RealPath = discovery.Missing, ""
	pattern := candidate("c/*.md", discovery.NotLoaded)
	pattern.Reason, pattern.RealPath = discovery.NoMatch, ""
	v := shown(host, trace("a", hides, absent, pattern))
	for _, want := range []struct {
		opened string
		line   int
	}{{"/p/A.md", 7}, {"/p/B.md", 0}, {"", 0}} {
		host.Opened, host.At = "", view.FilePlace{}
		if acts(v, keymap.Jump); host.Opened != want.opened || host.At.Line != want.line {
			t.Errorf("Enter opens %q at %+v, want %+v", host.Opened, host.At, want)
		}
		v.Update(view.Move{Rows: 1})
	}
	if !strings.Contains(host.Said, "c/*.md: ") {
		t.Errorf("a pattern says %q", host.Said)
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

func TestSearchFindsFilesAndReferences(t *testing.T) {
	x := candidate("A.md", discovery.Loaded)
	x.Imports = []discovery.Import{{Ref: "@./deep.md"}}
	tr := trace("a", x, candidate("B.md", discovery.NotLoaded))
	tr.Notes = []string{"nothing deep here"}
	v := shown(&viewtest.Host{}, tr)
	m, _ := search.Compile(search.Query{Text: "deep"})
	if found := v.Search(m); len(found) != 2 || v.rows[found[0].Row].reference == nil || v.rows[found[1].Row].note == "" {
		t.Errorf("found %+v", found)
	}
}

// Each letter of a file's name starts a search. As long as the shown agent has a row with that
// text, the search must not switch to another agent.
func TestTypingAFilesNameKeepsTheAgent(t *testing.T) {
	v := shown(&viewtest.Host{}, trace("one", candidate("pi/A.md", discovery.NotLoaded)), trace("pi", candidate("pi/A.md", discovery.Loaded)))
	for _, typed := range []string{"p", "pi", "pi/", "pi/A"} {
		m, _ := search.Compile(search.Query{Text: typed})
		v.Update(view.Reveal{Match: v.Search(m)[0]})
		if v.Agent() != "one" {
			t.Fatalf("%q chose %s", typed, v.Agent())
		}
	}
	m, _ := search.Compile(search.Query{Text: "pi"})
	if found := v.Search(m); len(found) != 2 || found[1].Row != -2 {
		t.Errorf("found %+v, and the agent's name is not the last", found)
	}
}

// When a discovery is requested again, the older one is cancelled and its answer dropped.
func TestAnOlderDiscoveryIsCancelledAndNotShown(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host)
	_, one := v.Update(view.Shown{})
	_, two := v.Update(view.Shown{})
	msg := one().(discoveredMsg)
	if msg.err == nil {
		t.Error("the older discovery was not cancelled")
	}
	if v.Update(msg); host.Warned != "" {
		t.Errorf("an outdated discovery shows a warning: %q", host.Warned)
	}
	if v.Update(two()); v.empty() {
		t.Errorf("the newer discovery is not shown: %s", host.Warned)
	}
}

func TestFilesAreGroupedByVerdict(t *testing.T) {
	missing := candidate("gone.md", discovery.NotLoaded)
	missing.Reason = discovery.Missing
	empty := candidate("empty.md", discovery.NotLoaded)
	empty.Reason = discovery.Empty
	skill := candidate("SKILL.md", discovery.Listed)
	skill.Kind, skill.Name = discovery.Skill, "pdf"
	v := shown(&viewtest.Host{}, trace("one", missing, empty, skill, candidate("later.md", discovery.Later), candidate("A.md", discovery.Loaded)), trace("two"))
	text := strings.Join(viewtest.Rows(v, 100, 30), "\n")
	at := 0
	for _, want := range []string{
		"loaded at launch  1", "A.md", "loaded on demand  1", "later.md", "named in the request  1", "pdf (SKILL.md)", "skill",
		"existing, but not loaded  1", "empty.md", "it is empty", "looked for, but missing  1", "gone.md",
	} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("%q is out of order:\n%s", want, text)
		}
		at += i
	}
	v.Update(view.Move{End: 1})
	if text := strings.Join(viewtest.Rows(v, 100, 30), "\n"); !strings.Contains(text, "What to do: create the file") {
		t.Errorf("the remedy is missing:\n%s", text)
	}
}

// If an agent does not report missing files, the list offers those that it looks for, except files
// that another agent has found there.
func TestMissingRuleFileCanBeCreated(t *testing.T) {
	host := &viewtest.Host{}
	one := trace("one")
	one.RuleNames = discovery.RuleNames{Names: []string{"NEW.md", "B.md"}}
	v := shown(host, one, trace("two", candidate("B.md", discovery.Loaded)))
	if text := strings.Join(viewtest.Rows(v, 100, 30), "\n"); !strings.Contains(text, "looked for, but missing  1") || !strings.Contains(text, "NEW.md") {
		t.Fatalf("the file is not offered:\n%s", text)
	}
	v.Update(view.Move{End: 1})
	if word := v.Hints()[0].Word; word != "create" {
		t.Errorf("the footer shows %q", word)
	}
	for _, action := range []keymap.Action{keymap.Jump, keymap.EditRule} {
		host.Opened = ""
		if acts(v, action); !strings.HasSuffix(host.Opened, "/NEW.md") {
			t.Errorf("%s opened %q", action, host.Opened)
		}
	}
}

func TestAgentsAreListedAtTheLeft(t *testing.T) {
	v := shown(&viewtest.Host{}, trace("one", candidate("A.md", discovery.Loaded), candidate("B.md", discovery.Later)), trace("two", candidate("C.md", discovery.Loaded)))
	rows := viewtest.Rows(v, 100, 12)
	if !strings.HasPrefix(rows[1], "▸one") || !strings.HasSuffix(strings.Fields(rows[1])[1], "1") {
		t.Errorf("%q", rows[1])
	}
	v.Update(view.Click{X: 3, Y: 2, Count: 1})
	if v.Agent() != "two" {
		t.Errorf("a click on the second agent chose %s", v.Agent())
	}
	m, _ := search.Compile(search.Query{Text: "one"})
	v.Update(view.Reveal{Match: v.Search(m)[0]})
	if v.Agent() != "one" {
		t.Errorf("searching for the agent's name chose %s", v.Agent())
	}
	if row := viewtest.Rows(v, 50, 12)[0]; !strings.Contains(row, "agent 1 of 2") {
		t.Errorf("a narrow pane shows %q", row)
	}
}

// The profile is chosen before the tab runs its first discovery.
func TestTheAgentOfTheProfileIsShownFirst(t *testing.T) {
	v := New(&viewtest.Host{}, Options{World: facts.NewMemory(), Request: func() engine.Request { return engine.Request{} }})
	v.Update(view.Agent{Name: "two"})
	v.setTraces([]*discovery.Trace{trace("one"), trace("two", candidate("A.md", discovery.Loaded))})
	if e, _ := v.selected(); v.Agent() != "two" || e.Path != "/p/A.md" {
		t.Errorf("it shows %s, %s", v.Agent(), e.Path)
	}
}

// The tab shows the agent of the profile even if the profile comes from the settings or the opened
// file. A profile that belongs to no agent does not change the tab.
func TestTheAgentOfThePromptIsShown(t *testing.T) {
	v := New(&viewtest.Host{}, Options{World: facts.NewMemory(), Request: func() engine.Request { return engine.Request{} }})
	result := func(profile string) { v.Update(view.Result{Result: &engine.Result{Profile: profile}}) }
	result("two@1.0")
	v.setTraces([]*discovery.Trace{trace("one"), trace("two"), trace("three")})
	if v.Agent() != "two" {
		t.Errorf("at the start it shows %s", v.Agent())
	}
	if result("three@2"); v.Agent() != "three" {
		t.Errorf("with the prompt of three it shows %s", v.Agent())
	}
	v.Update(keymap.NextAgent)
	for _, profile := range []string{"three@2", "template"} {
		if result(profile); v.Agent() != "one" {
			t.Errorf("a new prompt of %s changed the chosen agent to %s", profile, v.Agent())
		}
	}
}

func TestAFileThatOnlyOtherAgentsReadIsExplained(t *testing.T) {
	v := shown(&viewtest.Host{}, trace("one", candidate("ONE.md", discovery.Loaded)), trace("two", candidate("TWO.md", discovery.Loaded)))
	v.Update(view.Move{End: 1})
	text := strings.Join(viewtest.Rows(v, 140, 20), " ")
	for _, want := range []string{"only for other agents  1", "TWO.md in one: the agent reads ONE.md. What to do: copy its text into ONE.md", "Loaded at launch by two.", "/p/TWO.md"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
}

// A remedy shortens directories as the rest of the sentence does.
func TestRemediesNameDirectoriesInShort(t *testing.T) {
	below := candidate("web/AGENTS.md", discovery.NotLoaded)
	below.Reason = discovery.BelowCwd
	v := shown(&viewtest.Host{}, trace("one", candidate("AGENTS.md", discovery.Loaded), below))
	v.Update(view.Move{End: 1})
	if text := strings.Join(viewtest.Rows(v, 140, 30), "\n"); !strings.Contains(text, "agent in web. /p/web/AGENTS.md") {
		t.Error(text)
	}
}
