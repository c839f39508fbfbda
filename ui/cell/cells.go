package cell

import (
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"github.com/clipperhouse/uax29/v2/graphemes"

	"galley/engine/hidden"
)

// Kind says how a cell represents its text.
type Kind uint8

// The kinds of cell.
const (
	Plain   Kind = iota // the character is drawn unchanged
	Tab                 // a tab, shown as blanks up to the next stop
	Space               // a space shown as a dot, with Options.ShowSpace
	Mark                // a picture of a character that must not be drawn
	Invalid             // a picture of a byte that is not valid UTF-8
)

// Cell is one user-perceived character of a line.
type Cell struct {
	Text  string // what to draw; for a Mark its picture, not the bytes
	Width int    // columns, at least 1
	Start int    // the range of bytes that it represents
	End   int
	Kind  Kind
}

// blank reports whether the cell is a space or a tab.
func (c *Cell) blank() bool {
	return c.Kind == Tab || c.Kind == Space || c.Text == " "
}

// Options say how a line is divided into cells.
type Options struct {
	Tab       int  // columns between tab stops; 0 means 4
	Wcwidth   bool // whether to count columns by code point, as old terminals do; see [UseWcwidth]
	ShowSpace bool // show spaces as dots and tabs as arrows
}

// wcwidth is true if the terminal counts columns by code point. It applies to the whole program.
var wcwidth atomic.Bool

// UseWcwidth sets whether this package counts columns by code point, for terminals that do not know
// grapheme clusters. It must be called once, before anything is drawn.
func UseWcwidth(on bool) { wcwidth.Store(on) }

// maxCluster is the largest number of bytes in one cell. The longest emoji in use has 35 bytes.
// A longer cluster is shown as marks.
const (
	maxCluster      = maxClusterRunes * utf8.UTFMax
	maxClusterRunes = hidden.MaxCluster
)

// Cells appends the cells of a line, which should not contain a line end, to dst. It adds base to
// every Start and End. col is the column at which the line starts; the tab stops depend on it.
// Every byte of the line belongs to exactly one cell.
func Cells(dst []Cell, line string, base, col int, o Options) []Cell {
	cut := o.cutter()
	for i := 0; i < len(line); {
		if b := line[i]; b > 0x20 && b < 0x7f && (i+1 == len(line) || line[i+1] < utf8.RuneSelf) {
			dst = append(dst, Cell{Text: line[i : i+1], Width: 1, Start: base + i, End: base + i + 1})
			i++
			col++
			continue
		}
		c := cut.next(line, i, col)
		c.Start = base + i
		i += c.End
		c.End = base + i
		dst = append(dst, c)
		col += c.Width
	}
	return dst
}

// cutter holds Options with their defaults filled in.
type cutter struct {
	tab      int
	wc, show bool
}

func (o Options) cutter() cutter {
	tab := o.Tab
	if tab <= 0 {
		tab = 4
	}
	return cutter{tab, o.Wcwidth || wcwidth.Load(), o.ShowSpace}
}

// next returns the cell at line[i:], which starts in column col. The field End of the cell is
// the number of its bytes, not a position in the line.
func (cut cutter) next(line string, i, col int) Cell {
	b := line[i]
	c := Cell{Text: line[i : i+1], Width: 1, End: 1}
	switch {
	case b >= utf8.RuneSelf, b >= 0x20 && b < 0x7f && i+1 < len(line) && line[i+1] >= utf8.RuneSelf:
		c = cluster(line, i, cut.wc)
	case b == '\t':
		c.Text, c.Kind, c.Width = " ", Tab, cut.tab-col%cut.tab
		if cut.show {
			c.Text = "→"
		}
	case b < 0x20, b == 0x7f:
		c.Text, c.Kind = markOf(rune(b)), Mark
	}
	if cut.show && c.Kind == Plain && c.Text == " " {
		c.Text, c.Kind = "·", Space
	}
	return c
}

