package list_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/ui/cell"
	"galley/ui/list"
	"galley/ui/view/viewtest"
)

// The pictures show the list after every step of a user.
func TestAListIsUsedAsInThePictures(t *testing.T) {
	l := &list.List{}
	w, h, focused := 12, 5, true
	var p viewtest.Pictures
	draw := func(what string) {
		p.Add(what, w, h, func(a cell.Area) {
			x, y, visible := l.Draw(a, viewtest.Styles(), focused, func(a cell.Area, y, row int) { a.Put(0, y, fmt.Sprintf("row %d", row), viewtest.Styles().Base) })
			p.Say("cursor %d, %d, %v", x, y, visible)
		})
		bar, ok := l.Bar()
		top, height := l.Window()
		p.Say("bar %d %v, window %d+%d of %d, %q", bar, ok, top, height, l.Length(), l.Place())
	}
	draw("empty")
	l.SetRows(20, 3)
	draw("20 rows")
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"down", func() { l.Move(1) }}, {"below the window", func() { l.Move(2) }}, {"a page", func() { l.Page(1) }}, {"two pages", func() { l.Page(2) }}, {"the wheel", func() { l.Scroll(-3) }}, {"up to the bar", func() { l.Move(-1) }},
		{"kept, and to the start", func() { l.Keep(); l.First() }}, {"returned", l.Return}, {"at half", func() { l.ScrollTo(0.5) }}, {"at the end", func() { l.ScrollTo(1) }}, {"before the start", func() { l.ScrollTo(-1) }},
		{"a click on the last line", func() { p.Say("%v", l.Click(4)) }}, {"clicks outside", func() { p.Say("%v %v", l.Click(-1), l.Click(5)) }}, {"to the end", func() { l.GoTo(99) }}, {"to row 2", func() { p.Say("%v", l.GoTo(2)) }},
		{"fewer rows", func() { l.SetRows(4, 2) }}, {"a click below the rows", func() { p.Say("%v", l.Click(4)) }}, {"more rows above", func() { l.SetRows(30, 20) }}, {"without focus, a row further up", func() { focused = false; l.Move(-1) }}, {"a lower window", func() { focused, h = true, 2 }}, {"a higher window", func() { h = 7 }},
		{"the last row", func() { l.Move(99) }}, {"the window is scrolled away and rows are added", func() { l.Scroll(-9); l.SetRows(31, 29) }},
		{"with headings", func() { l.Skip = func(row int) bool { return row%5 == 0 || row == 30 }; l.First() }}, {"over a heading", func() { l.Move(4) }}, {"back over it", func() { l.Move(-1) }}, {"to a heading", func() { l.GoTo(10) }}, {"up to a heading", func() { l.GoTo(5) }},
		{"the end, with the heading there", func() { l.Move(99) }}, {"a click on it", func() { p.Say("%v", l.Click(6)) }}, {"nothing but headings", func() { l.Skip = func(int) bool { return true }; l.SetRows(31, 3) }}, {"it scrolls", func() { l.Move(2) }}, {"and goes back to its start", l.First}, {"no row", func() { l.SetRows(0, 0) }},
	} {
		step.do()
		draw(step.what)
	}
	p.Compare(t, "use.txt")
}

func TestRowsAreRanked(t *testing.T) {
	labels := []string{"alpha", "beta", "ALPHA", "alphabet", "a-l-p-h-a", "the alpha of all", "opencode@1.18.33", "opencode@1.1", "xalphax", "bet", "pilot", "pi 0.73", "pi: capture"}
	var p viewtest.Pictures
	for _, typed := range []string{"", "alpha", "ALPHA", "alph", "oc", "open", "bet", "beta", "zzz", "a", "1.1", "pi"} {
		var out []string
		for _, m := range list.Rank(typed, labels) {
			out = append(out, fmt.Sprintf("%s %v", labels[m.Row], m.Marks))
		}
		p.Say("%q: %s", typed, strings.Join(out, ", "))
	}
	p.Compare(t, "rank.txt")
}
