package editor

import (
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/editor/buffer"
	"galley/ui/editor/complete"
	"galley/ui/style"
)

// completion is the open menu, if any.
type completion struct {
	complete.Menu
	span   source.Span // what accepting replaces
	closed bool        // the bracket after span already exists
	open   bool

	x, y, w, h int // where the menu was drawn last
}

// Candidate is something that can be inserted.
type Candidate = complete.Candidate

// CompletionPrefix returns the text between an open bracket and the caret; ok is
// false if the caret is not in a tag that is being typed.
func (e *Editor) CompletionPrefix() (typed string, ok bool) {
	_, t, ok := e.target()
	return t.Typed, ok
}

func (e *Editor) target() (buffer.Line, complete.Target, bool) {
	if !e.sel.Empty() {
		return buffer.Line{}, complete.Target{}, false
	}
	l := e.buf.Line(e.buf.LineAt(e.sel.Caret))
	t, ok := complete.At(l.Body(), min(int(e.sel.Caret-l.Start), len(l.Body())))
	return l, t, ok
}

// OpenCompletion opens a menu of the candidates that match what is typed since the
// bracket, or updates the open one. If nothing matches, or accepting would add
// nothing, the menu closes. It reports whether it is open.
func (e *Editor) OpenCompletion(candidates []Candidate) bool {
	l, t, ok := e.target()
	if !ok {
		e.CloseCompletion()
		return false
	}
	items := complete.Rank(t.Typed, candidates)
	if len(items) == 0 || len(items) == 1 && items[0].Text == t.Typed && (t.Closed || items[0].Open) {
		e.CloseCompletion()
		return false
	}
	start := int(l.Start)
	e.menu = completion{
		Menu:   complete.Menu{Items: items},
		span:   source.Span{Start: start + t.Start, End: start + t.End},
		closed: t.Closed,
		open:   true,
	}
	return true
}

// Completing reports whether a menu is open.
func (e *Editor) Completing() bool { return e.menu.open }

// CloseCompletion closes the menu.
func (e *Editor) CloseCompletion() { e.menu = completion{} }

// ChooseCompletion chooses the item n further in the menu.
func (e *Editor) ChooseCompletion(n int) { e.menu.Move(n) }

// AcceptCompletion inserts the chosen item, closes the tag unless more belongs in it,
// and closes the menu. It returns what was inserted; ok is false if no menu was open.
func (e *Editor) AcceptCompletion() (c Candidate, ok bool) {
	m := e.menu
	e.CloseCompletion()
	if !m.open || m.span.End > int(e.buf.Len()) {
		return Candidate{}, false
	}
	c = m.Items[m.Chosen].Candidate
	text, span := c.Text, m.span
	if !c.Open {
		text += "]"
		if m.closed {
			span.End++
		}
	}
	e.Apply(span, text)
	return c, true
}

// DrawCompletion draws the open menu at the caret, whose position [Editor.Draw]
// returned, on an area that it may cover: the same one, or a larger one with x and y
// relative to it. It returns the rectangle that it took.
func (e *Editor) DrawCompletion(a cell.Area, st *style.Styles, x, y int) (left, top, w, h int) {
	if !e.menu.open {
		return 0, 0, 0, 0
	}
	typed := e.buf.Slice(buffer.Offset(e.menu.span.Start), e.sel.Caret)
	m := &e.menu
	m.x, m.y, m.w, m.h = m.Draw(a, st, x-cell.Width(typed)-1, y)
	return m.x, m.y, m.w, m.h
}

// ClickCompletion chooses the item of the open menu at a position in the area of
// [Editor.DrawCompletion]; false if the position is outside the menu.
func (e *Editor) ClickCompletion(x, y int) bool {
	m := &e.menu
	return m.open && x >= m.x && x < m.x+m.w && y >= m.y && y < m.y+m.h && m.ChooseAt(y-m.y)
}
