package editor

import (
	"strings"

	"galley/engine/source"
	"galley/engine/template"
	"galley/ui/cell"
	"galley/ui/editor/buffer"
	"galley/ui/editor/complete"
	"galley/ui/style"
)

// completion is the menu of completions, if it is open.
type completion struct {
	complete.Menu
	span   source.Span // the text that accepting an item replaces
	closed bool        // whether the bracket after span already exists
	open   bool

	x, y, w, h int // where the menu was last drawn
}

// Candidate is something that can be inserted.
type Candidate = complete.Candidate

// CompletionPrefix returns the text between an open bracket and the caret. ok is false if the caret
// is not in a tag that the user is typing.
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

// OpenCompletion opens a menu of the candidates that match the text typed after the bracket, or
// updates the open menu. If nothing matches, or if accepting would add nothing, it closes the menu.
// It reports whether the menu is open.
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

// ChooseCompletion moves the choice in the menu down by n items.
func (e *Editor) ChooseCompletion(n int) { e.menu.Move(n) }

// AcceptCompletion inserts the chosen item and closes the menu. It also closes the tag, unless
// more text belongs in the tag. If the tag opens a block that nothing closes, it adds the
// [endif] as a separate step, and closed is true. If the item is an [endif] but the next
// [endif] of the text already closes the block, it inserts nothing and moves the caret behind
// that [endif]. ok is false if no menu was open.
func (e *Editor) AcceptCompletion() (closed, ok bool) {
	m := e.menu
	e.CloseCompletion()
	if !m.open || m.span.End > int(e.buf.Len()) {
		return false, false
	}
	c := m.Items[m.Chosen].Candidate
	text, span := c.Text, m.span
	if !c.Open {
		text += "]"
		if m.closed {
			span.End++
		}
	}
	if c.Text != "endif" && (c.Open || !strings.HasPrefix(c.Text, "if ")) {
		e.Apply(span, text)
		return false, true
	}
	all := e.Text()
	now, before := all[:span.Start]+text+all[span.End:], all
	if !m.closed { // leave out the unclosed tag, which would be read as one tag with the text up to the next bracket
		before = all[:strings.LastIndexByte(all[:span.Start], '[')] + all[span.End:]
	}
	ifs, endifs := lonely(before)
	ifsNow, endifsNow := lonely(now)
	if next, follows := e.nextEndif(span.End); c.Text == "endif" && endifsNow > endifs && follows {
		span.Start, span.End = span.Start-1, next
		e.Apply(span, endif)
		return false, true
	}
	e.Apply(span, text)
	if ifsNow > ifs {
		e.closeBlock()
		return true, true
	}
	return false, true
}

const endif = "[endif]"

// lonely counts the blocks of a text that are never closed, and the [endif] tags that close no
// block.
func lonely(text string) (ifs, endifs int) {
	for _, tag := range template.Parse(text).Tags() {
		switch {
		case !tag.Literal:
		case tag.Kind == template.TagIf:
			ifs++
		case tag.Kind == template.TagEndif:
			endifs++
		}
	}
	return ifs, endifs
}

// nextEndif returns the end of an [endif] that follows an offset after nothing but white space.
// follows is false if something else comes next.
func (e *Editor) nextEndif(off int) (end int, follows bool) {
	rest := e.buf.Slice(buffer.Offset(off), e.buf.Len())
	blank := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	return off + blank + len(endif), strings.HasPrefix(rest[blank:], endif)
}

// closeBlock inserts an [endif] after the caret. If the tag before the caret is alone on its line,
// the [endif] gets its own line, and the caret goes to an empty line before it.
func (e *Editor) closeBlock() {
	caret := e.sel.Caret
	l := e.buf.Line(e.buf.LineAt(caret))
	before, after := l.Body()[:caret-l.Start], l.Body()[caret-l.Start:]
	indent := before[:len(before)-len(strings.TrimLeft(before, " \t"))]
	text, to := endif, caret
	if strings.LastIndexByte(before, '[') == len(indent) && strings.Trim(after, " \t") == "" {
		end := e.lineEnd(caret)
		text, to = end+indent+end+indent+endif, caret+buffer.Offset(len(end+indent))
	}
	e.replace(caret, caret, text, buffer.Whole, at(to))
}

// DrawCompletion draws the open menu. x, y is the position of the caret that [Editor.Draw]
// returned, relative to a. The menu may cover the area a, which may be larger than the area of
// the editor. DrawCompletion returns the rectangle of the menu.
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
// [Editor.DrawCompletion]. It returns false if the position is outside of the menu.
func (e *Editor) ClickCompletion(x, y int) bool {
	m := &e.menu
	return m.open && x >= m.x && x < m.x+m.w && y >= m.y && y < m.y+m.h && m.ChooseAt(y-m.y)
}
