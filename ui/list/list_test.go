package list

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"galley/ui/cell"
	"galley/ui/style"
)

// draw draws a list in a window of h rows. It returns the visible rows, with the one under the bar
// in brackets.
func draw(l *List, h int) string {
	g := cell.NewGrid(10, h)
	var shown []string
	_, at, visible := l.Draw(g.Area(0, 0, 10, h), &style.Styles{}, true, func(_ cell.Area, y, row int) {
		shown = append(shown, string(rune('a'+row)))
	})
	if visible {
		shown[at] = "[" + shown[at] + "]"
	}
	return strings.Join(shown, "")
}

func TestTheWindowFollowsTheBar(t *testing.T) {
	var l List
	l.SetRows(10, 0)
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() {}, "[a]bcd"},
		{func() { l.Move(3) }, "abc[d]"},
		{func() { l.Move(1) }, "bcd[e]"},
		{func() { l.Move(-3) }, "[b]cde"},
		{func() { l.Move(-1) }, "[a]bcd"},
		{func() { l.Move(-5) }, "[a]bcd"},
		{func() { l.Page(1) }, "abc[d]"},
		{func() { l.Page(1) }, "def[g]"},
		{func() { l.Move(100) }, "ghi[j]"},
		{func() { l.Scroll(-2) }, "efgh"}, // the wheel moves the window without the bar
		{func() { l.Move(0) }, "ghi[j]"},
		{func() { l.Scroll(-100) }, "abcd"},
		{func() { l.Scroll(100) }, "ghi[j]"},
		{func() { l.Click(1) }, "g[h]ij"},
		{func() { l.First() }, "[a]bcd"},
	} {
		if step.do(); draw(&l, 4) != step.want {
			t.Errorf("%q, want %q", draw(&l, 4), step.want)
		}
	}
}

func TestChangedRowsKeepThePosition(t *testing.T) {
	var l List
	l.SetRows(10, 0)
	draw(&l, 4)
	l.Move(8)
	draw(&l, 4)
	if l.SetRows(12, 10); draw(&l, 4) != "hij[k]" {
		t.Errorf("the row under the bar moved down by two: %q", draw(&l, 4))
	}
	l.Scroll(-100)
	if l.SetRows(13, 11); draw(&l, 4) != "abcd" {
		t.Errorf("the user scrolled elsewhere: %q", draw(&l, 4))
	}
	if l.SetRows(2, 11); draw(&l, 4) != "a[b]" {
		t.Errorf("the row under the bar was removed: %q", draw(&l, 4))
	}
	l.SetRows(10, 4)
	draw(&l, 4)
	l.First()
	draw(&l, 4)
	if l.SetRows(15, 5); draw(&l, 4) != "cde[f]" {
		t.Errorf("the bar was on the first row of the window: %q", draw(&l, 4))
	}
	l.SetRows(0, 0)
	if _, ok := l.Bar(); ok || draw(&l, 4) != "" {
		t.Error("an empty list has a bar")
	}
}

func TestBarSkipsHeadingsThatStayVisible(t *testing.T) {
	l := List{Skip: func(i int) bool { return strings.ContainsRune("aeh", rune('a'+i)) }}
	l.SetRows(8, 0)
	for _, step := range []struct {
		rows int
		want string
	}{{0, "a[b]c"}, {1, "ab[c]"}, {1, "bc[d]"}, {1, "de[f]"}, {1, "f[g]h"}, {1, "f[g]h"}, {-1, "[f]gh"}, {-1, "[d]ef"}, {-2, "a[b]c"}, {-9, "a[b]c"}} {
		if l.Move(step.rows); draw(&l, 3) != step.want {
			t.Errorf("by %d: %q, want %q", step.rows, draw(&l, 3), step.want)
		}
	}
	if l.Click(0) {
		t.Error("a click puts the bar on a heading")
	}
	l.Skip = func(int) bool { return true }
	l.First()
	if l.Move(2); draw(&l, 3) != "cde" {
		t.Errorf("a list with only headings scrolls: %q", draw(&l, 3))
	}
}

