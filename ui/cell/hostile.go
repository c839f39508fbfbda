package cell

import (
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"galley/engine/hidden"
)

// Hostile tells whether a character must be shown as a mark wherever it stands,
// and what sort it is: "control", "bidi", "zero-width", "tag", "separator",
// "annotation" or "filler". Joiners and variation selectors are not here: they
// belong inside emoji and several scripts, and [Cells] judges them by their
// neighbours. Nor are the tag characters inside a flag, which it lets pass.
func Hostile(r rune) (kind string, bad bool) {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return "control", true
	case r < 0xad:
		return "", false
	case r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return "bidi", true
	case r == 0xad, r == 0x034f, r == 0x180e, r == 0x200b, r >= 0x2060 && r <= 0x2065, r >= 0x206a && r <= 0x206f,
		r == 0xfeff, r >= 0x1bca0 && r <= 0x1bca3, r >= 0x1d173 && r <= 0x1d17a:
		return "zero-width", true
	case r == 0x2028, r == 0x2029:
		return "separator", true
	case r >= 0xfff0 && r <= 0xfffb:
		return "annotation", true
	case r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x3164, r == 0xffa0:
		return "filler", true
	case r >= 0xe0000 && r <= 0xe0fff && !variation(r):
		return "tag", true
	}
	return "", false
}

const (
	zwnj = 0x200c
	zwj  = 0x200d
)

// variation reports whether r is a variation selector.
func variation(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef || r >= 0x180b && r <= 0x180d || r == 0x180f
}

// variationFits reports whether the variation selector vs means something after
// base. A selector elsewhere, or a second one, is a hiding place for data.
func variationFits(base, vs rune) bool {
	switch {
	case variation(base):
		return false
	case vs == 0xfe0e, vs == 0xfe0f:
		return hidden.Picture(base) || base == '#' || base == '*' || base >= '0' && base <= '9'
	case vs >= 0xe0100:
		return unicode.Is(unicode.Han, base)
	case vs >= 0x180b && vs <= 0x180f:
		return unicode.Is(unicode.Mongolian, base)
	default:
		return base >= 0x1000 && !unicode.Is(unicode.M, base)
	}
}

// joining are the scripts in which a joiner between letters changes their shape.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Phags_Pa,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
	unicode.Tibetan, unicode.Balinese, unicode.Javanese, unicode.Chakma,
}

// joinerFits reports whether the joiner j belongs between its neighbours: ZWJ
// between two pictures, either joiner after a letter of a joining script.
func joinerFits(before, j, after rune) bool {
	if j == zwj && emojiTail(before) && hidden.Picture(after) {
		return true
	}
	return unicode.In(before, joining...)
}

// emojiTail reports whether an emoji can end in r.
func emojiTail(r rune) bool {
	return hidden.Picture(r) || r == 0xfe0f || r == 0x20e3
}

// flagTags returns the length of a well-formed flag of a region at the start of
// s (a black flag, tag letters, the end tag), or 0.
func flagTags(s string) int {
	const flag = "\U0001f3f4"
	if !strings.HasPrefix(s, flag) {
		return 0
	}
	i := len(flag)
	for n := 0; n <= 6; n++ {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == 0xe007f && n > 2:
			return i + size
		case r >= 0xe0061 && r <= 0xe007a, r >= 0xe0030 && r <= 0xe0039:
			i += size
		default:
			return 0
		}
	}
	return 0
}

// pictures holds the control pictures U+2400 to U+241F and U+2421, which stand
// for C0 and DEL.
const pictures = "␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡"

// markOf returns the picture of a character that must not be drawn itself.
func markOf(r rune) string {
	if r < 0x20 {
		return pictures[3*r : 3*r+3]
	}
	if r == 0x7f {
		return pictures[3*0x20:]
	}
	return fmt.Sprintf("‹U+%04X›", r)
}

// invalidMarks holds the picture of every byte from 0x80 up, 8 bytes each. It is
// made when the first invalid byte is drawn.
var invalidMarks = sync.OnceValue(func() string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for c := 0x80; c <= 0xff; c++ {
		b.WriteString("‹")
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
		b.WriteString("›")
	}
	return b.String()
})

// invalidMark returns the picture of a byte that is not part of valid UTF-8.
func invalidMark(b byte) string {
	i := 8 * (int(b) - 0x80)
	return invalidMarks()[i : i+8]
}
