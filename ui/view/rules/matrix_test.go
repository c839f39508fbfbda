package rules

import (
	"fmt"
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
	if text := strings.Join(viewtest.Rows(v, 140, 20), "\n"); strings.Contains(text, "only for other agents") || !strings.Contains(text, "@TWO.md") {
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

// An agent may refuse a file under its own name and load it through a link. The matrix says that
// it is loaded, in the cell and in the sentence below.
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

// A press on a cell chooses its agent and its file; one above the files chooses the agent alone.
func TestAPressOnACellOfTheMatrix(t *testing.T) {
	v := shown(&viewtest.Host{}, trace("abc", candidate("A.md", discovery.Loaded), candidate("B.md", discovery.Loaded)), trace("xyz", candidate("A.md", discovery.Loaded)))
	v.Update(keymap.AllAgents)
	viewtest.Rows(v, 80, 20)
	_, _, names, each := v.columns(v.at.files.w)
	for _, c := range []struct {
		x, y  int
		agent string
		row   int
	}{{names + each, v.at.files.y, "xyz", 0}, {names, v.at.files.y + 1, "abc", 1}, {names + each, v.at.files.y - 1, "xyz", 1}, {names - 1, v.at.files.y, "xyz", 0}, {names + 2*each, v.at.files.y + 1, "xyz", 1}, {names - 1, v.at.files.y - 1, "xyz", 1}} {
		v.Update(view.Click{X: c.x, Y: c.y, Count: 1})
		if row, _ := v.list.Bar(); v.Agent() != c.agent || row != c.row {
			t.Errorf("a press at %d, %d chooses %s, row %d; want %s, row %d", c.x, c.y, v.Agent(), row, c.agent, c.row)
		}
		viewtest.Rows(v, 80, 20)
	}
}

// The head says how many agents are left of the first column, if any.
func TestTheHeadCountsTheAgentsLeftOfTheColumns(t *testing.T) {
	var traces []*discovery.Trace
	for _, name := range strings.Split("abcdefghijklmnopqrst", "") {
		traces = append(traces, trace(name, candidate("A.md", discovery.Loaded)))
	}
	v := shown(&viewtest.Host{}, traces...)
	v.Update(keymap.AllAgents)
	seen := map[int]bool{}
	for range traces {
		text := strings.Join(viewtest.Rows(v, 40, 14), "\n")
		first, _, _, _ := v.columns(40)
		seen[first] = true
		if told := strings.Contains(text, fmt.Sprintf("‹ %d more", first)); told != (first > 0) {
			t.Errorf("from agent %d on:\n%s", first, text)
		}
		v.Update(keymap.NextAgent)
	}
	if !seen[0] || !seen[1] {
		t.Errorf("the first columns were those of the agents %v", seen)
	}
}
