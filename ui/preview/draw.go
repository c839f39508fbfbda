package preview

import (
	"fmt"
	"path"
	"slices"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/style"
)

// Draw paints the text into the area, from the place the reader left it. It
// returns where the real cursor belongs when the pane has the focus.
func (p *Pane) Draw(a cell.Area, st *style.Styles, focused bool) (x, y int, visible bool) {
	p.areaW, p.height = a.W, a.H
	bar := p.barWidth()
	width := a.W - bar
	if width != p.width {
		p.width = width
		p.setRows()
		if width > 0 {
			p.top = p.rowStart(p.top)
		}
	}
	p.rows = p.rows[:0]
	if p.result == nil || width <= 0 || a.H <= 0 {
		return 0, 0, false
	}
	if p.text == "" {
		p.drawEmpty(a.Sub(bar, 0, width, a.H), st)
		return 0, 0, false
	}
	cursor := spot{-1, 0}
	if focused {
		cursor = p.spotOf(p.Cursor())
	}
	at := p.spotOf(p.top)
	for i := 0; i < a.H; i++ {
		r := p.rowAt(at)
		p.rows = append(p.rows, r)
		var ground cell.Style
		if at == cursor {
			ground = st.CursorLine
			a.Overlay(bar, i, width, 1, ground)
			x, y, visible = bar, i, true
		}
		p.drawRow(a, i, bar, r, ground, st)
		next, ok := p.after(at)
		if !ok {
			break
		}
		at = next
	}
	return x, y, visible
}

// barWidth is the width of the origin bar, which a narrow pane does without.
func (p *Pane) barWidth() int {
	if p.bar && p.areaW > 4 {
		return 1
	}
	return 0
}

// drawRow draws a row of the text on the ground that the row has already.
func (p *Pane) drawRow(a cell.Area, y, bar int, r row, ground cell.Style, st *style.Styles) {
	origin, ok := p.originOf(r)
	if ok && bar > 0 {
		glyph, look := st.Origin(origin.Kind)
		a.Put(0, y, glyph, look)
	}
	p.scratch = cell.Cells(p.scratch[:0], p.text[r.start:r.end], r.start, r.col, p.options)
	spans := p.spans(r)
	if p.paint != nil {
		if line, ok := p.paint(p.text[r.line:r.end], st); ok {
			ground, spans = ground.Over(line), nil
		}
	}
	match := p.match
	look := func(i int) cell.Style {
		c := p.scratch[i]
		s := ground
		for len(spans) > 0 && spans[0].End+r.start <= c.Start {
			spans = spans[1:]
		}
		if len(spans) > 0 && spans[0].Start+r.start <= c.Start {
			s = s.Over(st.Syntax(spans[0].Token))
		}
		if p.stale {
			s = ground.Over(st.Stale)
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
			a.Put(a.W-w, y, label, ground.Over(st.Faint))
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
	case source.Variable, source.Pack, source.StandIn, source.Tool, source.Captured:
		return cell.Visible(o.Source)
	case source.Override:
		return cell.Visible(o.Source + " (override)")
	default:
		return ""
	}
}

// coloured is the line that was coloured last: each of its rows asks anew.
type coloured struct {
	line  int
	spans []highlight.Span
	valid bool
}

// spans returns the highlighting of the row, relative to its start.
func (p *Pane) spans(r row) []highlight.Span {
	if p.stale {
		return nil
	}
	if c := &p.coloured; !c.valid || c.line != r.line {
		full := p.text[r.line:p.lineAt(r.line).end]
		all, _ := p.syntax.Line(p.fences.state(p.text, r.line), full)
		if n := len(all); p.fences.lang == highlight.JSON && n > 0 && len(full) > longLine/2 {
			// The highlighter looks at the head of a line; what follows in one this long
			// is the rest of a text.
			all = slices.Clone(all)
			all[n-1].End = len(full)
		}
		*c = coloured{r.line, all, true}
	}
	all, shift := p.coloured.spans, r.start-r.line
	if shift == 0 {
		return all
	}
	var part []highlight.Span
	for _, s := range all {
		if s.End <= shift || s.Start >= r.end-r.line {
			continue
		}
		s.Start, s.End = max(s.Start-shift, 0), s.End-shift
		part = append(part, s)
	}
	return part
}
