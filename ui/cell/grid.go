package cell

import "unicode/utf8"

// glyph is what a grid cell shows: a rune, or an entry of the grid's list of
// clusters, with the number of columns it takes. Zero columns mean the rest of a wide
// character to the left.
type glyph uint32

const (
	glyphText    glyph = 1<<21 - 1
	glyphCluster glyph = 1 << 21
	glyphShift         = 24

	blank = glyph(' ') | 1<<glyphShift
)

func (g glyph) width() int { return int(g >> glyphShift) }

// square is one cell of a grid. It has no pointers, so that clearing and comparing
// grids is cheap.
type square struct {
	g  glyph
	st Style
}

// Grid is a rectangle of cells. It is reused from frame to frame: Reset, draw,
// Lines. It is not safe for concurrent use.
type Grid struct {
	w, h     int
	base     Style
	mark     Style
	opts     Options
	cells    []square
	clusters []string // the texts of glyphs that are more than one rune

	seen         []square // the cells, clusters and text of the previous Lines
	seenClusters []string
	lines        []string
	seenW        int

	buf  []byte // one line being written
	pair []byte // two neighbours, to ask whether they would join
}

// NewGrid returns a blank grid of w by h cells.
func NewGrid(w, h int) *Grid {
	g := &Grid{}
	g.Reset(w, h, Style{})
	return g
}

// Reset blanks the grid in the style base and gives it a size. Negative sizes
// count as 0.
func (g *Grid) Reset(w, h int, base Style) {
	g.w, g.h, g.base = max(w, 0), max(h, 0), base
	n := g.w * g.h
	if cap(g.cells) < n {
		g.cells = make([]square, n)
	}
	g.cells = g.cells[:n]
	g.clusters = g.clusters[:0]
	fill(g.cells, square{blank, base})
}

// fill sets every element by doubling copies, which is fastest.
func fill(s []square, v square) {
	if len(s) == 0 {
		return
	}
	s[0] = v
	for n := 1; n < len(s); n *= 2 {
		copy(s[n:], s[:n])
	}
}

// SetMark sets the style that is added to marks, including those of invalid bytes.
func (g *Grid) SetMark(st Style) { g.mark = st }

// SetOptions sets how [Area.Put] cuts text.
func (g *Grid) SetOptions(o Options) { g.opts = o }

// Size returns the grid's width and height.
func (g *Grid) Size() (w, h int) { return g.w, g.h }

// Area returns the rectangle of the grid at x, y, cut to the grid.
func (g *Grid) Area(x, y, w, h int) Area {
	return Area{g: g, W: g.w, H: g.h, x1: g.w, y1: g.h}.Sub(x, y, w, h)
}

// set draws a glyph of w columns at x, y, all of which must be in the grid.
func (g *Grid) set(x, y int, gl glyph, st Style) {
	row := g.cells[y*g.w : (y+1)*g.w]
	w := gl.width()
	if w == 1 && row[x].g.width() == 1 {
		row[x] = square{gl, st}
		return
	}
	g.free(row, x)
	if w > 1 {
		g.free(row, x+w-1)
	}
	row[x] = square{gl, st}
	for i := x + 1; i < x+w; i++ {
		row[i] = square{0, st}
	}
}

// free makes the cell at x independent: a wide character that covers it is blanked as
// a whole, so that no half of one remains.
func (g *Grid) free(row []square, x int) {
	lead := x
	for lead > 0 && row[lead].g.width() == 0 {
		lead--
	}
	w := row[lead].g.width()
	if w <= 1 {
		return
	}
	for i := lead; i < min(lead+w, len(row)); i++ {
		row[i].g = blank
	}
}

// glyphOf returns the glyph for a text of w columns.
func (g *Grid) glyphOf(text string, w int) glyph {
	if r, size := utf8.DecodeRuneInString(text); size == len(text) {
		return glyph(r) | glyph(w)<<glyphShift
	}
	g.clusters = append(g.clusters, text)
	return glyph(len(g.clusters)-1) | glyphCluster | glyph(w)<<glyphShift
}
