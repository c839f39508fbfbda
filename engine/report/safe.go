package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Safe returns a text that a terminal shows and never obeys: control characters,
// escapes, invalid bytes, characters that turn the writing direction, and
// characters without a width come out as visible marks. Line feeds and tabs
// stay. So do characters that belong to writing: joiners in emoji and in scripts
// that need them, variation selectors after what they vary, flags.
func Safe(s string) string {
	i := plain(s)
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:i])
	before := lastRune(s[:i])
	for i < len(s) {
		if n := regionFlag(s[i:]); n > 0 {
			b.WriteString(s[i : i+n])
			i, before = i+n, 0
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		after, _ := utf8.DecodeRuneInString(s[i+size:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "‹%02X›", s[i])
			before = 0
		case hidden(before, r, after):
			b.WriteString(mark(r))
			before = 0
		default:
			b.WriteString(s[i : i+size])
			before = r
		}
		i += size
	}
	return b.String()
}

// plain returns the length of the part of s that is certainly harmless: printable
// ASCII, line feeds and tabs.
func plain(s string) int {
	for i := range len(s) {
		if c := s[i]; c >= 0x7F || c < ' ' && c != '\n' && c != '\t' {
			return i
		}
	}
	return len(s)
}

func lastRune(s string) rune {
	if s == "" {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// hidden reports whether r, between its neighbours, would be obeyed or not be
// seen.
func hidden(before, r, after rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < 0x20, r >= 0x7F && r < 0xA0:
		return true
	case r < 0xAD:
		return false
	case r == 0x200C, r == 0x200D: // joiners
		return !(unicode.In(before, joined...) || r == 0x200D && picture(before) && picture(after))
	case r == 0xFE0E, r == 0xFE0F: // text or emoji
		return before == 0xFE0F || !(picture(before) || before == '#' || before == '*' || before >= '0' && before <= '9')
	case r >= 0xE0100 && r <= 0xE01EF: // forms of one Han character
		return !unicode.Is(unicode.Han, before)
	case unicode.Is(unicode.Variation_Selector, r):
		return !unicode.IsLetter(before) && !unicode.IsSymbol(before)
	case r == 0x2028, r == 0x2029:
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) && !visibleFormat(r)
}

// visibleFormat reports whether a format character is drawn: the signs before
// numbers in Arabic and Syriac, and a mark of Kaithi.
func visibleFormat(r rune) bool {
	return r >= 0x0600 && r <= 0x0605 || r == 0x06DD || r == 0x070F || r == 0x0890 || r == 0x0891 || r == 0x08E2 ||
		r == 0x110BD || r == 0x110CD
}

// joined are the scripts in which a joiner changes the shape of letters.
var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// picture reports whether r may be part of an emoji.
func picture(r rune) bool {
	return r == 0xA9 || r == 0xAE || r >= 0x203C && r <= 0x3299 && unicode.IsSymbol(r) || r == 0xFE0F || r == 0x20E3 ||
		r >= 0x1F000 && r <= 0x1FAFF
}

// regionFlag returns the length of the flag of a region at the start of s: a
// black flag, tag letters, and the end tag. 0: there is none.
func regionFlag(s string) int {
	rest, ok := strings.CutPrefix(s, "\U0001F3F4")
	if !ok {
		return 0
	}
	for n, r := range rest {
		switch {
		case r == 0xE007F && n > 0:
			return len(s) - len(rest) + n + utf8.RuneLen(r)
		case (r < 0xE0061 || r > 0xE007A) && (r < 0xE0030 || r > 0xE0039), n > 6*4:
			return 0
		}
	}
	return 0
}

// mark returns what is shown in a character's place: a control picture, or the
// number.
func mark(r rune) string {
	switch {
	case r < 0x20:
		return string(0x2400 + r)
	case r == 0x7F:
		return "␡"
	}
	return fmt.Sprintf("‹U+%04X›", r)
}
