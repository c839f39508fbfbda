package source

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Length is a text's length in the units that are quick to count.
type Length struct {
	Bytes int
	UTF16 int // UTF-16 code units, as JavaScript's length
	Runes int // code points; an invalid byte counts as one
}

// Add returns the sum of two lengths.
func (l Length) Add(m Length) Length {
	return Length{l.Bytes + m.Bytes, l.UTF16 + m.UTF16, l.Runes + m.Runes}
}

// Measure returns the length of s in one pass.
func Measure(s string) Length {
	l := Length{Bytes: len(s)}
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			l.Runes++
			l.UTF16++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		l.Runes++
		l.UTF16++
		if r >= 0x10000 {
			l.UTF16++
		}
	}
	return l
}

// Measure returns the text's length.
func (t Text) Measure() Length {
	var l Length
	for _, p := range t.pieces {
		l = l.Add(Measure(p.Text))
	}
	return l
}

// Graphemes counts the user-perceived characters of s (UAX #29). It is far
// slower than [Measure]: call it for what is shown, not for every key.
func Graphemes(s string) int {
	n := 0
	for g := graphemes.FromString(s); g.Next(); {
		n++
	}
	return n
}