func TestAWindowOfOneRowTurnsPagesOfOneRow(t *testing.T) {
	var l List
	l.SetRows(5, 0)
	for _, want := range []string{"[a]", "[b]", "[c]"} {
		if got := draw(&l, 1); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		l.Page(1)
	}
}

func TestAClickPutsTheBarOnAnyRowOfTheWindow(t *testing.T) {
	var l List
	l.SetRows(3, 2)
	draw(&l, 5)
	for y, want := range map[int]bool{-1: false, 0: true, 2: true, 3: false, 4: false} {
		if l.GoTo(1); l.Click(y) != want {
			t.Errorf("a click on line %d hits a row: %v", y, !want)
		}
		if bar, _ := l.Bar(); want && bar != y || !want && bar != 1 {
			t.Errorf("after a click on line %d the bar is on row %d", y, bar)
		}
	}
}

// A window that the user scrolled away from the bar stays when rows come, even if the bar is on
// the next row.
func TestTheWindowStaysWhereItWasScrolled(t *testing.T) {
	var l List
	l.SetRows(10, 4)
	draw(&l, 4)
	l.Scroll(-9)
	if draw(&l, 4); l.top != 0 {
		t.Fatalf("the window starts at %d", l.top)
	}
	if l.SetRows(11, 4); draw(&l, 4) != "abcd" {
		t.Errorf("%q", draw(&l, 4))
	}
	l.Scroll(99)
	if l.SetRows(6, 0); draw(&l, 4) != "cdef" {
		t.Errorf("after rows were removed: %q", draw(&l, 4))
	}
}

func TestAHigherWindowShowsMoreRows(t *testing.T) {
	var l List
	l.SetRows(10, 9)
	if draw(&l, 4); draw(&l, 8) != "cdefghi[j]" {
		t.Errorf("%q", draw(&l, 8))
	}
}

func TestTheKeptPlaceReturns(t *testing.T) {
	var l List
	l.SetRows(20, 0)
	draw(&l, 4)
	l.GoTo(9)
	l.GoTo(7)
	l.Keep()
	want := draw(&l, 4)
	l.First()
	if l.Return(); draw(&l, 4) != want || want != "g[h]ij" {
		t.Errorf("%q, was %q", draw(&l, 4), want)
	}
	l.SetRows(8, 0)
	if l.Return(); draw(&l, 4) != "efg[h]" {
		t.Errorf("after rows were removed: %q", draw(&l, 4))
	}
}

// Before the first draw the window's height is unknown; it shows the bar as if it had come from
// the start of the list.
func TestTheBarMovesBeforeTheFirstDraw(t *testing.T) {
	var l List
	l.SetRows(20, 0)
	l.Move(9)
	if got := draw(&l, 4); got != "ghi[j]" {
		t.Errorf("%q", got)
	}
}

// The rows above the first row that the bar can be on are shown with it, as far as they fit. Of
// other skipped rows no more is shown than needed.
func TestHeadingsAboveTheBarAreShown(t *testing.T) {
	for _, c := range []struct {
		skip string
		to   int
		want string
	}{
		{"ab", 2, "ab[c]"}, {"abcd", 4, "cd[e]"}, {"bcd", 4, "[e]fg"}, {"bcd", 0, "[a]bc"}, {"hij", 6, "[g]hi"}, {"ghi", 5, "[f]gh"}, {"ij", 7, "[h]ij"},
	} {
		l := List{Skip: func(i int) bool { return strings.ContainsRune(c.skip, rune('a'+i)) }}
		l.SetRows(10, 0)
		draw(&l, 3)
		for l.GoTo(9); l.bar > c.to; {
			l.Move(-1)
		}
		if got := draw(&l, 3); got != c.want {
			t.Errorf("without %s, up to row %d: %q, want %q", c.skip, c.to, got, c.want)
		}
	}
}

