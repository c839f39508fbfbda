package source

import (
	"math/bits"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Length is the length of a text in the units that can be counted quickly.
type Length struct {
	Bytes int
	UTF16 int // UTF-16 code units, which JavaScript's length counts
	Runes int // code points; an invalid byte counts as one
}

// Add returns the sum of two lengths.
func (l Length) Add(m Length) Length {
	return Length{l.Bytes + m.Bytes, l.UTF16 + m.UTF16, l.Runes + m.Runes}
}

// Measure returns the length of s. It runs at every key press, so it counts ASCII 32 bytes at a
// time, and other valid text eight bytes at a time by their first bits. It decodes only invalid
// text.
func Measure(s string) Length {
	n := asciiRun(s)
	l := Length{Bytes: n, UTF16: n, Runes: n}
	if s = s[n:]; utf8.ValidString(s) {
		return l.Add(measureValid(s))
	}
	return l.Add(measureAny(s))
}

func measureValid(s string) Length {
	const ones = 0x0101010101010101
	continued, pairs, i := 0, 0, 0
	for ; len(s)-i >= 8; i += 8 {
		w := word(s[i:])
		// A continuation byte is 10xxxxxx. The first byte of a code point from U+10000 on, which
		// takes two UTF-16 units, is 11110xxx.
		continued += bits.OnesCount64(w >> 7 &^ (w >> 6) & ones)
		pairs += bits.OnesCount64(w >> 7 & (w >> 6) & (w >> 5) & (w >> 4) & ones)
	}
	for ; i < len(s); i++ {
		if s[i]&0xC0 == 0x80 {
			continued++
		}
		if s[i] >= 0xF0 {
			pairs++
		}
	}
	runes := len(s) - continued
	return Length{Bytes: len(s), UTF16: runes + pairs, Runes: runes}
}

func measureAny(s string) Length {
	l := Length{Bytes: len(s)}
	for _, r := range s {
		l.Runes++
		l.UTF16++
		if r >= 0x10000 {
			l.UTF16++
		}
	}
	return l
}

// asciiRun returns the number of ASCII bytes at the start of s.
func asciiRun(s string) int {
	const high = 0x8080808080808080
	n := 0
	for len(s)-n >= 32 {
		if (word(s[n:])|word(s[n+8:])|word(s[n+16:])|word(s[n+24:]))&high != 0 {
			break
		}
		n += 32
	}
	for n < len(s) && s[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// word returns the first eight bytes of s as one number; the compiler makes a
// single load of it.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Measure returns the text's length.
func (t Text) Measure() Length {
	var l Length
	for _, p := range t.pieces {
		l = l.Add(Measure(p.Text))
	}
	return l
}

// Graphemes counts the characters of s that people see (UAX #29). It is much slower than [Measure],
// so call it only for what is shown.
func Graphemes(s string) int {
	n := 0
	for g := graphemes.FromString(s); g.Next(); {
		n++
	}
	return n
}
