package view_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/list"
	"galley/ui/view"
	"galley/ui/view/viewtest"
	"galley/ui/viewer"
)

// books offers three texts of different lengths: one with notes, one without, and one that cannot
// be made.
type books struct {
	text *view.Derived
	at   int
}

func (b *books) Chosen() (place, of int) { return b.at, 3 }
func (b *books) Step(step int)           { b.at = (b.at + step + 3) % 3 }
func (b *books) Outdated()               {}
func (b *books) Take(tea.Msg) tea.Cmd    { return nil }
func (b *books) Make() tea.Cmd {
	at := b.at
	return b.text.Make(at, func(context.Context) view.Made {
		switch at {
		case 0:
			var lines []string
			for i := range 30 {
				lines = append(lines, fmt.Sprintf("line %d of the first book", i+1))
			}
			return view.Made{Text: strings.Join(lines, "\n"), Head: []string{"the first", "it has a second line"}, Notes: []string{"a note", "another"}}
		case 1:
			return view.Made{Text: "one line that\tis longer than the pane, so that it is wrapped or scrolled sideways", Head: []string{"the second"}}
		}
		return view.Made{Err: errors.New("it is lost")}
	})
}

func TestATextIsReadAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	host := &viewtest.Host{}
	b := &books{text: view.NewDerived(viewer.Options{})}
	v := view.NewOneOf("Books", host, b.text, b)
	p.View("not made yet", v, 40, 5)
	p.Tour(host, v, 40, 12, viewtest.Steps(view.Shown{}, keymap.Jump)...)
	p.Words(v)
	p.Tour(host, v, 40, 12, viewtest.Everywhere()...)
	p.Search(host, v, 40, 12, "book")
	p.Tour(host, v, 40, 12, viewtest.Steps(view.Move{End: -1}, view.Click{X: 3, Y: 5, Count: 2}, view.Drag{X: 9, Y: 6}, view.Click{X: 3, Y: 2, Count: 2}, view.Click{X: 3, Y: 1, Count: 1}, view.Click{X: 6, Y: 3, Count: 2}, view.Unselect{}, view.Click{X: 3, Y: 3, Count: 1}, view.Drag{X: 8, Y: 4}, view.Unselect{}, view.Move{End: 1}, view.Click{X: 3, Y: 11, Count: 2}, view.Move{End: -1})...)
	for w := range 16 {
		p.View("in a narrow pane", v, 14+w, 12)
	}
	for _, h := range []int{1, 2, 4, 5} {
		p.View("in a low pane", v, 30, h)
	}
	p.Add("while another text is made", 40, 8, func(a cell.Area) { v.Draw(a, view.Frame{Styles: viewtest.Styles(), Stale: true}) })
	p.Tour(host, v, 40, 8, viewtest.Steps(keymap.NextAgent, view.Looks{Wrap: true, Cell: cell.Options{Tab: 8}}, view.Looks{Wrap: false}, view.Sideways{Columns: 4}, view.Looks{Wrap: true}, keymap.Jump, keymap.NextAgent, keymap.PrevAgent, keymap.PrevAgent, keymap.PrevAgent)...)
	p.Words(v)
	p.Compare(t, "oneof.txt")
}

func TestDetailsAreAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	for _, text := range []string{"", "short", "a description of the row that takes more than one line of the foot", "two\nlines", "it fills a row exactly!"} {
		for h := range 5 {
			p.Add(text, 24, h+1, func(a cell.Area) { view.DrawDetails(a, text, viewtest.Styles()) })
		}
	}
	p.Compare(t, "details.txt")
}

func TestHeadsAreAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	for _, head := range [][]string{nil, {"name"}, {"a name that is too long for it"}, {"name", "a second line that wraps more than once in here", "and a third"}} {
		for _, height := range []int{3, 6, 12, 40} {
			for _, hint := range []string{"", "1 of 2", "12345678901"} {
				p.Add(fmt.Sprint(head, hint), 20, height, func(a cell.Area) { p.Say("%d rows", view.DrawHead(a, head, hint, viewtest.Styles())) })
			}
		}
	}
	p.Compare(t, "heads.txt")
}

// A search in a list finds each row once, at its first match.
func TestRowsAreFoundOnce(t *testing.T) {
	rows := []string{"one one", "two", "neither one", ""}
	m, err := search.Compile(search.Query{Text: "one"})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, match := range view.SearchRows(m, len(rows), func(row int) string { return rows[row] }) {
		found = append(found, fmt.Sprint(match.Row, match.Span))
	}
	if got := strings.Join(found, " "); got != "0 {0 3} 2 {8 11}" {
		t.Errorf("found %s", got)
	}
}

func TestMessagesMoveInAList(t *testing.T) {
	l := &list.List{}
	l.SetRows(20, 0)
	viewtest.Draw(10, 5, func(a cell.Area) { l.DrawRows(a, func(cell.Area, int, int) {}) })
	for _, c := range []struct {
		msg  tea.Msg
		bar  int
		want view.Extent
	}{
		{view.Reveal{Match: view.Match{Row: 7}}, 7, view.Extent{Top: 3, Shown: 5, Total: 20}},
		{view.Move{End: 1}, 19, view.Extent{Top: 15, Shown: 5, Total: 20}},
		{view.Move{End: -1}, 0, view.Extent{Top: 0, Shown: 5, Total: 20}},
		{view.Move{Pages: 1}, 4, view.Extent{Top: 0, Shown: 5, Total: 20}},
	} {
		if !view.ReadList(l, c.msg) {
			t.Errorf("%T is not accepted", c.msg)
		}
		if bar, _ := l.Bar(); bar != c.bar || view.ListExtent(l) != c.want {
			t.Errorf("%T%+v: the bar is on %d, the extent %+v", c.msg, c.msg, bar, view.ListExtent(l))
		}
	}
	if view.ReadList(l, view.Saved{}) {
		t.Error("a message about something else is accepted")
	}
}
