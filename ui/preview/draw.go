package preview

import (
	"fmt"
	"path"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/style"
)

// Draw paints the text into the area, from the place the reader left it. It
// returns where the real cursor belongs when the pane has the focus.
func (p *Pane) Draw(a cell.Area, st *style.Styles, focused bool) (x, y int, visible bool) {
	bar := 0
	if p.bar && a.W > 4 {
		bar = 1
	}
	width := a.W - bar
	if width != p.width {
		p.width = width
		p.top = p.rowStart(p.top)
	}
	p.height = a.H
	p.rows = p.rows[:0]
	if p.result == nil || width <= 0 || a.H <= 0 {
		return 0, 0, false
	}
	if p.text == "" {
		a.Put(bar, 0, "No message is sent: the template is empty.", st.Muted)
		return 0, 0, false
	}
	cursorRow := p.rowStart(p.Cursor())
	at := min(p.top, len(p.text))
	for i := 0; i < a.H; i++ {
		r := p.rowAt(at)
		p.rows = append(p.rows, r)
		p.drawRow(a, i, bar, r, st)
		if focused && r.start == cursorRow {
			a.Underlay(bar, i, width, 1, st.CursorLine)
			x, y, visible = bar, i, true
		}
		next, ok := p.after(at)
		if !ok {
			break
		}
		at = next
	}
	return x, y, visible
}

// rowAt describes the row that begins at start.
func (p *Pane) rowAt(start int) row {
	line := lineStart(p.text, start)
	end := lineEnd(p.text, start)
	r := row{start: start, end: end, first: start == line, last: true}
	for _, s := range p.lineRows(line) {
		if s > start {
			r.end, r.last = s, false
			break
		}
	}
	return r
}

func (p *Pane) drawRow(a cell.Area, y, bar int, r row, st *style.Styles) {
	origin, ok := p.originOf(r)
	if ok && bar > 0 {
		glyph, look := st.Origin(origin.Kind)
		a.Put(0, y, glyph, look)
	}
	end := r.end
	if end > r.start && p.text[end-1] == '\r' && r.last {
		end-- // a CR before the line feed is part of the line end
	}
	p.scratch = cell.Cells(p.scratch[:0], p.text[r.start:end], r.start, 0, p.options)
	spans := p.spans(r, end)
	match := p.match
	look := func(i int) cell.Style {
		c := p.scratch[i]
		s := st.Base
		for len(spans) > 0 && spans[0].End+r.start <= c.Start {
			spans = spans[1:]
		}
		if len(spans) > 0 && spans[0].Start+r.start <= c.Start {
			s = s.Over(st.Syntax(spans[0].Token))
		}
		if p.stale {
			s = st.Stale
		}
		if match.Start <= c.Start && c.Start < match.End {
			s = s.Over(st.Match)
		}
		return s
	}
	next := a.PutCells(bar, y, p.scratch, look)
	if label := p.label(r, origin); ok && label != "" {
		w := cell.Width(label)
		if next+2+w <= a.W {
			a.Put(a.W-w, y, label, st.Faint)
		}
	}
}

// originOf returns the origin of a row: of its first byte, or of its line end
// when the row is empty.
func (p *Pane) originOf(r row) (source.Origin, bool) {
	return p.result.Text.OriginAt(min(r.start, len(p.text)-1))
}

// label names the source of a row at whose start a piece begins that is not the
// template's own text.
func (p *Pane) label(r row, o source.Origin) string {
	i, start := p.result.Text.At(r.start)
	top := len(p.rows) == 1
	if i < 0 || (start != r.start && !top) {
		return ""
	}
	piece := p.result.Text.Pieces()[i]
	switch o.Kind {
	case source.File, source.Import:
		lines := p.fences.lines(i, piece.Text)
		return cell.Visible(fmt.Sprintf("%s %d-%d", path.Base(o.Source), piece.Origin.Line, piece.Origin.Line+lines-1))
	case source.Variable, source.Pack, source.StandIn, source.Tool:
		return cell.Visible(o.Source)
	case source.Override:
		return cell.Visible(o.Source + " (override)")
	default:
		return ""
	}
}

// spans returns the highlighting of the row, relative to its start.
func (p *Pane) spans(r row, end int) []highlight.Span {
	if p.stale {
		return nil
	}
	line := lineStart(p.text, r.start)
	full := p.text[line:lineEnd(p.text, line)]
	all, _ := p.syntax.Line(p.fences.state(p.text, line), full)
	shift := r.start - line
	if shift == 0 {
		return all
	}
	var part []highlight.Span
	for _, s := range all {
		if s.End <= shift || s.Start >= end-line {
			continue
		}
		s.Start, s.End = max(s.Start-shift, 0), s.End-shift
		part = append(part, s)
	}
	return part
}
