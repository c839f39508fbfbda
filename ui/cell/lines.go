package cell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Lines returns the grid as text, one string per row, each exactly as wide as the grid. It writes a
// style sequence only where the style changes, and every line ends in the terminal's default style.
// After a character whose width differs between terminals, it sets the cursor to an absolute
// column; so the grid's first column must be that of the screen. The next call reuses the slice and
// does not rebuild rows that have not changed.
func (g *Grid) Lines() []string {
	if g.seenW != g.w || len(g.lines) != g.h {
		g.seenW = g.w
		g.seen = append(g.seen[:0], g.cells...)
		g.lines = append(g.lines[:0], make([]string, g.h)...)
		for y := range g.lines {
			g.lines[y] = g.line(y)
		}
	} else {
		for y := range g.lines {
			row, seen := g.cells[y*g.w:(y+1)*g.w], g.seen[y*g.w:(y+1)*g.w]
			if !g.same(row, seen) {
				g.lines[y] = g.line(y)
			}
			copy(seen, row)
		}
	}
	g.seenClusters = append(g.seenClusters[:0], g.clusters...)
	return g.lines
}

// String returns the lines joined by line feeds.
func (g *Grid) String() string { return strings.Join(g.Lines(), "\n") }

// same reports whether a row equals the same row at the last call of Lines.
func (g *Grid) same(row, seen []square) bool {
	for i := range row {
		a, b := &row[i], &seen[i]
		if a.st != b.st {
			return false
		}
		if (a.g|b.g)&glyphCluster == 0 {
			if a.g != b.g {
				return false
			}
			continue
		}
		if a.g&glyphCluster != b.g&glyphCluster || a.g.width() != b.g.width() ||
			g.clusters[a.g&glyphText] != g.seenClusters[b.g&glyphText] {
			return false
		}
	}
	return true
}

// line returns the text of row y.
func (g *Grid) line(y int) string {
	b := g.buf[:0]
	var st Style
	last, lastInert := 0, true // last is where the last character in b starts, or len(b) after a style sequence
	for x, c := range g.cells[y*g.w : (y+1)*g.w] {
		if c.g.width() == 0 {
			continue
		}
		if c.st != st {
			st = c.st
			b = st.appendSGR(b)
			last, lastInert = len(b), true
		}
		first := rune(c.g & glyphText)
		text := ""
		if c.g&glyphCluster != 0 {
			text = g.clusters[first]
			first, _ = utf8.DecodeRuneInString(text)
		}
		calm := text == "" && inert(first)
		if !(calm && lastInert) && g.joins(b[last:], first) {
			// A style sequence between two cells keeps their characters from joining.
			b = st.appendSGR(b)
		}
		if text != "" && contested(text, c.g.width()) {
			b = g.pinned(b, text, x, c.g.width())
			last, lastInert = len(b), true
			continue
		}
		last, lastInert = len(b), calm
		if text != "" {
			b = append(b, text...)
		} else {
			b = utf8.AppendRune(b, first)
		}
	}
	if st != (Style{}) {
		b = append(b, reset...)
	}
	g.buf = b
	return string(b)
}

// contested reports whether terminals disagree about a cluster's width, because it differs between
// counting code points and counting clusters.
func contested(text string, width int) bool { return textWidth(text, !wcwidth.Load()) != width }

// pinned appends a cluster of w columns at column x to b in such a way that the rest of the line is
// in the right place whatever width the terminal gives the cluster. It erases the columns before
// the cluster is drawn, and then sets the cursor after them.
func (g *Grid) pinned(b []byte, text string, x, w int) []byte {
	b = fmt.Appendf(b, "\x1b[%dX", w)
	b = append(b, text...)
	if x+w < g.w {
		b = fmt.Appendf(b, "\x1b[%dG", x+w+1)
	}
	return b
}

// joins reports whether a terminal would draw r as a part of the last character of the text
// before it.
func (g *Grid) joins(before []byte, r rune) bool {
	if len(before) == 0 {
		return false
	}
	g.pair = utf8.AppendRune(append(g.pair[:0], before...), r)
	return len(graphemes.FromBytes(g.pair).First()) > len(before)
}
