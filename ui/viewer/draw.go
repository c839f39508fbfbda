package viewer

import (
	"slices"
	"sort"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/style"
)

// Draw paints the text into the area, from the top of the window. It returns the position of the
// terminal's cursor, for a pane with the focus.
func (v *Viewer) Draw(a cell.Area, st *style.Styles, focused bool) (x, y int, visible bool) {
	v.rows, v.labelled = v.rows[:0], labelled{piece: -1}
	if a.W == 0 {
		return
	}
	again := v.inWindow(v.revealed)
	v.Fit(a.W, a.H)
	if again { // if the window has become smaller, keep what was scrolled into view visible
		v.reveal(v.revealed)
	}
	if v.text == "" {
		return
	}
	bar, width := v.BarWidth(), v.width
	cursor := spot{line: -1}
	if focused {
		cursor = v.spotOf(v.Cursor())
	}
	at := v.spotOf(v.top)
	for i := 0; i < a.H; i++ {
		r := v.rowAt(at)
		v.rows = append(v.rows, r)
		var ground cell.Style
		if v.ground != nil {
			ground = v.ground(st)
		}
		if at == cursor {
			ground = ground.Over(st.CursorLine)
			a.Overlay(bar, i, width, 1, ground)
			x, y, visible = bar, i, true
		}
		v.drawRow(a, i, bar, r, ground, st)
		next, ok := v.after(at)
		if !ok {
			break
		}
		at = next
	}
	return x, y, visible
}

// BarWidth returns the width of the origin bar, which is 0 in a narrow viewer.
func (v *Viewer) BarWidth() int {
	if v.bar && v.areaW > 4 {
		return 1
	}
	return 0
}

// drawRow draws a row of the text on line y. ground is the background of the row.
func (v *Viewer) drawRow(a cell.Area, y, bar int, r row, ground cell.Style, st *style.Styles) {
	origin, ok := v.originOf(r)
	if ok && bar > 0 {
		glyph, look := st.Origin(origin.Kind)
		a.Put(0, y, glyph, look)
	}
	v.scratch = cell.Cells(v.scratch[:0], v.text[r.start:r.end], r.start, r.col, v.options)
	var spans []highlight.Span
	var runs []Run
	if v.runs != nil {
		runs = v.runs(r.line, st)
	} else {
		spans = v.spans(r.line)
	}
	if v.paint != nil {
		if line, ok := v.paint(v.text[r.line:r.end], st); ok {
			ground, spans = ground.Over(line), nil
		}
	}
	match, text := v.match, a.Sub(bar, y, a.W-bar, 1)
	found := v.found[sort.Search(len(v.found), func(i int) bool { return v.found[i].End > r.start }):]
	look := func(i int) cell.Style {
		c := v.scratch[i]
		s := ground
		for len(spans) > 0 && spans[0].End+r.line <= c.Start {
			spans = spans[1:]
		}
		if len(spans) > 0 && spans[0].Start+r.line <= c.Start {
			s = s.Over(st.Syntax(spans[0].Token))
		}
		for len(runs) > 0 && runs[0].End+r.line <= c.Start {
			runs = runs[1:]
		}
		if len(runs) > 0 {
			s = s.Over(runs[0].Look)
		}
		if v.stale {
			s = ground.Over(st.Stale)
		}
		for len(found) > 0 && found[0].End <= c.Start {
			found = found[1:]
		}
		in := len(found) > 0 && found[0].Start <= c.Start
		switch {
		case in && found[0] == match:
			s = s.Over(st.MatchCurrent)
		case in, match.Start <= c.Start && c.Start < match.End:
			s = s.Over(st.Match)
		}
		if sel := v.selected.span; sel.Start <= c.Start && c.Start < sel.End {
			s = s.Over(st.Selection)
		}
		return s
	}
	next := bar + text.PutCells(r.x, 0, v.scratch, look)
	if ok {
		v.drawLabel(a, y, next, r, origin, ground.Over(st.Faint))
	}
}

// originOf returns the origin of a row. This is the origin of the row's first byte or, for an
// empty row, of its line end.
func (v *Viewer) originOf(r row) (source.Origin, bool) {
	return v.source.OriginAt(min(r.start, len(v.text)-1))
}

// coloured caches the highlighting of the last line, for its further rows.
type coloured struct {
	line  int
	spans []highlight.Span
	valid bool
}

// spans returns the highlighting of the line that starts at an offset.
func (v *Viewer) spans(start int) []highlight.Span {
	c := &v.coloured
	if !c.valid || c.line != start {
		line := v.text[start:v.lineAt(start).end]
		all, _ := v.syntax.Line(v.fences.state(v.text, start), line)
		if n := len(all); v.fences.lang == highlight.JSON && n > 0 && len(line) > highlight.MaxLine {
			// The highlighter colours only the start of a line this long; the rest is plain.
			all = slices.Clone(all)
			all[n-1].End = len(line)
		}
		*c = coloured{start, all, true}
	}
	return c.spans
}
