package variable

import (
	"strings"
	"unicode/utf8"

	"galley/engine/source"
)

// bom is the byte order mark in UTF-8.
const bom = "\uFEFF"

// Decode returns a file's bytes as the text that JavaScript makes of them: without a
// leading byte order mark, and with one U+FFFD for each maximal ill-formed sequence.
// skipped is the length of the mark in bytes.
func Decode(data string) (text string, skipped int) {
	if strings.HasPrefix(data, bom) {
		skipped = len(bom)
		data = data[skipped:]
	}
	if utf8.ValidString(data) {
		return data, skipped
	}
	var b strings.Builder
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
			i += source.IllFormed(data[i:])
		}
	}
	return b.String(), skipped
}
