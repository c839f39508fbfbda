package hidden

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// none stands for the character before the first one or after the last one.
const none = rune(-1)

// characters examines each character in [from, to) together with its neighbours; name says that the
// text is a name.
func (f *finder) characters(from, to int, name bool) {
	for i := from; i < to; {
		c := f.text[i]
		if c >= ' ' && c < 0x7f || (c == '\n' || c == '\t') && !name {
			i++
			continue
		}
		size, kind, hide := At(f.text, i)
		r, _ := utf8.DecodeRuneInString(f.text[i:])
		switch {
		case hide:
			f.hide(i, kind, r, size)
		case c < ' ':
			if name {
				f.add(seen{kind: Control, level: Medium, offset: i, point: r})
			}
		default:
			f.odd(i, r, size)
		}
		i += size
	}
}

// hide records a hidden character.
func (f *finder) hide(i int, kind Kind, r rune, size int) {
	level, decoded := Medium, ""
	switch kind {
	case Control:
		if r == '\r' || r == 0x1b || r == 0x07 || r == 0x08 || r > 0x7f {
			level = High // a terminal obeys the character, or the character overwrites the text before it
		}
	case Tag:
		level = High
		if r >= 0xe0020 && r < 0xe007f {
			decoded = string(r - 0xe0000)
		}
	case Bidi:
		if r != 0x200e && r != 0x200f && r != 0x061c {
			level = High
		}
	case ZeroWidth:
		level = High
		if r == 0xfeff && i == 0 {
			level = Low // a byte order mark
		}
		if r == 0x200b {
			before, after := previous(f.text, i), next(f.text, i+size)
			if f.fence = fenced(before) || fenced(after) || before == r && f.fence; f.fence {
				level = Low
			}
		}
	case NumberSign:
		level = Low
	case Operator:
		level = High
	case Variation:
		level, decoded = High, selected(r)
	case Invalid:
		if r == utf8.RuneError {
			r = none
		}
	}
	f.add(seen{kind: kind, level: level, offset: i, point: r, decoded: decoded, hidden: true})
}

// odd records an unusual character that is drawn, or is a kind of blank.
func (f *finder) odd(i int, r rune, size int) {
	switch {
	case r == utf8.RuneError:
		f.add(seen{kind: Replacement, level: Low, offset: i, point: none})
	case unicode.Is(unicode.Co, r):
		f.add(seen{kind: Private, level: Low, offset: i, point: r})
	case r == 0x3000:
		if !eastern(previous(f.text, i)) && !eastern(next(f.text, i+size)) {
			f.add(seen{kind: Blank, level: Low, offset: i, point: r})
		}
	case r >= 0xa0 && unicode.Is(unicode.Zs, r):
		f.add(seen{kind: Blank, level: Low, offset: i, point: r})
	}
}

// fenced reports whether r is a character of code fences and code spans.
func fenced(r rune) bool { return r == '`' || r == '~' }

// noCharacter reports whether r is a Unicode noncharacter.
func noCharacter(r rune) bool { return r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef }

// FlagLen returns the length of a well-formed flag of a region at the start of s: a black flag, two
// to six tag letters, the end tag. Without a flag it returns 0.
func FlagLen(s string) int {
	const black = "\U0001f3f4"
	rest, ok := strings.CutPrefix(s, black)
	if !ok {
		return 0
	}
	letters := 0
	for i, r := range rest {
		switch {
		case r >= 0xe0061 && r <= 0xe007a, r >= 0xe0030 && r <= 0xe0039:
			letters++
		case r == 0xe007f && letters >= 2 && letters <= 6:
			return len(black) + i + utf8.RuneLen(r)
		default:
			return 0
		}
	}
	return 0
}

func variation(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef || r >= 0x180b && r <= 0x180d || r == 0x180f
}

// takesSelector reports whether the variation selector vs has an effect after base.
func takesSelector(base, vs rune) bool {
	switch {
	case vs == 0xfe0e, vs == 0xfe0f:
		return Picture(base) || base == '#' || base == '*' || base >= '0' && base <= '9'
	case vs == 0xfe00 && base == '0':
		return true // draws a zero with a slash
	case vs >= 0xe0100:
		return unicode.Is(unicode.Han, base)
	case vs >= 0x180b && vs <= 0x180f:
		return unicode.Is(unicode.Mongolian, base)
	default:
		return base >= 0x1000 && (unicode.IsLetter(base) || unicode.IsSymbol(base) || unicode.IsPunct(base))
	}
}

// selected returns the byte that a variation selector encodes when selectors are used to carry
// data.
func selected(r rune) string {
	var b byte
	switch {
	case r >= 0xe0100:
		b = byte(r - 0xe0100 + 16)
	case r >= 0xfe00:
		b = byte(r - 0xfe00)
	}
	if b < ' ' || b > '~' {
		return ""
	}
	return string(rune(b))
}

// joining lists the scripts in which a joiner affects the letters beside it.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Phags_Pa, unicode.Thaana,
	unicode.Adlam, unicode.Hanifi_Rohingya, unicode.Manichaean, unicode.Psalter_Pahlavi, unicode.Sogdian,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
	unicode.Tibetan, unicode.Balinese, unicode.Javanese, unicode.Chakma, unicode.Sundanese, unicode.Kaithi,
	unicode.Meetei_Mayek, unicode.Saurashtra, unicode.Syloti_Nagri, unicode.Buginese, unicode.Rejang, unicode.Cham,
	unicode.Tai_Tham, unicode.Lepcha, unicode.Batak, unicode.Brahmi, unicode.Kharoshthi, unicode.Grantha, unicode.Newa,
	unicode.Tirhuta, unicode.Sharada, unicode.Khojki, unicode.Khudawadi, unicode.Siddham, unicode.Modi, unicode.Takri,
	unicode.Dogra, unicode.Ahom, unicode.Bhaiksuki, unicode.Masaram_Gondi, unicode.Gunjala_Gondi, unicode.Nandinagari,
}

// Picture reports whether r may be part of an emoji. It accepts a little more than Unicode's
// property Extended_Pictographic, which the standard library does not have.
func Picture(r rune) bool {
	switch {
	case r < 0x203c:
		return r == 0xa9 || r == 0xae
	case r < 0x2b56:
		return r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139 || r >= 0x2190 && (r < 0x2800 || r > 0x28ff)
	case r < 0x1f000:
		return r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
	}
	return r <= 0x1faff
}

// pictureEnd reports whether an emoji can end in r.
func pictureEnd(r rune) bool { return Picture(r) || r == 0xfe0f || r == 0x20e3 }

// eastern reports whether r belongs to a script with wide blanks.
func eastern(r rune) bool {
	return r >= 0 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef)
}

// plain reports whether a text consists of printable ASCII and line ends, so that no character is
// hidden. This is a quick answer for most texts.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}
