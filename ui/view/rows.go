package view

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/editor/search"
	"galley/ui/list"
)

// ReadList moves about in a list that a view shows; ok is false when the message is
// not about that.
func ReadList(l *list.List, msg tea.Msg) (ok bool) {
	switch msg := msg.(type) {
	case Move:
		switch {
		case msg.End < 0:
			l.First()
		case msg.End > 0:
			l.Move(l.Length())
		case msg.Pages != 0:
			l.Page(msg.Pages)
		default:
			l.Move(msg.Rows)
		}
	case Scroll:
		l.Scroll(msg.Rows)
	case Keep:
		l.Keep()
	case Return:
		l.Return()
	case ScrollTo:
		l.ScrollTo(msg.Share)
	case Reveal:
		l.GoTo(msg.Match.Row)
	default:
		return false
	}
	return true
}

// SearchRows searches the rows of a list that a view shows, by their texts.
func SearchRows(m *search.Matcher, rows int, text func(row int) string) []Match {
	var all []Match
	for i := range rows {
		t := text(i)
		m.Each(t, 0, len(t), func(s source.Span) bool {
			all = append(all, Match{Row: i, Span: s})
			return false // one match a row is enough to go there
		})
	}
	return all
}

// ListExtent is the extent of a list that a view shows.
func ListExtent(l *list.List) Extent {
	top, shown := l.Window()
	return Extent{top, shown, l.Length()}
}
