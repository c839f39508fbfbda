package rules

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/hidden"
	"galley/ui/view/viewtest"
)

// A row has a sign, and says in a few words what the agent does with a file.
func TestRowsSayWhatBecomesOfAFile(t *testing.T) {
	t.Parallel()
	st := viewtest.Styles()
	imports := []discovery.Import{{Ref: "@x"}}
	for _, c := range []struct {
		c    discovery.Candidate
		want string
	}{
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 3, Bytes: 90, Used: 90, Tier: "project"}, " 3|90 B, project"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 12, Tier: "project"}, "12|project"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Bytes: 90, Used: 91, Imports: imports, Tier: "project"}, " 1|90 B, 91 with imports, project"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Bytes: 90, Used: 91, Tier: "project"}, " 1|91 of 90 B, project"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Bytes: 90, Used: 89, Imports: imports, Tier: "project"}, " 1|89 of 90 B, project"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Bytes: 90, Used: 40, Reason: discovery.Cut}, " 1|cut at byte 40 of 90"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Bytes: 90, Used: 90, Remarks: []discovery.Remark{{Reason: discovery.AlreadyLoaded}}}, " 1|90 B, loaded twice"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Remarks: []discovery.Remark{{Reason: discovery.AlreadyLoaded}}}, " 1|loaded twice"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Bytes: 9, Used: 9, Remarks: []discovery.Remark{{Reason: discovery.NoMatch}}, Tier: "t"}, " 1|9 B, " + discovery.NoMatch.Text()},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Bytes: 9, Used: 9, Remarks: []discovery.Remark{{Detail: "d"}}, Tier: "t"}, " 1|9 B, t"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Order: 1, Bytes: 9, Used: 9, Reason: discovery.NoMatch, Tier: "t"}, " 1|9 B, " + discovery.NoMatch.Text()},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.NotLoaded, Reason: discovery.Missing, Bytes: 9}, " –|" + discovery.Missing.Text()},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.NotLoaded, Reason: discovery.NoMatch}, " –|" + discovery.NoMatch.Text()},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.NotLoaded, Reason: discovery.AlreadyLoaded}, " ✗|" + discovery.AlreadyLoaded.Text()},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.NotLoaded}, " ✗|not loaded"},
		{discovery.Candidate{Kind: discovery.Skill, Verdict: discovery.Listed, Tier: "user"}, " *|skill, user"},
		{discovery.Candidate{Kind: discovery.Skill, Verdict: discovery.Listed}, " *|skill"},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Later}, " +|" + string(discovery.Later)},
		{discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Unknown}, " ?|" + string(discovery.Unknown)},
	} {
		sign, look := mark(c.c, st)
		if got := sign + "|" + short(c.c); got != c.want {
			t.Errorf("%+v: %q, want %q", c.c, got, c.want)
		}
		want := map[string]any{"*": st.Info, "+": st.Info, "?": st.Warning, "–": st.Muted, "✗": st.Warning}[strings.TrimSpace(sign)]
		if want == nil {
			want = st.Good
		}
		if any(look) != want {
			t.Errorf("the sign %q has another look", sign)
		}
		name := st.Muted
		if strings.ContainsAny(sign, "0123456789+*") {
			name = st.Base
		}
		if nameLook(c.c, st) != name {
			t.Errorf("the name beside %q has another look", sign)
		}
	}
	for _, c := range []struct {
		in   discovery.Import
		want string
	}{
		{discovery.Import{Verdict: discovery.Loaded, Reason: discovery.Cut}, "imported"}, {discovery.Import{Reason: discovery.Missing, Detail: "d"}, discovery.Missing.Text()},
		{discovery.Import{Reason: discovery.NoMatch, Detail: "d"}, discovery.NoMatch.Text() + ": d"}, {discovery.Import{Reason: discovery.NoMatch}, discovery.NoMatch.Text()},
	} {
		if got := importShort(c.in); got != c.want {
			t.Errorf("%+v: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestWarningSignsOfARow(t *testing.T) {
	t.Parallel()
	st := viewtest.Styles()
	found := func(levels ...hidden.Level) (all []hidden.Finding) {
		for i, l := range levels {
			all = append(all, hidden.Finding{Level: l, Count: i + 2, Line: i + 1})
		}
		return all
	}
	for _, c := range []struct {
		found          []hidden.Finding
		duplicate, git string
		want           string
	}{
		{nil, "", "", ""}, {found(hidden.Low), "", "", ""}, {found(hidden.Medium, hidden.Low), "", "", "warning !2 hidden;"}, {found(hidden.Low, hidden.High, hidden.Medium), "", "", "error !7 hidden;"},
		{nil, "/p/x", "", "warning = same text;"}, {nil, "", "ignored", "muted ~ignored;"}, {nil, "", "modified", "info ~modified;"}, {found(hidden.Medium), "/p/x", "new", "warning !2 hidden;warning = same text;info ~new;"},
	} {
		got := ""
		for _, q := range marks(c.found, c.duplicate, c.git, st) {
			look := map[bool]string{q.look == st.Error: "error", q.look == st.Warning: "warning", q.look == st.Muted: "muted", q.look == st.Info: "info"}[true]
			got += look + " " + q.text + ";"
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
	for l, want := range map[hidden.Level]any{hidden.High: st.Error, hidden.Medium: st.Warning, hidden.Low: st.Muted} {
		if any(levelLook(l)(st)) != want {
			t.Errorf("the level %v has another look", l)
		}
	}
	inName := []hidden.Finding{{Level: hidden.High, Count: 1, Line: 9, InName: true}, {Level: hidden.Low, Count: 1, Line: 4}, {Level: hidden.High, Count: 1, Line: 2}}
	one := entry{Candidate: discovery.Candidate{Hidden: inName}}
	if one.hiddenLine() != 4 || (entry{Candidate: discovery.Candidate{Hidden: inName}, ref: &discovery.Import{Hidden: inName[2:]}}).hiddenLine() != 2 || (entry{}).hiddenLine() != 0 {
		t.Errorf("the first hidden text is in line %d", one.hiddenLine())
	}
}

func TestTheLinesOfAFileThatIsShown(t *testing.T) {
	t.Parallel()
	lines := func(e entry, text string) string {
		var all []string
		for _, line := range e.lines(text) {
			s := ""
			for _, p := range line {
				s += p.Text
			}
			all = append(all, s)
		}
		return strings.Join(all, "|")
	}
	cut := discovery.Candidate{Verdict: discovery.Loaded, Reason: discovery.Cut, Used: 2, Bytes: 5}
	const line = "──── cut at byte 2: what follows does not reach the model ────"
	for _, c := range []struct {
		e          entry
		text, want string
	}{
		{entry{}, "a\nb", "a|b"}, {entry{Candidate: cut}, "abcde", "ab|" + line + "|cde"}, {entry{Candidate: cut}, "ab", "ab|… the rest is not shown"}, {entry{Candidate: cut, ref: &discovery.Import{}}, "abcde", "abcde"},
		{entry{Candidate: discovery.Candidate{Bytes: 5}}, "abcd", "abcd|… the rest is not shown"}, {entry{Candidate: discovery.Candidate{Bytes: 4, Used: 1, Verdict: discovery.Loaded}}, "abcd", "abcd"},
		{entry{Candidate: discovery.Candidate{Used: 1, Reason: discovery.Cut, Verdict: discovery.NotLoaded}}, "abcd", "abcd"},
	} {
		if got := lines(c.e, c.text); got != c.want {
			t.Errorf("%+v: %q, want %q", c.e, got, c.want)
		}
	}
	f := hidden.Finding{Level: hidden.High, Count: 2, Line: 1, Points: []rune{0x202e}}
	if got := lines(entry{Candidate: discovery.Candidate{Hidden: []hidden.Finding{f}}}, "x"); got != "hidden: "+f.String()+"||x" {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		e    entry
		want string
	}{
		{entry{ref: &discovery.Import{Ref: "@a", Reason: discovery.Missing, Path: "/p/a"}}, "@a: " + discovery.Missing.Text()}, {entry{ref: &discovery.Import{Ref: "@a", Reason: discovery.NoMatch}}, "@a: " + discovery.NoMatch.Text()}, {entry{ref: &discovery.Import{Path: "/p/a"}}, ""},
		{entry{Candidate: discovery.Candidate{Shown: "/p/x", Reason: discovery.Missing}}, "/p/x: " + discovery.Missing.Text()}, {entry{Candidate: discovery.Candidate{Verdict: discovery.Loaded}}, ""}, {entry{Candidate: discovery.Candidate{RealPath: "/p/x"}}, ""},
	} {
		if got := c.e.nothingThere(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.e, got, c.want)
		}
	}
	for path, want := range map[string]bool{"/p/A.md": true, "/p/*.md": false, "/p/a?": false, "/p/{a,b}": false} {
		if got := (entry{Candidate: discovery.Candidate{Path: path, Verdict: discovery.NotLoaded, Reason: discovery.Missing}}).missing(); got != want {
			t.Errorf("%s can be made: %v", path, got)
		}
	}
	if (entry{Candidate: discovery.Candidate{Path: "/p/A.md", Verdict: discovery.NotLoaded}}).missing() || (entry{Candidate: discovery.Candidate{Path: "/p/A.md", Reason: discovery.Missing}}).missing() {
		t.Error("a file that is there can be made")
	}
}

func TestWhereASearchEnds(t *testing.T) {
	t.Parallel()
	v := New(&viewtest.Host{}, Options{World: agenttest.Repository(), Agents: agent.Known(), Request: func() engine.Request { return engine.Request{Cwd: "/p"} }})
	for want, trace := range map[string]*discovery.Trace{
		"no project root":                                  {Cwd: "/p"},
		"project root: this directory":                     {Cwd: "/p", Root: "/p"},
		"project root /p, by .git":                         {Cwd: "/p/d", Root: "/p", Marker: "/p/.git"},
		"no project root; the order differs at each start": {Cwd: "/p", Unstable: true},
	} {
		if got := v.summary(trace); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for shown, want := range map[string]string{"/p/a/b.md": "a/b.md", "/q/b.md": "b.md", "/p": "."} {
		if got := nameIn(&discovery.Trace{Cwd: "/p"}, shown); got != want && shown != "/p" {
			t.Errorf("%s: %q, want %q", shown, got, want)
		}
	}
	w := agenttest.Repository().File("/p/x.md", "one\ntwo é @ref\n")
	for offset, want := range map[int]string{0: "1:1", 4: "2:1", 11: "2:7", 999: "3:1"} {
		msg := find(w, "/p/x.md", offset)().(foundMsg)
		if got := fmt.Sprintf("%d:%d", msg.line, msg.column); got != want || msg.err != nil || msg.path != "/p/x.md" {
			t.Errorf("byte %d is at %s, want %s (%v)", offset, got, want, msg.err)
		}
	}
	if msg := find(w, "/p/none", 3)().(foundMsg); msg.err == nil {
		t.Error("a file that is not there is found")
	}
}

func TestASentenceEndsWithThePathUnlessItBeginsWithIt(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"a.md": "", "b.md": " ../a.md"} {
		shown := map[string]string{"a.md": "a.md", "b.md": "../a.md"}[name]
		if got := pathBehind(name, shown); got != want {
			t.Errorf("%s at %s: %q, want %q", name, shown, got, want)
		}
	}
}
