package cell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Lines returns the grid as text, one string per row, each exactly as wide as the
// grid. A style sequence is written only where the style changes, and every line ends
// in the terminal's default style. For a character whose width differs between
// terminals the cursor is set to an absolute column, so the grid's first column must
// be the screen's. The next call reuses the slice; a row that has not changed is not
// rebuilt.
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

// same reports whether a row equals the one in the previous Lines.
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

// line writes row y.
func (g *Grid) line(y int) string {
	b := g.buf[:0]
	var st Style
	last, lastInert := 0, true // where in b the last character starts; len(b) after a style sequence
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
			// A style sequence keeps adjacent cells from joining.
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

// contested reports whether terminals disagree about a cluster's width: counting code
// points gives another width than counting clusters.
func contested(text string, width int) bool { return textWidth(text, !wcwidth.Load()) != width }

// pinned writes a cluster of w columns at column x so that the rest of the line is in
// place whatever width the terminal gives the cluster: it erases the columns first
// and sets the cursor after them afterwards.
func (g *Grid) pinned(b []byte, text string, x, w int) []byte {
	b = fmt.Appendf(b, "\x1b[%dX", w)
	b = append(b, text...)
	if x+w < g.w {
		b = fmt.Appendf(b, "\x1b[%dG", x+w+1)
	}
	return b
}

// joins reports whether r, written after before, would become part of its last
// character.
func (g *Grid) joins(before []byte, r rune) bool {
	if len(before) == 0 {
		return false
	}
	g.pair = utf8.AppendRune(append(g.pair[:0], before...), r)
	return len(graphemes.FromBytes(g.pair).First()) > len(before)
}
