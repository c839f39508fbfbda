package source

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf16"
)

// Piece is a run of text with one origin.
type Piece struct {
	Text   string
	Origin Origin
}

// Text is a string in pieces, each with its origin. The zero value is the empty text.
// A Text is immutable: every operation returns another one, which may share memory.
type Text struct {
	pieces []Piece
	starts []int // starts[i] is the offset of pieces[i]
	length int
}

// Of returns s as a text of one piece; the empty string has no pieces.
func Of(s string, origin Origin) Text {
	return Text{}.grow(s, origin)
}

// Literal returns s with the origin Structure and without a tag.
func Literal(s string) Text {
	return Of(s, Origin{Kind: Structure, Tag: NoSpan})
}

// FromPieces returns the text of the pieces, without empty ones.
func FromPieces(pieces []Piece) Text {
	n := len(pieces)
	b := Builder{Text{pieces: make([]Piece, 0, n), starts: make([]int, 0, n)}}
	for _, p := range pieces {
		b.Add(p.Text, p.Origin)
	}
	return b.Text()
}

// Builder builds a Text without copying what was already added. The zero value is ready to use.
type Builder struct{ text Text }

// Grow reserves room for n more pieces.
func (b *Builder) Grow(n int) {
	b.text.pieces = slices.Grow(b.text.pieces, n)
	b.text.starts = slices.Grow(b.text.starts, n)
}

// Add appends s with its origin.
func (b *Builder) Add(s string, origin Origin) { b.text = b.text.grow(s, origin) }

// Append appends every piece of t. An empty builder shares the memory of t; later pieces do not
// overwrite it, because t has no spare capacity.
func (b *Builder) Append(t Text) {
	n := len(t.pieces)
	if b.text.length == 0 {
		b.text = Text{t.pieces[:n:n], t.starts[:n:n], t.length}
		return
	}
	b.Grow(n)
	for _, p := range t.pieces {
		b.text = b.text.grow(p.Text, p.Origin)
	}
}

// Len returns the bytes added so far.
func (b *Builder) Len() int { return b.text.length }

// Text returns the text. The builder must not be used after that.
func (b *Builder) Text() Text { return b.text }

// grow appends in place, so only the owner of the slices may call it.
func (t Text) grow(s string, origin Origin) Text {
	if s == "" {
		return t
	}
	t.pieces = append(t.pieces, Piece{s, origin})
	t.starts = append(t.starts, t.length)
	t.length += len(s)
	return t
}

// Pieces returns the pieces in order. The caller must not change them.
func (t Text) Pieces() []Piece { return t.pieces }

// Len returns the length in bytes.
func (t Text) Len() int { return t.length }

// String returns the text without its origins.
func (t Text) String() string {
	if len(t.pieces) == 1 {
		return t.pieces[0].Text
	}
	var b strings.Builder
	b.Grow(t.length)
	for _, p := range t.pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Append returns t followed by the others.
func (t Text) Append(others ...Text) Text {
	var b Builder
	b.Append(t)
	for _, o := range others {
		b.Append(o)
	}
	return b.Text()
}

// Join returns the texts with sep between each two.
func Join(sep Text, texts ...Text) Text {
	var b Builder
	for i, t := range texts {
		if i > 0 {
			b.Append(sep)
		}
		b.Append(t)
	}
	return b.Text()
}

// At returns the index of the piece that contains the byte at offset, and the offset at which that
// piece starts. index is -1 if offset is outside the text.
func (t Text) At(offset int) (index, start int) {
	if offset < 0 || offset >= t.length {
		return -1, 0
	}
	i := sort.SearchInts(t.starts, offset+1) - 1
	return i, t.starts[i]
}

// OriginAt returns the origin of the byte at offset. If the piece corresponds to its source byte
// for byte, the span of the origin is only that byte. The second result is false for an offset
// outside the text.
func (t Text) OriginAt(offset int) (Origin, bool) {
	i, start := t.At(offset)
	if i < 0 {
		return Origin{}, false
	}
	p := t.pieces[i]
	return p.Origin.slice(p.Text, offset-start, offset-start+1), true
}

// Slice returns the bytes [from, to) with their origins. Offsets are clamped to the
// text.
func (t Text) Slice(from, to int) Text {
	from, to = max(from, 0), min(to, t.length)
	if from >= to {
		return Text{}
	}
	var b Builder
	first, _ := t.At(from)
	last, _ := t.At(to - 1)
	for i := first; i <= last; i++ {
		p, start := t.pieces[i], t.starts[i]
		lo, hi := max(from-start, 0), min(to-start, len(p.Text))
		if lo == 0 && hi == len(p.Text) {
			b.Add(p.Text, p.Origin)
			continue
		}
		b.Add(p.Text[lo:hi], p.Origin.slice(p.Text, lo, hi))
	}
	return b.Text()
}

// TrimFunc returns the text without the leading and trailing code points for
// which drop is true.
func (t Text) TrimFunc(drop func(rune) bool) Text {
	s := t.String()
	from := len(s) - len(strings.TrimLeftFunc(s, drop))
	return t.Slice(from, len(strings.TrimRightFunc(s, drop)))
}

// CollapseBlank shortens each run of more than the given number of line feeds to that number.
func (t Text) CollapseBlank(most int) Text {
	s := t.String()
	var b Builder
	kept := 0
	for i := 0; i < len(s); i++ {
		start := i
		for i < len(s) && s[i] == '\n' {
			i++
		}
		if i-start > most {
			b.Append(t.Slice(kept, start+most))
			kept = i
		}
	}
	b.Append(t.Slice(kept, len(s)))
	return b.Text()
}

// Replace replaces every non-overlapping occurrence of the string old, from the left, by the given
// text. An empty old changes nothing.
func (t Text) Replace(old string, with Text) Text {
	s := t.String()
	if old == "" || !strings.Contains(s, old) {
		return t
	}
	var b Builder
	for from := 0; ; {
		i := strings.Index(s[from:], old)
		if i < 0 {
			b.Append(t.Slice(from, len(s)))
			return b.Text()
		}
		b.Append(t.Slice(from, from+i))
		b.Append(with)
		from += i + len(old)
	}
}

// CutBytes returns the given number of bytes from the start of the text, or the whole text if it
// is shorter. Like the agents that count bytes, it may cut within a code point.
func (t Text) CutBytes(most int) Text { return t.Slice(0, most) }

// CutUTF16 returns the given number of UTF-16 units from the start of the text, or the whole text
// if it is shorter. If the cut would split a surrogate pair, CutUTF16 returns one unit less and
// split is true.
func (t Text) CutUTF16(most int) (cut Text, split bool) {
	units := 0
	for offset, r := range t.String() {
		next := units + utf16.RuneLen(r)
		if next > most {
			return t.Slice(0, offset), units < most
		}
		units = next
	}
	return t, false
}