// cluster returns the cell at line[i:]. The field End of the cell is the number of its bytes,
// not a position in the line.
func cluster(line string, i int, wc bool) Cell {
	r, size := utf8.DecodeRuneInString(line[i:])
	if r == utf8.RuneError && size <= 1 {
		return Cell{Text: invalidMark(line[i]), Width: 4, End: 1, Kind: Invalid}
	}
	if inert(r) {
		// This is the usual case in text that is not ASCII: the next character cannot join r, so r
		// alone is the cluster.
		if next, n := utf8.DecodeRuneInString(line[i+size:]); n == 0 || inert(next) || next < 0x300 {
			w := inertWidth(r)
			if w == 0 || wc {
				w = textWidth(line[i:i+size], wc)
			}
			return Cell{Text: line[i : i+size], Width: w, End: size}
		}
	}
	if _, _, hide := hidden.At(line, i); hide {
		return mark(r, size)
	}
	end := i + hidden.FlagLen(line[i:])
	if end == i {
		end = clusterEnd(line, i, r, size)
	}
	text := line[i:end]
	w := textWidth(text, wc)
	if w == 0 {
		return mark(r, size)
	}
	return Cell{Text: text, Width: w, End: len(text)}
}

// mark returns the cell that shows the picture of r, a character of size bytes.
func mark(r rune, size int) Cell {
	text := markOf(r)
	w := 1
	if len(text) > 3 {
		w = len(text) - 4 // each of the two angle quotes has three bytes and one column
	}
	return Cell{Text: text, Width: w, End: size, Kind: Mark}
}

// inert reports whether r belongs to the large classes of characters that never join with each
// other: letters without marks, ideographs, syllables, drawings and pictures. It may return false
// for other such characters.
func inert(r rune) bool {
	switch {
	case r < 0x300:
		return r >= 0xa0 && r != 0xad || r >= 0x20 && r < 0x7f
	case r < 0x2000:
		return r >= 0x370 && r < 0x483 || r >= 0x48a && r < 0x590
	case r < 0x3041:
		return r >= 0x2010 && r < 0x2028 || r >= 0x2030 && r < 0x2060 || r >= 0x20a0 && r < 0x20d0 ||
			r >= 0x2100 && r < 0x2800 || r > 0x2800 && r < 0x2cef || r >= 0x3001 && r < 0x302a
	case r < 0x1f300:
		return r < 0x3097 || r >= 0x30a0 && r < 0x3100 || r >= 0x3400 && r < 0xa000 ||
			r >= 0xac00 && r < 0xd7a4 || r >= 0xff01 && r < 0xff9e
	}
	return r < 0x1f3fb || r >= 0x1f400 && r < 0x1fb00
}

// inertWidth returns the width in columns of the most common inert characters, and 0 for others,
// whose width must be looked up.
func inertWidth(r rune) int {
	switch {
	case r < 0x590, r >= 0x2010 && r < 0x2028, r >= 0x2500 && r < 0x25a0:
		return 1
	case r >= 0x3041 && r < 0x3100, r >= 0x4e00 && r < 0xa000, r >= 0xac00 && r < 0xd7a4:
		return 2
	}
	return 0
}

// clusterEnd returns where the cluster ends that starts at line[i:] with r, a character of size
// bytes: at the next boundary of UAX #29 that no attached character follows, or before the first
// character that must be shown as a mark. A cluster that is too long ends before the last character
// that can begin one.
func clusterEnd(line string, i int, r rune, size int) int {
	window := line[i:min(len(line), i+maxCluster)]
	for len(window) > size && len(window) < len(line)-i && !utf8.RuneStart(line[i+len(window)]) {
		window = window[:len(window)-1]
	}
	end := i + len(graphemes.FromString(window).First())
	base := i
	p := i + size
	for n := 1; p < len(line); n++ {
		r, size := utf8.DecodeRuneInString(line[p:])
		tail := hidden.Tails(r)
		if p >= end && !tail {
			return p
		}
		if n == maxClusterRunes {
			if tail && base > i {
				return base
			}
			return p
		}
		if _, _, hide := hidden.At(line, p); hide {
			return p
		}
		if !tail {
			base = p
		}
		p += size
	}
	return p
}

// textWidth returns the width of one cluster in columns; wc selects the count by code point.
func textWidth(text string, wc bool) int {
	if !wc {
		return displaywidth.String(text)
	}
	w := 0
	for _, r := range text {
		w += runeWidth(r)
	}
	return w
}

// runeWidth returns the width of a code point in columns on a terminal that does not know clusters,
// as the C function wcwidth counts.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case r >= 0x1160 && r <= 0x11ff, r >= 0xd7b0 && r <= 0xd7ff, unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		return 1 // half of a flag: two of these characters make a flag of two columns
	}
	return displaywidth.Rune(r)
}
