package rules

import (
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

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
			first, count, _, _ := v.columns(w)
			if v.agent < first || v.agent >= first+count {
				t.Fatalf("%d columns: agent %d is not among %d from %d on", w, v.agent, count, first)
			}
		}
		v.Update(keymap.NextAgent)
	}
}

func TestColumnsHaveTheNamesOfAgents(t *testing.T) {
	v := shown(&viewtest.Host{}, trace("abc", candidate("A.md", discovery.Loaded)), trace("xyz", candidate("B.md", discovery.Later)))
	v.Update(keymap.AllAgents)
	rows := viewtest.Rows(v, 80, 16)
	for i, want := range []string{"a  x", "b  y", "c  z"} {
		if !strings.HasSuffix(rows[headRows+i], want) {
			t.Errorf("row %d: %q", i, rows[headRows+i])
		}
	}
	if row := rows[headRows+3]; !strings.Contains(row, "A.md") || !strings.HasSuffix(row, "●  ·") {
		t.Errorf("%q", row)
	}
}

func TestLowMatrixShowsTheChosenFile(t *testing.T) {
	v := shown(&viewtest.Host{}, trace("abc", candidate("A.md", discovery.Loaded)), trace("xyz", candidate("B.md", discovery.Later)))
	v.Update(keymap.AllAgents)
	rows := viewtest.Rows(v, 80, 9)
	if !strings.HasPrefix(rows[1], " A.md in abc: loaded") || !strings.Contains(rows[0], "● at launch  ○ on demand") {
		t.Errorf("%q", rows[:2])
	}
	if row := viewtest.Rows(v, 80, 30)[1]; !strings.Contains(row, "● at launch") {
		t.Errorf("%q", row)
	}
	if row := viewtest.Rows(v, 40, 30)[0]; !strings.HasSuffix(strings.TrimRight(row, " "), "…") {
		t.Errorf("the head is cut without a sign: %q", row)
	}
}

func TestAnImportedFileIsNotAmongThoseOfOtherAgents(t *testing.T) {
	importing := candidate("ONE.md", discovery.Loaded)
	importing.Imports = []discovery.Import{{Ref: "@TWO.md", Path: "/p/TWO.md", Verdict: discovery.Loaded}}
	v := shown(&viewtest.Host{}, trace("one", importing), trace("two", candidate("TWO.md", discovery.Loaded)))
	if text := strings.Join(viewtest.Rows(v, 140, 20), "\n"); strings.Contains(text, "only other agents look at") || !strings.Contains(text, "@TWO.md") {
		t.Error(text)
	}
}

func TestTheMatrixSaysThatAFileIsLoadedThroughALink(t *testing.T) {
	link := candidate("ONE.md", discovery.Loaded)
	link.RealPath = "/p/a/TWO.md"
	v := shown(&viewtest.Host{}, trace("one", link), trace("two", candidate("a/TWO.md", discovery.Loaded)))
	v.Update(keymap.AllAgents)
	v.Update(view.Move{End: 1})
	if text := strings.Join(viewtest.Rows(v, 140, 30), "\n"); !strings.Contains(text, "TWO.md in one: loaded as ONE.md, which is a link to it.") {
		t.Error(text)
	}
}

// The same holds for a file that the agent refuses under its own name: the cell and the
// sentence below it agree.
func TestTheMatrixSaysThatARefusedFileIsLoadedThroughALink(t *testing.T) {
	link, below := candidate("ONE.md", discovery.Loaded), candidate("a/TWO.md", discovery.NotLoaded)
	link.RealPath, below.Reason, below.Detail = "/p/a/TWO.md", discovery.BelowCwd, "start it in /p/a"
	v := shown(&viewtest.Host{}, trace("one", link, below), trace("two", candidate("a/TWO.md", discovery.Loaded)))
	v.Update(keymap.AllAgents)
	v.Update(view.Move{End: 1})
	if text := strings.Join(viewtest.Rows(v, 140, 30), "\n"); !strings.Contains(text, "a/TWO.md in one: loaded as ONE.md, which is a link to it.") || strings.Contains(text, "lies below") {
		t.Error(text)
	}
}
