package cell

import "unicode/utf8"

// Area is a rectangle of a grid with its own coordinates. Drawing outside it does
// nothing. The zero Area is empty.
type Area struct {
	W, H int // the size in cells

	g              *Grid
	x, y           int // the position of the top left corner in the grid
	x0, y0, x1, y1 int // the part that may be drawn on, in the grid's coordinates
}

// Sub returns the rectangle at x, y within the area. Nothing is drawn outside the
// area.
func (a Area) Sub(x, y, w, h int) Area {
	s := Area{
		g: a.g, x: a.x + x, y: a.y + y,
		W: max(min(w, a.W-x), 0), H: max(min(h, a.H-y), 0),
	}
	s.x0, s.y0 = max(a.x0, s.x), max(a.y0, s.y)
	s.x1, s.y1 = max(min(a.x1, s.x+s.W), s.x0), max(min(a.y1, s.y+s.H), s.y0)
	return s
}

// row returns the grid's row for row y of the area. The second result is false if nothing may
// be drawn on this row.
func (a Area) row(y int) (int, bool) {
	y += a.y
	return y, y >= a.y0 && y < a.y1
}

// Put draws s from x, y in the style st over the grid's base style, and returns the column after
// it. It draws hostile characters as marks, and blanks in place of a wide character that does not
// fit. It does not measure text past the right edge: if s reaches that far, the returned column is
// any column past the edge.
func (a Area) Put(x, y int, s string, st Style) int {
	gy, ok := a.row(y)
	if !ok {
		return x + Width(s)
	}
	st = a.g.base.Over(st)
	if ascii(s) {
		a.putASCII(x, gy, s, st)
		return x + len(s)
	}
	cut := a.g.opts.cutter()
	for i := 0; i < len(s) && a.x+x < a.x1; {
		c := cut.next(s, i, max(x, 0))
		x = a.put(x, gy, &c, st)
		i += c.End
	}
	return x
}

// putASCII draws printable ASCII text, one column per byte, in the grid's row gy.
func (a Area) putASCII(x, gy int, s string, st Style) {
	from, to := max(a.x+x, a.x0), min(a.x+x+len(s), a.x1)
	if from >= to {
		return
	}
	row := a.g.cells[gy*a.g.w : (gy+1)*a.g.w]
	s = s[from-a.x-x:]
	for i := from; i < to; i++ {
		if row[i].g.width() != 1 {
			a.g.free(row, i)
		}
		row[i] = square{glyph(s[i-from]) | 1<<glyphShift, st}
	}
}

// PutCells draws cells that were made by [Cells], cell i in the style st(i). Like [Area.Put],
// it returns the column after the last measured cell.
func (a Area) PutCells(x, y int, cells []Cell, st func(i int) Style) int {
	gy, ok := a.row(y)
	for i := range cells {
		if !ok || a.x+x >= a.x1 {
			return x
		}
		x = a.put(x, gy, &cells[i], a.g.base.Over(st(i)))
	}
	return x
}

// put draws one cell in the grid's row gy and returns the column after it.
func (a Area) put(x, gy int, c *Cell, st Style) int {
	gx, end := a.x+x, x+c.Width
	switch c.Kind {
	case Mark, Invalid:
		st = st.Over(a.g.mark)
		for _, r := range c.Text {
			a.putGlyph(gx, gy, glyph(r)|1<<glyphShift, st)
			gx++
		}
		return end
	case Tab, Space:
		r, _ := utf8.DecodeRuneInString(c.Text)
		a.putGlyph(gx, gy, glyph(r)|1<<glyphShift, st)
		for gx++; gx < a.x+end; gx++ {
			a.putGlyph(gx, gy, blank, st)
		}
		return end
	}
	if gx >= a.x0 && gx+c.Width <= a.x1 {
		a.g.set(gx, gy, a.g.glyphOf(c.Text, c.Width), st)
		return end
	}
	for ; gx < a.x+end; gx++ {
		a.putGlyph(gx, gy, blank, st)
	}
	return end
}

