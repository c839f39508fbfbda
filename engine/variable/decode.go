package variable

import (
	"strings"
	"unicode/utf8"
)

// bom is the byte order mark in UTF-8.
const bom = "\uFEFF"

// Decode returns a file's bytes as the text that JavaScript makes of them: a
// leading byte order mark is not part of it, and each maximal ill-formed
// sequence becomes one U+FFFD. skipped is the length of the mark in bytes.
func Decode(data string) (text string, skipped int) {
	if strings.HasPrefix(data, bom) {
		skipped = len(bom)
		data = data[skipped:]
	}
	if utf8.ValidString(data) {
		return data, skipped
	}
	var b strings.Builder
	b.Grow(len(data) + 64)
	for i := 0; i < len(data); {
		start := i
		for i < len(data) {
			if data[i] < utf8.RuneSelf {
				i++
				continue
			}
			r, size := utf8.DecodeRuneInString(data[i:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			i += size
		}
		b.WriteString(data[start:i])
		if i < len(data) {
			b.WriteRune(utf8.RuneError)
			i += illFormed(data[i:])
		}
	}
	return b.String(), skipped
}

// illFormed returns the length of the maximal subpart at the start of s, which
// begins no well-formed character: as many bytes as could still have become one.
func illFormed(s string) int {
	low, high, want := byte(0x80), byte(0xBF), 0
	switch lead := s[0]; {
	case lead >= 0xC2 && lead <= 0xDF:
		want = 2
	case lead >= 0xE0 && lead <= 0xEF:
		want = 3
		if lead == 0xE0 {
			low = 0xA0
		} else if lead == 0xED {
			high = 0x9F
		}
	case lead >= 0xF0 && lead <= 0xF4:
		want = 4
		if lead == 0xF0 {
			low = 0x90
		} else if lead == 0xF4 {
			high = 0x8F
		}
	}
	n := 1
	for n < want && n < len(s) && low <= s[n] && s[n] <= high {
		n++
		low, high = 0x80, 0xBF
	}
	return n
}
