package view

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/editor/search"
	"galley/ui/list"
)

// ReadList handles a message that moves in a list. ok is false for any other message.
func ReadList(l *list.List, msg tea.Msg) (ok bool) {
	if reveal, ok := msg.(Reveal); ok {
		l.GoTo(reveal.Match.Row)
		return true
	}
	return moves(l, msg, l.First, func() { l.Move(l.Length()) })
}

// window is the visible part of a list or a text.
type window interface {
	Move(rows int)
	Page(pages int)
	Scroll(rows int)
	ScrollTo(share float64)
	Keep()
	Return()
}

// moves handles a message that moves a window. For a move to an end it calls first or last. ok
// is false for any other message.
func moves(w window, msg tea.Msg, first, last func()) (ok bool) {
	switch msg := msg.(type) {
	case Move:
		switch {
		case msg.End < 0:
			first()
		case msg.End > 0:
			last()
		case msg.Pages != 0:
			w.Page(msg.Pages)
		default:
			w.Move(msg.Rows)
		}
	case Scroll:
		w.Scroll(msg.Rows)
	case ScrollTo:
		w.ScrollTo(msg.Share)
	case Keep:
		w.Keep()
	case Return:
		w.Return()
	default:
		return false
	}
	return true
}

// SearchRows returns the rows of a list in whose texts m has a match.
func SearchRows(m *search.Matcher, rows int, text func(row int) string) []Match {
	var all []Match
	for i := range rows {
		t := text(i)
		m.Each(t, 0, len(t), func(s source.Span) bool {
			all = append(all, Match{Row: i, Span: s})
			return false // one match in each row is enough
		})
	}
	return all
}

// ListExtent returns the visible part of a list.
func ListExtent(l *list.List) Extent {
	top, shown := l.Window()
	return Extent{top, shown, l.Length()}
}