// When the row of the bar has become a heading, the bar goes to the row below.
func TestTheBarLeavesARowThatBecameAHeading(t *testing.T) {
	var l List
	l.SetRows(5, 2)
	l.Skip = func(i int) bool { return i == 2 }
	if l.Move(0); draw(&l, 5) != "abc[d]e" {
		t.Errorf("%q", draw(&l, 5))
	}
	if !l.GoTo(0) || draw(&l, 5) != "[a]bcde" {
		t.Errorf("at the start: %q", draw(&l, 5))
	}
}

// After any move, the bar is inside the window and the window inside the rows.
func TestAfterAMoveTheBarIsInTheWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n, h := rng.IntN(12), 1+rng.IntN(6)
		l := List{}
		if rng.IntN(2) == 0 {
			every := 1 + rng.IntN(3)
			l.Skip = func(i int) bool { return i%(every+1) == 0 }
		}
		l.SetRows(n, 0)
		for range 30 {
			draw(&l, h)
			switch rng.IntN(5) {
			case 0:
				l.Scroll(rng.IntN(9) - 4)
			case 1:
				n = rng.IntN(12)
				l.SetRows(n, rng.IntN(12))
			case 2:
				l.Click(rng.IntN(6))
			default:
				l.Move(rng.IntN(9) - 4)
				bar, ok := l.Bar()
				if top, _ := l.Window(); ok && (bar < top || bar >= top+h) {
					t.Fatalf("%d rows, window of %d: the bar is on %d, the window starts at %d", n, h, bar, top)
				}
			}
			if top, _ := l.Window(); top < 0 || top > max(n-1, 0) {
				t.Fatalf("%d rows: the window starts at %d", n, top)
			}
		}
	}
}

func TestTheClosestRowComesFirst(t *testing.T) {
	labels := []string{"Reload from disk", "opencode@1.18", "opencode@1.1", "Save", "Save as…"}
	first := func(typed string) string {
		found := Rank(typed, labels)
		if len(found) == 0 {
			return ""
		}
		return labels[found[0].Row]
	}
	for typed, want := range map[string]string{"": "Reload from disk", "save": "Save", "sa as": "Save as…", "opencode": "opencode@1.18", "zzz": ""} {
		if got := first(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if m := Rank("rl", labels)[0]; len(m.Marks) != 2 || m.Marks[0] != 0 || m.Marks[1] != 2 {
		t.Errorf("the marks are %v", m.Marks)
	}
}

func TestRowsContainingTheTextComeFirst(t *testing.T) {
	labels := []string{"3 the line here mends", "unknown type \"thme\"", "them and more"}
	if got := Rank("thme", labels); len(got) < 2 || got[0].Row != 1 {
		t.Errorf("%+v", got)
	}
}

// A label that contains the text is marked where the text is, not at its letters before.
func TestTheTextItselfIsMarked(t *testing.T) {
	for typed, c := range map[string]struct {
		label string
		want  []int
	}{
		"sonnet": {"us.anthropic.claude-Sonnet-5", []int{20, 21, 22, 23, 24, 25}},
		"é":      {"Café", []int{3}},
		"İ":      {"aİ", []int{1}}, // in lower case it has another length
	} {
		if m := Rank(typed, []string{c.label}); len(m) != 1 || !slices.Equal(m[0].Marks, c.want) {
			t.Errorf("%q in %q: %+v, want %v", typed, c.label, m, c.want)
		}
	}
}

// A label that equals the typed text comes before labels that only begin with it.
func TestTheTextItselfComesFirst(t *testing.T) {
	for typed, want := range map[string][]string{"pi": {"pi", "pi: x", "pi 1", "pilot"}, "PI": {"pi", "pi: x", "pi 1", "pilot"}} {
		var got []string
		for _, m := range Rank(typed, []string{"pilot", "pi: x", "pi 1", "pi"}) {
			got = append(got, []string{"pilot", "pi: x", "pi 1", "pi"}[m.Row])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", typed, got, want)
		}
	}
}
