package token

import (
	"unicode"
	"unicode/utf8"
)

// shape counts a piece's characters by kind.
type shape struct {
	ascii, latin, latinExt   int32 // Latin letters: in ASCII; others; those of the others that are in rarer blocks
	han, kana, hangul        int32
	cyrillic, cyrillicExt    int32
	other, marks, otherBytes int32 // letters of other scripts; marks; the bytes of both in UTF-8
	numbers                  int32
	newlines, spaces, tabs   int32 // tabs counts all ASCII white space that is neither a line end nor a space
	punct, quotes, punctRuns int32 // ASCII punctuation and controls; quotes among them; runs of equal ones
	symbols                  int32 // everything else; the next line counts some of these again
	cjkPunct, emoji, boxes   int32

	capitals, smalls, uppersAfter int32 // uppersAfter: capitals that are not the first letter
	startsWithLetter              bool
	script                        script // the script of the first letter that is of another script
}

func (s *shape) cjk() int32 { return s.han + s.kana + s.hangul }

// script is a group of scripts that the estimator weighs separately.
type script uint8

const (
	misc script = iota + 1
	greek
	arabic
	hebrew
	indic
	southEast
	ethiopic
)

// scriptRanges are the code points of each group, as the data file defines them.
var scriptRanges = []struct {
	low, high rune
	script    script
}{
	{0x0370, 0x03FF, greek}, {0x1F00, 0x1FFF, greek},
	{0x0590, 0x05FF, hebrew},
	{0x0600, 0x077F, arabic}, {0x08A0, 0x08FF, arabic}, {0xFB50, 0xFEFF, arabic},
	{0x0900, 0x0DFF, indic},
	{0x0E00, 0x109F, southEast}, {0x1780, 0x17FF, southEast},
	{0x1200, 0x139F, ethiopic},
}

// scriptOf returns the group of scripts to which a character belongs, or 0.
func scriptOf(r rune) script {
	if r < 0x250 {
		return 0
	}
	for _, in := range scriptRanges {
		if r >= in.low && r <= in.high {
			return in.script
		}
	}
	if unicode.IsLetter(r) {
		return misc
	}
	return 0
}

func shapeOf(piece string) shape {
	var s shape
	var lastPunct rune
	for i, r := range piece {
		if r < utf8.RuneSelf {
			s.addASCII(r)
			if asciiClass[r] == other && r != lastPunct {
				s.punctRuns++
				lastPunct = r
			}
		} else {
			s.addOther(r)
		}
		if i == 0 {
			s.startsWithLetter = unicode.IsLetter(r)
		}
	}
	return s
}

func (s *shape) addASCII(r rune) {
	switch asciiClass[r] {
	case upper:
		s.capital()
		s.ascii++
	case lower:
		s.ascii++
		s.smalls++
	case number:
		s.numbers++
	case newline:
		s.newlines++
	case space:
		if r == ' ' {
			s.spaces++
		} else {
			s.tabs++
		}
	default:
		s.punct++
		if r == '"' {
			s.quotes++
		}
	}
}

// capital counts a capital, and records whether letters precede it in the piece. Call it before the
// capital itself is counted as a letter.
func (s *shape) capital() {
	s.capitals++
	if s.ascii+s.latin > 0 {
		s.uppersAfter++
	}
}

// addOther counts a character that is not ASCII. Its script takes precedence over its category.
func (s *shape) addOther(r rune) {
	if s.script == 0 {
		s.script = scriptOf(r)
	}
	switch {
	case unicode.Is(unicode.Latin, r):
		switch {
		case unicode.IsUpper(r):
			s.capital()
		case unicode.IsLower(r):
			s.smalls++
		}
		s.latin++
		if r >= 0x180 && r <= 0x36F || r >= 0x1EA0 && r <= 0x1EFF {
			s.latinExt++
		}
	case unicode.Is(unicode.Han, r):
		s.han++
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		s.kana++
	case unicode.Is(unicode.Hangul, r):
		s.hangul++
	case unicode.Is(unicode.Cyrillic, r):
		s.cyrillic++
		if r >= 0x452 && r <= 0x52F {
			s.cyrillicExt++
		}
	case unicode.IsLetter(r):
		s.other++
		s.otherBytes += int32(utf8.RuneLen(r))
	case unicode.IsMark(r):
		s.marks++
		s.otherBytes += int32(utf8.RuneLen(r))
		if r <= 0x36F {
			s.latinExt++
		}
	case unicode.IsNumber(r):
		s.numbers++
	default:
		s.symbols++
		switch {
		case r >= 0x3000 && r <= 0x303F, r >= 0xFF00 && r <= 0xFFEE:
			s.cjkPunct++
		case r >= 0x1F000:
			s.emoji++
		case r >= 0x2500 && r <= 0x259F:
			s.boxes++
		}
	}
}
