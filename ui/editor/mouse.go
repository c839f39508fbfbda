package editor

import "galley/ui/editor/buffer"

// drag is the selection that a button press started: the text that the press selected, and
// whether the selection grows by characters, words or lines.
type drag struct {
	unit     int // clicks: 1 characters, 2 words, 3 lines
	from, to buffer.Offset
}

// Click handles a press at column x, row y of the area last drawn on. The first press sets the
// caret, a second one selects the word, and a third one the line. A press on a line's number
// also selects the line. If extend is set, the selection grows to the position of the press. A
// press on the [if] that is shown over the first row moves the caret to that [if].
func (e *Editor) Click(x, y, count int, extend bool) {
	if y == 0 && e.view.sticky >= 0 {
		e.GoToLine(e.view.sticky+1, 1)
		e.drag = drag{}
		return
	}
	off := e.offsetAtCell(x, y)
	d := drag{unit: (max(count, 1)-1)%3 + 1}
	if x >= 0 && x < e.view.gutter {
		d.unit = 3
	}
	switch {
	case extend:
		d.from, d.to = e.sel.Anchor, e.sel.Anchor
	default:
		d.from, d.to = e.around(off, d.unit)
	}
	e.drag = d
	e.dragTo(off)
}

// Drag handles a move with the button held: the selection grows from the place where
// [Editor.Click] began it. Above and below the area, the view scrolls.
func (e *Editor) Drag(x, y int) {
	if e.drag.unit == 0 {
		return
	}
	row := min(max(y, 0), e.view.h-1)
	e.Scroll(y - row)
	e.dragTo(e.offsetAtCell(x, row))
}

func (e *Editor) dragTo(off buffer.Offset) {
	d := e.drag
	from, to := e.around(off, d.unit)
	sel := buffer.Selection{Anchor: d.from, Caret: to}
	if off < d.from {
		sel = buffer.Selection{Anchor: d.to, Caret: from}
	}
	e.setSelection(sel)
	e.view.follow = false // the caret is at the pointer, so it is on the screen
}

// around returns the bounds of the character, the word or the line at an offset; unit says which
// of the three.
func (e *Editor) around(off buffer.Offset, unit int) (from, to buffer.Offset) {
	switch unit {
	case 2:
		return e.wordAround(off)
	case 3:
		l := e.buf.Line(e.buf.LineAt(off))
		return l.Start, l.Start + buffer.Offset(len(l.Text))
	}
	return off, off
}

func (e *Editor) offsetAtCell(x, y int) buffer.Offset {
	s := e.step(e.clampTop(e.view.top), max(y, 0))
	return e.offsetAt(s, x-e.view.gutter+e.view.left)
}
