package editor

import (
	"fmt"
	"strconv"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/template"
	"galley/ui/cell"
	"galley/ui/editor/buffer"
	"galley/ui/editor/rows"
	"galley/ui/style"
)

// pen has slices that drawing uses again for each frame, so that a frame allocates little.
type pen struct {
	cells   []cell.Cell
	looks   []cell.Style
	paints  []paint
	signs   []sign
	digits  []byte
	current int // the caret's line, as shown
}

// paint is a style for a span of the text.
type paint struct {
	from, to buffer.Offset
	st       cell.Style
}

// sign is a problem as shown in the gutter and at the line's end.
type sign struct {
	start    buffer.Offset
	severity diag.Severity
	message  string
}

const (
	stickyMin  = 6    // with fewer rows, the [if] of a block above the screen is not shown
	messageGap = 3    // columns between a line and the message of its problem
	longLine   = 4096 // the length in bytes from which an unwrapped line is measured only in part
	messageMin = 8    // with fewer columns, the message of a problem is not shown
)

// Draw draws the text on a, which should be blank, and returns the position of the caret.
// visible is false if the caret is not on screen. Draw also adjusts the view, because the size
// is known only here.
func (e *Editor) Draw(a cell.Area, st *style.Styles, focused bool) (x, y int, visible bool) {
	if a.W <= 0 || a.H <= 0 {
		return
	}
	e.Resize(a.W, a.H)
	e.settleView()
	e.prepare(a.H, st)

	text := a.Sub(e.view.gutter, 0, e.view.textW, a.H)
	caret := e.spotOf(e.sel.Caret)
	e.pen.current = -1
	if focused {
		e.pen.current = caret.line
	}
	s := e.view.top
	for row := range a.H {
		l, lay := e.line(s.line)
		e.drawGutter(a, row, s, l, st)
		e.drawRow(text, row, s, l, lay, st)
		if s == caret {
			x, y, visible = e.view.gutter+e.columnOf(e.sel.Caret)-e.view.left, row, true
		}
		next := e.step(s, 1)
		if next == s {
			break
		}
		s = next
	}
	e.view.sticky = -1
	if !(visible && y == 0) {
		e.drawSticky(a, st)
	}
	visible = visible && x >= e.view.gutter && x < a.W
	return x, y, visible
}

// drawSticky shows, over the first row, the line of the [if] whose block goes
// beyond the top of the screen.
func (e *Editor) drawSticky(a cell.Area, st *style.Styles) {
	if e.o.NoSticky || a.H < stickyMin {
		return
	}
	from, _ := e.shown(e.view.top)
	open, ok := e.enclosingIf(int(from))
	n := e.buf.LineAt(buffer.Offset(open.Start))
	if !ok || n >= e.view.top.line {
		return
	}
	e.view.sticky = n
	bar := a.Sub(0, 0, a.W, 1)
	look := st.Muted.With(cell.Underline)
	bar.Fill(look)
	l, lay := e.line(n)
	e.drawGutter(bar, 0, spot{line: n}, l, st)
	r, _ := lay.Row(0)
	if e.o.NoWrap {
		r = lay.From(0, a.W)
	}
	e.pen.cells = lay.Cells(e.pen.cells[:0], r, 0)
	bar.Sub(e.view.gutter, 0, e.view.textW, 1).PutCells(0, 0, e.pen.cells, func(int) cell.Style { return look })
}

// shown returns the span of the text that a row shows.
func (e *Editor) shown(s spot) (from, to buffer.Offset) {
	l, lay := e.line(s.line)
	r, _ := lay.Row(s.row)
	if e.o.NoWrap && r.End > longLine {
		r = lay.From(e.view.left, e.view.textW)
	}
	return l.Start + buffer.Offset(r.Start), l.Start + buffer.Offset(r.End)
}

// prepare collects what is painted over the text on screen: tags, problems, the tags of the
// caret's block, matches and the selection. Later ones cover earlier ones.
func (e *Editor) prepare(h int, st *style.Styles) {
	p := &e.pen
	p.paints, p.signs = p.paints[:0], p.signs[:0]
	e.eachShown(h, func(from, to buffer.Offset) { e.prepareTags(from, to, st) })
	onMatch := !e.sel.Empty() && e.find.current(e.Selection())
	if !onMatch { // while the selection is a match, the ends of blocks are not marked
		for _, s := range e.partners() {
			p.add(s, st.TagMatch)
		}
	}
	e.eachShown(h, func(from, to buffer.Offset) { e.prepareMatches(from, to, st) })
	if !e.sel.Empty() && !onMatch {
		p.add(e.Selection(), st.Selection)
	}
}

// eachShown calls do with each span of the text that h rows of the screen show.
func (e *Editor) eachShown(h int, do func(from, to buffer.Offset)) {
	if e.o.NoWrap {
		s := e.view.top // with folds, the lines on the screen may be far apart in the text
		for range h {
			do(e.shown(s))
			next := e.step(s, 1)
			if next == s {
				break
			}
			s = next
		}
	} else {
		from, _ := e.shown(e.view.top)
		_, to := e.shown(e.step(e.view.top, h-1))
		do(from, to)
	}
}

func (p *pen) add(s source.Span, st cell.Style) {
	p.paints = append(p.paints, paint{buffer.Offset(s.Start), buffer.Offset(s.End), st})
}

