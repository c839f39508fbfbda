package editor

import (
	"strings"
	"unicode/utf8"

	"galley/ui/editor/buffer"
)

// moveTo puts the caret at an offset. If extend is set, the selection grows or shrinks to this
// offset.
func (e *Editor) moveTo(off buffer.Offset, extend bool) {
	sel := buffer.Selection{Anchor: off, Caret: off}
	if extend {
		sel.Anchor = e.sel.Anchor
	}
	e.setSelection(sel)
}

// MoveLeft moves by a grapheme. If extend is not set and text is selected, the caret goes to
// the start of the selection instead.
func (e *Editor) MoveLeft(extend bool) {
	if from, to := e.sel.Span(); from < to && !extend {
		e.moveTo(from, false)
		return
	}
	e.moveTo(e.left(e.sel.Caret), extend)
}

// MoveRight moves by a grapheme. If extend is not set and text is selected, the caret goes to
// the end of the selection instead.
func (e *Editor) MoveRight(extend bool) {
	if from, to := e.sel.Span(); from < to && !extend {
		e.moveTo(to, false)
		return
	}
	e.moveTo(e.right(e.sel.Caret), extend)
}

// MoveWordLeft moves to the start of a word.
func (e *Editor) MoveWordLeft(extend bool) { e.moveTo(e.wordLeft(e.sel.Caret), extend) }

// MoveWordRight moves to the end of a word.
func (e *Editor) MoveWordRight(extend bool) { e.moveTo(e.wordRight(e.sel.Caret), extend) }

// MoveDocStart moves to the start of the document.
func (e *Editor) MoveDocStart(extend bool) { e.moveTo(0, extend) }

// MoveDocEnd moves to the end of the document.
func (e *Editor) MoveDocEnd(extend bool) { e.moveTo(e.buf.Len(), extend) }

// MoveUp moves up by a row of the screen. Repeated moves up and down aim at the column in which
// the first of them began.
func (e *Editor) MoveUp(extend bool) { e.moveRows(-1, extend) }

// MoveDown moves down by a row of the screen.
func (e *Editor) MoveDown(extend bool) { e.moveRows(1, extend) }

// MovePageUp moves up by a screen, less a row for orientation.
func (e *Editor) MovePageUp(extend bool) { e.movePage(-1, extend) }

// MovePageDown moves down by a screen, less a row for orientation.
func (e *Editor) MovePageDown(extend bool) { e.movePage(1, extend) }

func (e *Editor) movePage(sign int, extend bool) {
	n := max(e.view.h-1, 1) * sign
	e.view.top = e.clampTop(e.step(e.view.top, n))
	e.moveRows(n, extend)
}

// moveRows moves the caret n rows. Beyond the first or the last row it moves to the start or the
// end of the document.
func (e *Editor) moveRows(n int, extend bool) {
	from := e.spotOf(e.sel.Caret)
	goal := e.goal
	if goal < 0 {
		goal = e.columnOf(e.sel.Caret)
	}
	to := e.step(from, n)
	off := e.offsetAt(to, goal)
	switch {
	case to == from && n < 0:
		off = 0
	case to == from:
		off = e.buf.Len()
	case n > 0 && off <= e.sel.Caret: // skip a character that fills more than a row
		off = e.right(e.sel.Caret)
	}
	e.moveTo(off, extend)
	e.goal = goal
}

// MoveLineStart moves to the start of the row, from there to the line's first character
// that is not a blank, and from there to the start of the line.
func (e *Editor) MoveLineStart(extend bool) {
	l, r := e.rowAt(e.sel.Caret)
	start := l.Start + buffer.Offset(r.Start)
	body := l.Body()
	smart := l.Start + buffer.Offset(len(body)-len(strings.TrimLeft(body, " \t")))
	switch {
	case r.Start > 0 && e.sel.Caret != start:
	case e.sel.Caret == smart:
		start = l.Start
	default:
		start = smart
	}
	e.moveTo(start, extend)
}

// MoveLineEnd moves to the last position of the row. From there it moves to the line's end.
func (e *Editor) MoveLineEnd(extend bool) {
	l, r := e.rowAt(e.sel.Caret)
	end := bodyEnd(l)
	if last := buffer.Offset(r.End); l.Start+last < end {
		// The position between two rows is shown on the second row. So the last position that
		// the first row shows is before its last character, usually the blank at which it wraps.
		if place := e.left(l.Start + last); place > e.sel.Caret {
			end = place
		}
	}
	e.moveTo(end, extend)
}

// GoToLine puts the caret at a line and a column, both counted from 1. The column counts code
// points. A number that is too large means the last line or column.
func (e *Editor) GoToLine(line, column int) {
	l := e.buf.Line(line - 1)
	body, at := l.Body(), 0
	for ; column > 1 && at < len(body); column-- {
		_, size := utf8.DecodeRuneInString(body[at:])
		at += size
	}
	e.SetCaret(int(l.Start) + at)
}

// MoveToMatch moves between an [if], its [else] and its [endif], in turn. It
// reports whether the caret was on one of them.
func (e *Editor) MoveToMatch() bool {
	spans := e.partners()
	if len(spans) == 0 {
		return false
	}
	next := spans[0]
	for _, s := range spans {
		if s.Start > int(e.sel.Caret) {
			next = s
			break
		}
	}
	e.SetCaret(next.Start)
	return true
}
