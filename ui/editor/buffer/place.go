package buffer

import (
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Place is a boundary between grapheme clusters in one state of a buffer. The caret is always
// at such a boundary. CR LF counts as one cluster, and so does each invalid byte. Only a Buffer
// makes a Place, and the Place is valid until the next edit.
type Place struct{ at Offset }

// Offset returns the place's byte offset.
func (p Place) Offset() Offset { return p.at }

// At returns the last place at or before an offset.
func (b *Buffer) At(off Offset) Place {
	l := b.Line(b.LineAt(off))
	return Place{l.Start + Offset(Boundary(l.Text, int(off-l.Start)))}
}

// Next returns the place after p, or p at the end of the document.
func (b *Buffer) Next(p Place) Place {
	if p.at >= b.Len() {
		return Place{b.Len()}
	}
	l := b.Line(b.LineAt(p.at))
	i := int(p.at - l.Start)
	return Place{p.at + Offset(Cluster(l.Text[i:]))}
}

// Prev returns the place before p, or p at the start of the document.
func (b *Buffer) Prev(p Place) Place {
	return b.At(p.at - 1)
}

// Cluster returns the length in bytes of the grapheme cluster at the start of s; 0 for the empty
// string.
func Cluster(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		return 1
	}
	// For two characters that never join, no Unicode table is needed.
	if next, _ := utf8.DecodeRuneInString(s[size:]); plain(r) && plain(next) {
		return size
	}
	g := graphemes.FromString(s)
	g.Next()
	n := g.End()
	// The iterator would join invalid bytes to a cluster, but here each of them is a cluster.
	for i := size; i < n; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return n
}

// Boundary returns the last cluster boundary of s at or before i. It looks back only
// to the nearest two characters that are surely separate, so that it is cheap in a
// line of any length.
func Boundary(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	at := safeStart(s, i)
	for {
		n := Cluster(s[at:])
		if at+n > i {
			return at
		}
		at += n
	}
}

// safeStart returns a position at or before i that is certainly a boundary. It also works if i
// is inside a character, because the bytes there do not decode to a plain character.
func safeStart(s string, i int) int {
	for i > 0 {
		r, _ := utf8.DecodeRuneInString(s[i:])
		prev, size := utf8.DecodeLastRuneInString(s[:i])
		if plain(r) && plain(prev) {
			return i
		}
		i -= size
	}
	return 0
}

// plain reports whether r belongs to the characters that never join each other, so that there is
// always a boundary between two of them. It may return false for some of these.
func plain(r rune) bool {
	switch {
	case r < 0x80:
		return r != '\r' && r != '\n'
	case r < 0x300:
		return r >= 0xa1 && r != 0xad && r != 0xa9 && r != 0xae
	case r <= 0xe30: // up to the consonants of Thai
		return r > 0x36f && r != 0xd4e && unicode.IsLetter(r) // letters, except U+0D4E, which joins the letter after it
	case r >= 0x2010 && r < 0x2028, r >= 0x2500 && r < 0x25a0:
		return true // dashes, quotation marks, box drawing, blocks
	case r >= 0x3001 && r < 0x3100:
		return r < 0x302a || r > 0x3030 && r < 0x3099 && r != 0x303d || r > 0x309a // Chinese and Japanese punctuation and kana, except the marks that join a character
	case r >= 0x3400 && r < 0xa000, r >= 0xac00 && r < 0xd7a4, r >= 0x20000 && r < 0x30000:
		return unicode.IsLetter(r) // ideographs, Hangul syllables
	case r >= 0x1f300 && r < 0x1fb00:
		return r < 0x1f3fb || r > 0x1f3ff // pictographs, except skin tones
	}
	return false
}