// prepareTags collects the paints of the tags and problems in [from, to].
func (e *Editor) prepareTags(from, to buffer.Offset, st *style.Styles) {
	p := &e.pen
	e.eachTag(from, to, func(i int, span source.Span) bool {
		p.add(span, tagStyle(&e.marks.tags[i], st))
		return true
	})
	e.eachProblem(from, to, func(q *diag.Problem, span source.Span) {
		if e.menu.open && span.Start < int(e.sel.Caret) && int(e.sel.Caret) <= span.End {
			return // the tag is being typed, so the menu shows how to continue
		}
		if q.Code == diag.UnknownType || q.Code == diag.UnknownName {
			p.add(span, st.TagUnknown)
		}
		_, look := st.Severity(q.Severity)
		p.add(span, look)
		p.signs = append(p.signs, sign{buffer.Offset(span.Start), q.Severity, q.Message})
	})
}

// prepareMatches collects the paints of the search's matches in [from, to].
func (e *Editor) prepareMatches(from, to buffer.Offset, st *style.Styles) {
	e.eachMatch(from, to, func(span source.Span) {
		if span == e.Selection() {
			e.pen.add(span, st.MatchCurrent)
		} else {
			e.pen.add(span, st.Match)
		}
	})
}

func tagStyle(t *template.Tag, st *style.Styles) cell.Style {
	switch {
	case t.Literal:
		return st.TagLiteral
	case t.Kind == template.TagVar:
		return st.TagVar
	default:
		return st.TagIf
	}
}

// drawRow draws row y of the text area: row s of line l.
func (e *Editor) drawRow(a cell.Area, y int, s spot, l buffer.Line, lay *rows.Layout, st *style.Styles) {
	r, _ := lay.Row(s.row)
	if e.o.NoWrap {
		r = lay.From(e.view.left, a.W)
	}
	end := r.End == len(l.Body())
	var ground cell.Style
	if s.line == e.pen.current {
		ground = st.CursorLine
		a.Overlay(0, y, a.W, 1, ground)
	}
	p := &e.pen
	p.cells = lay.Cells(p.cells[:0], r, int(l.Start))
	p.looks = p.looks[:0]
	for range p.cells {
		p.looks = append(p.looks, ground)
	}
	from, to := l.Start+buffer.Offset(r.Start), l.Start+buffer.Offset(r.End)
	for _, pt := range p.paints {
		if pt.from < to && pt.to > from {
			p.lay(pt)
		}
	}
	looks := p.looks
	x := a.PutCells(r.X, y, p.cells, func(i int) cell.Style { return looks[i] })
	if end {
		e.drawLineEnd(a, x, y, s.line, l, ground, st)
	}
}

// lay applies a paint to the cells of its span, also to those that are only partly in the span.
func (p *pen) lay(pt paint) {
	for i := range p.cells {
		c := &p.cells[i]
		if buffer.Offset(c.Start) >= pt.to {
			return
		}
		if buffer.Offset(c.End) > pt.from {
			p.looks[i] = p.looks[i].Over(pt.st)
		}
	}
}

// drawLineEnd draws what follows a line's text: a line end that is selected or made visible,
// the size of a fold, and a problem's message.
func (e *Editor) drawLineEnd(a cell.Area, x, y, n int, l buffer.Line, ground cell.Style, st *style.Styles) {
	from, to := e.sel.Span()
	if end := bodyEnd(l); from <= end && end < to && l.End() != "" {
		a.Overlay(x, y, 1, 1, st.Selection)
	}
	if e.o.Cell.ShowSpace {
		sign := map[string]string{"\n": "↓", "\r\n": "↵", "\r": "←"}[l.End()]
		x = a.Put(x, y, sign, ground.Over(st.Faint))
	}
	if f, ok := e.foldOn(n); ok {
		x = a.Put(x+1, y, fmt.Sprintf("⋯ %d lines", f.last-f.first), ground.Over(st.Muted))
	}
	if sg, ok := e.signOf(l); ok {
		if room := a.W - x - messageGap; room >= messageMin {
			a.Put(x+messageGap, y, cell.Shorten(sg.message, room), ground.Over(st.Faint))
		}
	}
}

// signOf returns the worst of the problems that begin in line l. Of equally bad ones it returns
// the first.
func (e *Editor) signOf(l buffer.Line) (worst sign, ok bool) {
	end := l.Start + buffer.Offset(len(l.Text))
	for _, s := range e.pen.signs {
		if s.start >= l.Start && (s.start < end || l.End() == "") && (!ok || s.severity > worst.severity) {
			worst, ok = s, true
		}
	}
	return worst, ok
}

// drawGutter draws the sign and the number of line l. They are on the line's first row, and on
// the first row of the screen.
func (e *Editor) drawGutter(a cell.Area, y int, s spot, l buffer.Line, st *style.Styles) {
	if e.view.gutter == 0 || s.row > 0 && y > 0 {
		return
	}
	if sg, ok := e.signOf(l); ok {
		look, _ := st.Severity(sg.severity)
		a.Put(0, y, style.SeveritySign(sg.severity), look)
	}
	if _, ok := e.foldOn(s.line); ok {
		a.Put(e.view.gutter-1, y, "▸", st.Muted)
	}
	look := st.LineNumber
	if s.line == e.pen.current {
		look = st.LineNumberCurrent
	}
	e.pen.digits = strconv.AppendInt(e.pen.digits[:0], int64(s.line+1), 10)
	x := e.view.gutter - 1 - len(e.pen.digits)
	for i, d := range e.pen.digits {
		a.Rune(x+i, y, rune(d), look)
	}
}
