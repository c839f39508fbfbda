package list

import (
	"math/rand/v2"
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