// putGlyph draws a glyph of one column if the position is in the area.
func (a Area) putGlyph(gx, gy int, gl glyph, st Style) {
	if gx >= a.x0 && gx < a.x1 {
		a.g.set(gx, gy, gl, st)
	}
}

// On calls draw. During the call, ground is the base style in place of the grid's base style.
func (a Area) On(ground Style, draw func(a Area)) {
	base := a.g.base
	a.g.base = base.Over(ground)
	draw(a)
	a.g.base = base
}

// Fill blanks the area in the style st over the grid's base style.
func (a Area) Fill(st Style) {
	if a.x0 == a.x1 {
		return
	}
	st = a.g.base.Over(st)
	for y := a.y0; y < a.y1; y++ {
		row := a.g.cells[y*a.g.w : (y+1)*a.g.w]
		a.g.free(row, a.x0)
		a.g.free(row, a.x1-1)
		fill(row[a.x0:a.x1], square{blank, st})
	}
}

// Overlay adds a style on top of the styles in a rectangle. The text of the rectangle stays.
func (a Area) Overlay(x, y, w, h int, over Style) {
	s := a.Sub(x, y, w, h)
	for gy := s.y0; gy < s.y1; gy++ {
		row := s.g.cells[gy*s.g.w : (gy+1)*s.g.w]
		for gx := s.x0; gx < s.x1; gx++ {
			row[gx].st = row[gx].st.Over(over)
		}
	}
}

// Underlay adds a style beneath the text of a rectangle. Colours of the text stay, except where
// the text has no colour or the colour of the grid's base style. There the text gets the colours
// of the added style.
func (a Area) Underlay(x, y, w, h int, under Style) {
	s := a.Sub(x, y, w, h)
	for gy := s.y0; gy < s.y1; gy++ {
		row := s.g.cells[gy*s.g.w : (gy+1)*s.g.w]
		for gx := s.x0; gx < s.x1; gx++ {
			st := row[gx].st
			if st.Fg == s.g.base.Fg {
				st.Fg = NoColor
			}
			if st.Bg == s.g.base.Bg {
				st.Bg = NoColor
			}
			row[gx].st = s.g.base.Over(under.Over(st))
		}
	}
}

// HLine draws a horizontal line of w columns from x, y.
func (a Area) HLine(x, y, w int, st Style) {
	for i := range w {
		a.Rune(x+i, y, '─', st)
	}
}

// VLine draws a vertical line of h rows from x, y.
func (a Area) VLine(x, y, h int, st Style) {
	for i := range h {
		a.Rune(x, y+i, '│', st)
	}
}

// Rune draws one character of one column, for example a piece of a border.
func (a Area) Rune(x, y int, r rune, st Style) {
	if gy, ok := a.row(y); ok {
		a.putGlyph(a.x+x, gy, glyph(r)|1<<glyphShift, a.g.base.Over(st))
	}
}

// Box draws a border around the area with a title on its top edge, and returns
// the inside.
func (a Area) Box(title string, border, titleStyle Style) Area {
	if a.W >= 2 && a.H >= 2 {
		a.HLine(1, 0, a.W-2, border)
		a.HLine(1, a.H-1, a.W-2, border)
		a.VLine(0, 1, a.H-2, border)
		a.VLine(a.W-1, 1, a.H-2, border)
		a.Rune(0, 0, '┌', border)
		a.Rune(a.W-1, 0, '┐', border)
		a.Rune(0, a.H-1, '└', border)
		a.Rune(a.W-1, a.H-1, '┘', border)
		if title != "" && a.W >= 6 {
			a.Put(2, 0, " "+Shorten(title, a.W-6)+" ", titleStyle)
		}
	}
	return a.Sub(1, 1, a.W-2, a.H-2)
}
