package report

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	findings "galley/engine/hidden"
)

// Safe returns a text that can be shown on a terminal without side effects: each character that
// [findings.At] calls hidden, such as a control character, becomes a visible mark.
func Safe(s string) string {
	return replaceHidden(s, func(b *strings.Builder, r rune, size int, raw byte) {
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(b, "‹%02X›", raw)
			return
		}
		b.WriteString(mark(r))
	})
}

// lineEnds replaces characters that begin a new line by visible marks.
var lineEnds = strings.NewReplacer("\n", mark('\n'), "\r", mark('\r'), "\v", mark('\v'), "\f", mark('\f'), "\u0085", mark('\u0085'), "\u2028", mark('\u2028'), "\u2029", mark('\u2029'))

// OneLine returns a name for a row of a list. A line end in the name becomes a visible mark,
// because the text after it could look like another row.
func OneLine(name string) string { return lineEnds.Replace(name) }

// SafeJSON returns a JSON text with \u escapes in place of all characters that a terminal could
// obey or hide. The meaning of the JSON stays the same.
func SafeJSON(s string) string {
	return replaceHidden(s, func(b *strings.Builder, r rune, size int, raw byte) {
		switch {
		case r < ' ':
			b.WriteByte(raw) // in valid JSON only white space between values has control characters
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(b, `\u%04x`, r)
		}
	})
}

// replaceHidden returns s with each hidden character replaced. put writes the replacement of the
// character r; size is its length in bytes and raw its first byte.
func replaceHidden(s string, put func(b *strings.Builder, r rune, size int, raw byte)) string {
	i := plain(s)
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	from := 0
	for i < len(s) {
		size, _, hide := findings.At(s, i)
		if hide {
			r, _ := utf8.DecodeRuneInString(s[i:])
			b.WriteString(s[from:i])
			put(&b, r, size, s[i])
			from = i + size
		}
		i += size
	}
	b.WriteString(s[from:])
	return b.String()
}

// plain returns the length of the harmless text at the start of s: printable ASCII, line feeds and
// tabs.
func plain(s string) int {
	for i := range len(s) {
		if c := s[i]; c >= 0x7F || c < ' ' && c != '\n' && c != '\t' {
			return i
		}
	}
	return len(s)
}

// mark returns the visible form of a character: a control picture, or its number in hexadecimal.
func mark(r rune) string {
	switch {
	case r < 0x20:
		return string(0x2400 + r)
	case r == 0x7F:
		return "␡"
	}
	return fmt.Sprintf("‹U+%04X›", r)
}
