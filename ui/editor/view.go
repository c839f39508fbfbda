package editor

import (
	"strconv"

	"galley/ui/editor/buffer"
	"galley/ui/editor/rows"
)

// view is the part of the document on screen. Its top is a row of a line and not a number of
// rows from the start, so the lines above it need no layout.
type view struct {
	w, h   int // the size of the area at the last draw
	gutter int // the columns for signs and line numbers; 0 if the area is too narrow for them
	textW  int
	top    spot // the first row shown
	left   int  // the first column shown, when lines do not wrap
	sticky int  // the line that is shown over the first row, or -1
	follow bool // bring the caret into view at the next drawing
	centre bool // show the caret in the middle of the view, if it is out of sight
}

// spot is a row of a line, both counted from 0.
type spot struct{ line, row int }

func (s spot) before(t spot) bool {
	return s.line < t.line || s.line == t.line && s.row < t.row
}

const (
	minDigits = 2
	minText   = 10 // columns that the text must have before the gutter gets any
)

// Resize sets the size of the area that will be drawn on. Moves before the first drawing need
// the size.
func (e *Editor) Resize(w, h int) {
	gutter := 2 + max(minDigits, len(strconv.Itoa(e.buf.Lines())))
	if w < gutter+minText {
		gutter = 0
	}
	v := &e.view
	if w == v.w && h == v.h && gutter == v.gutter && v.textW == w-gutter {
		return
	}
	d := e.distance(v.top, e.spotOf(e.sel.Caret), v.h)
	seen := d >= 0 && d < v.h
	v.w, v.h, v.gutter, v.textW = w, h, gutter, w-gutter
	e.relayout()
	v.follow = v.follow || seen
}

// rowOptions returns how lines are laid out now. One column is left free, so that the
// caret after a full row has a position.
func (e *Editor) rowOptions() rows.Options {
	return rows.Options{Width: max(e.view.textW-1, 1), Wrap: !e.o.NoWrap, Cell: e.o.Cell}
}

// relayout lays out the text again after a change of the options. The text at the top of the
// view stays there.
func (e *Editor) relayout() {
	o := e.rowOptions()
	if o == e.layout.Options() {
		return
	}
	top := &e.view.top
	l, lay := e.line(top.line)
	r, _ := lay.Row(top.row)
	e.layout.SetOptions(o)
	lay = e.layout.Get(l.ID, l.Body())
	top.row = lay.RowOf(r.Start)
	e.goal = -1
}

// line returns line n and its layout.
func (e *Editor) line(n int) (buffer.Line, *rows.Layout) {
	l := e.buf.Line(n)
	return l, e.layout.Get(l.ID, l.Body())
}

// spotOf returns the row that shows an offset. For an offset in a fold, it returns the fold's
// first line.
func (e *Editor) spotOf(off buffer.Offset) spot {
	n := e.buf.LineAt(off)
	if f, ok := e.foldOver(n); ok {
		return spot{line: f.first}
	}
	l, lay := e.line(n)
	return spot{n, lay.RowOf(min(int(off-l.Start), len(l.Body())))}
}

// rowAt returns the line and the row that show an offset.
func (e *Editor) rowAt(off buffer.Offset) (buffer.Line, rows.Row) {
	s := e.spotOf(off)
	l, lay := e.line(s.line)
	r, _ := lay.Row(s.row)
	return l, r
}

// columnOf returns the column of an offset in its row.
func (e *Editor) columnOf(off buffer.Offset) int {
	s := e.spotOf(off)
	l, lay := e.line(s.line)
	if e.o.NoWrap {
		return lay.Column(int(off - l.Start))
	}
	r, _ := lay.Row(s.row)
	return lay.X(r, int(off-l.Start))
}

// offsetAt returns the caret position in row s at column x or before it.
func (e *Editor) offsetAt(s spot, x int) buffer.Offset {
	l, lay := e.line(s.line)
	r, _ := lay.Row(s.row)
	if e.o.NoWrap {
		return l.Start + buffer.Offset(buffer.Boundary(l.Body(), lay.From(max(x, 0), 1).Start))
	}
	return l.Start + buffer.Offset(lay.At(r, x))
}

