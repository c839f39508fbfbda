package hidden

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func scan(text string, name bool) []Finding {
	f := &finder{text: text, line: 1}
	f.characters(name)
	if !name {
		f.passages()
	}
	f.wordsMixed()
	return f.sorted()
}

// none stands for the character before the first.
const none = rune(-1)

// characters looks at each character between its neighbours.
func (f *finder) characters(name bool) {
	macintosh := !strings.Contains(f.text, "\n") // carriage returns end its lines
	before, i := none, 0
	for i < len(f.text) {
		if c := f.text[i]; c < utf8.RuneSelf {
			if c < ' ' || c == 0x7f {
				f.ascii(i, rune(c), name, macintosh)
			}
			before = rune(c)
			i++
			continue
		}
		if n := flag(f.text[i:]); n > 0 {
			i, before = i+n, none
			continue
		}
		r, size := utf8.DecodeRuneInString(f.text[i:])
		if r == utf8.RuneError {
			f.add(Invalid, Medium, i, none, "")
		} else {
			after := none
			if i+size < len(f.text) {
				after, _ = utf8.DecodeRuneInString(f.text[i+size:])
			}
			f.character(i, before, r, after)
		}
		before = r
		i += size
	}
}

// ascii looks at a control character of ASCII.
func (f *finder) ascii(i int, c rune, name, macintosh bool) {
	level := Medium
	switch {
	case (c == '\n' || c == '\t') && !name:
		return
	case c == '\r' && !name:
		end := i+1 == len(f.text)
		if end || f.text[i+1] == '\n' || macintosh {
			return
		}
		level = High // a terminal writes over what stands before it
	case c == 0x1b, c == 0x07, c == 0x08:
		level = High
	}
	f.add(Control, level, i, c, "")
}

// character looks at a character beyond ASCII.
func (f *finder) character(i int, before, r, after rune) {
	switch {
	case r < 0xa0:
		f.add(Control, High, i, r, "")
	case r >= 0xe0000 && r <= 0xe007f:
		s := ""
		if r >= 0xe0020 && r < 0xe007f {
			s = string(r - 0xe0000)
		}
		f.add(Tag, High, i, r, s)
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		f.add(Bidi, High, i, r, "")
	case r == 0x200e, r == 0x200f, r == 0x061c:
		f.add(Bidi, Medium, i, r, "")
	case r == 0x200b:
		level := High
		if f.fence = fenced(before) || fenced(after) || before == r && f.fence; f.fence {
			level = Low
		}
		f.add(ZeroWidth, level, i, r, "")
	case r == 0x2060, r == 0x180e, r == 0xfeff && i > 0:
		f.add(ZeroWidth, High, i, r, "")
	case r == 0x200c, r == 0x200d:
		if !joins(before, r, after) {
			f.add(Joiner, Medium, i, r, "")
		}
	case r >= 0x2061 && r <= 0x2065, r >= 0x206a && r <= 0x206f:
		f.add(Operator, High, i, r, "")
	case variation(r):
		if variation(before) || !varies(before, r) {
			f.add(Variation, High, i, r, selected(r))
		}
	case r == 0x00ad, r == 0x034f:
		f.add(SoftHyphen, Medium, i, r, "")
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x17b4, r == 0x17b5, r == 0x2800:
		f.add(Filler, Medium, i, r, "")
	case r >= 0xfff9 && r <= 0xfffb:
		f.add(Annotation, Medium, i, r, "")
	case r == 0x2028, r == 0x2029:
		f.add(Separator, Medium, i, r, "")
	case r >= 0x1d173 && r <= 0x1d17a, r >= 0x1bca0 && r <= 0x1bca3, noCharacter(r):
		f.add(Invalid, Medium, i, r, "")
	case unicode.Is(unicode.Co, r):
		f.add(Private, Low, i, r, "")
	case r == 0x3000:
		if !eastern(before) && !eastern(after) {
			f.add(Blank, Low, i, r, "")
		}
	case r != ' ' && unicode.Is(unicode.Zs, r):
		f.add(Blank, Low, i, r, "")
	}
}

// fenced reports whether r is what code fences and code spans are made of.
func fenced(r rune) bool { return r == '`' || r == '~' }

// noCharacter reports whether Unicode promises never to use r.
func noCharacter(r rune) bool { return r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef }

// flag is the length of a well-formed flag of a region at the start of s: a
// black flag, two to six tag letters, the end tag; 0 if there is none.
func flag(s string) int {
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

// varies reports whether the selector vs means something after base.
func varies(base, vs rune) bool {
	switch {
	case vs == 0xfe0e, vs == 0xfe0f:
		return Picture(base) || base == '#' || base == '*' || base >= '0' && base <= '9'
	case vs >= 0xe0100:
		return unicode.Is(unicode.Han, base)
	case vs >= 0x180b && vs <= 0x180f:
		return unicode.Is(unicode.Mongolian, base)
	default:
		return base >= 0x1000 && (unicode.IsLetter(base) || unicode.IsSymbol(base))
	}
}

// selected is the byte that a selector stands for where selectors carry data.
func selected(r rune) string {
	b := byte(0)
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

// joining are the scripts in which a joiner changes the letters beside it.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Phags_Pa, unicode.Thaana,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
	unicode.Tibetan, unicode.Balinese, unicode.Javanese, unicode.Chakma,
}

func joins(before, j, after rune) bool {
	if j == 0x200d && pictureEnd(before) && Picture(after) {
		return true
	}
	return before >= 0 && unicode.In(before, joining...)
}

// Picture reports whether r may be part of an emoji. It is a little wider than
// Unicode's Extended_Pictographic, which the standard library lacks.
func Picture(r rune) bool {
	switch {
	case r < 0x203c:
		return r == 0xa9 || r == 0xae
	case r < 0x2b56:
		return r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139 || r >= 0x2190
	case r < 0x1f000:
		return r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
	}
	return r <= 0x1faff
}

func pictureEnd(r rune) bool { return Picture(r) || r == 0xfe0f || r == 0x20e3 }

// eastern reports whether r is of a script that is written with wide blanks.
func eastern(r rune) bool {
	return r >= 0 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef)
}

// Plain reports whether a text is printable ASCII in lines, and so hides nothing
// by its characters: a quick answer for most texts.
func Plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}
