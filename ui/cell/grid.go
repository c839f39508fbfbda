package cell

import "unicode/utf8"

// glyph is what a grid cell shows: a rune, or the index of a cluster in the grid's list, and the
// width in columns. A width of 0 means that the cell is the rest of a wide character to its left.
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

	seen         []square // these four are from the last call of Lines: the cells, their clusters, the lines and the width
	seenClusters []string
	lines        []string
	seenW        int

	buf  []byte // the line that is being written
	pair []byte // two neighbouring characters, to find out whether they would join
}

// NewGrid returns a blank grid of w by h cells.
func NewGrid(w, h int) *Grid {
	g := &Grid{}
	g.Reset(w, h, Style{})
	return g
}

// Reset gives the grid a size and blanks it in the style base. A negative size counts as 0.
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

// fill sets every element of s to v. It doubles the filled part at each step, which is the fastest
// way.
func fill(s []square, v square) {
	if len(s) == 0 {
		return
	}
	s[0] = v
	for n := 1; n < len(s); n *= 2 {
		copy(s[n:], s[:n])
	}
}

// SetMark sets the style that is added to marks, which are drawn in place of hostile characters
// and invalid bytes.
func (g *Grid) SetMark(st Style) { g.mark = st }

// SetOptions sets how [Area.Put] cuts text.
func (g *Grid) SetOptions(o Options) { g.opts = o }

// Size returns the grid's width and height.
func (g *Grid) Size() (w, h int) { return g.w, g.h }

// Area returns the rectangle at x, y, limited to the grid.
func (g *Grid) Area(x, y, w, h int) Area {
	return Area{g: g, W: g.w, H: g.h, x1: g.w, y1: g.h}.Sub(x, y, w, h)
}

// set draws a glyph of w columns at x, y. All of these columns must be in the grid.
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

// free removes a wide character that covers the cell at x. It blanks the whole character, so
// that no half of it remains.
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