// step returns the row n rows below s, or above it for n < 0, limited to the first
// and last rows.
func (e *Editor) step(s spot, n int) spot {
	for ; n > 0; n-- {
		_, lay := e.line(s.line)
		if _, ok := lay.Row(s.row + 1); ok {
			s.row++
		} else if next, ok := e.nextLine(s.line); ok {
			s = spot{line: next}
		} else {
			break
		}
	}
	for ; n < 0; n++ {
		if s.row > 0 {
			s.row--
		} else if prev, ok := e.prevLine(s.line); ok {
			_, lay := e.line(prev)
			s = spot{prev, lay.Count() - 1}
		} else {
			break
		}
	}
	return s
}

// distance returns the number of rows by which t is below s, at most limit. It returns -1 if t
// is above s.
func (e *Editor) distance(s, t spot, limit int) int {
	if t.before(s) {
		return -1
	}
	d := 0
	for d < limit && s.line < t.line {
		_, lay := e.line(s.line)
		if _, ok := lay.Row(s.row + limit); ok {
			return limit
		}
		d += lay.Count() - s.row
		next, ok := e.nextLine(s.line)
		if !ok {
			return limit
		}
		s = spot{line: next}
	}
	return min(d+t.row-s.row, limit)
}

// clampTop returns the first row for a full view: s, or a row above s if too few rows follow s.
func (e *Editor) clampTop(s spot) spot {
	s.line = min(max(s.line, 0), e.buf.Lines()-1)
	if f, ok := e.foldOver(s.line); ok {
		s = spot{line: f.first}
	}
	_, lay := e.line(s.line)
	if _, ok := lay.Row(s.row); !ok || s.row < 0 {
		s.row = max(min(s.row, lay.Count()-1), 0)
	}
	below := s
	for k := range e.view.h - 1 {
		next := e.step(below, 1)
		if next == below {
			return e.step(s, k-(e.view.h-1))
		}
		below = next
	}
	return s
}

// settleView moves the view as little as necessary to show the caret, if the view must follow
// the caret.
func (e *Editor) settleView() {
	v := &e.view
	if v.follow || v.centre {
		caret := e.spotOf(e.sel.Caret)
		margin := min(max(e.o.Margin, 1), (v.h-1)/2) // at least 1, because a line may be shown over the first row
		d := e.distance(v.top, caret, v.h)
		above := min(max(d, margin), v.h-1-margin) // rows between the top and the caret
		if v.centre && (d < 0 || d >= v.h) {
			above = v.h / 2
		}
		v.top = e.step(caret, -above)
		if e.o.NoWrap {
			e.settleLeft()
		}
	}
	v.follow, v.centre = false, false
	v.top = e.clampTop(v.top)
}

// settleLeft scrolls sideways to show the caret, a quarter of the width at a time.
func (e *Editor) settleLeft() {
	v := &e.view
	x := e.columnOf(e.sel.Caret)
	if jump := max(v.textW/4, 1); x < v.left {
		v.left = max(x-jump, 0)
	} else if x > v.left+v.textW-1 {
		v.left = x - v.textW + 1 + min(jump, v.textW-1)
	}
}

// Scroll moves the view n rows down, or up for n < 0; the caret stays where it is.
func (e *Editor) Scroll(n int) {
	e.view.follow, e.view.centre = false, false
	e.view.top = e.clampTop(e.step(e.view.top, n))
}

// ScrollSideways moves the view n columns to the right when lines do not wrap.
func (e *Editor) ScrollSideways(n int) {
	if e.o.NoWrap {
		e.view.follow, e.view.centre = false, false
		e.view.left = max(e.view.left+n, 0)
	}
}

// CentreCaret puts the caret's row in the middle of the view.
func (e *Editor) CentreCaret() {
	e.view.follow = false
	e.view.top = e.clampTop(e.step(e.spotOf(e.sel.Caret), -e.view.h/2))
}

// TopLine returns the number, from 1, of the first line on screen.
func (e *Editor) TopLine() int { return e.view.top.line + 1 }

// Extent returns the first line that the view shows, the number of shown lines, and the number
// of all lines.
func (e *Editor) Extent() (top, shown, total int) {
	last := e.step(e.view.top, max(e.view.h-1, 0))
	return e.view.top.line, last.line - e.view.top.line + 1, e.buf.Lines()
}

// ScrollTo scrolls so that the line at a share of the text, from 0 to 1, is at the top of the
// view.
func (e *Editor) ScrollTo(share float64) {
	e.view.follow, e.view.centre = false, false
	e.view.top = e.clampTop(spot{line: min(max(int(share*float64(e.buf.Lines())), 0), e.buf.Lines()-1)})
}
