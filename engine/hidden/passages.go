package hidden

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How long a run of blanks, or of what looks like base64, has to be to count.
const (
	farColumns = 120
	farLines   = 30
	encodedRun = 160
)

// passages finds what is visible and easily overlooked.
func (f *finder) passages() {
	f.comments()
	f.far()
	f.encoded()
}

func (f *finder) comments() {
	for i := 0; ; {
		at := strings.Index(f.text[i:], "<!--")
		if at < 0 {
			return
		}
		at += i
		f.add(Comment, Low, at, none, "")
		_, rest, closed := strings.Cut(f.text[at+4:], "-->")
		if !closed {
			return
		}
		i = len(f.text) - len(rest)
	}
}

// far finds text that stands behind many blanks in its line, or below many empty
// lines.
func (f *finder) far() {
	blanks, lines, from := 0, 0, 0
	for i := range len(f.text) {
		switch f.text[i] {
		case ' ', '\t':
			blanks++
		case '\r':
		case '\n':
			lines++
			blanks = 0
		default:
			if blanks >= farColumns && from > 0 && lines == 0 || lines >= farLines && from > 0 {
				f.add(Far, Low, i, none, "")
			}
			blanks, lines, from = 0, 0, i+1
		}
	}
}

func (f *finder) encoded() {
	start, mixed := 0, [3]bool{}
	for i := 0; i <= len(f.text); i++ {
		if i < len(f.text) {
			switch c := f.text[i]; {
			case c >= 'a' && c <= 'z':
				mixed[0] = true
				continue
			case c >= 'A' && c <= 'Z':
				mixed[1] = true
				continue
			case c >= '0' && c <= '9':
				mixed[2] = true
				continue
			case c == '+', c == '/', c == '=', c == '_', c == '-':
				continue
			}
		}
		if i-start >= encodedRun && mixed == [3]bool{true, true, true} {
			f.add(Encoded, Low, start, none, "")
		}
		start, mixed = i+1, [3]bool{}
	}
}

// lookalikes are letters that pass for Latin ones.
var lookalikes = map[rune]rune{
	'а': 'a', 'е': 'e', 'о': 'o', 'р': 'p', 'с': 'c', 'у': 'y', 'х': 'x', 'і': 'i', 'ј': 'j', 'ѕ': 's', 'ԁ': 'd', 'һ': 'h', 'ӏ': 'l', 'ԛ': 'q', 'ԝ': 'w',
	'А': 'A', 'В': 'B', 'Е': 'E', 'К': 'K', 'М': 'M', 'Н': 'H', 'О': 'O', 'Р': 'P', 'С': 'C', 'Т': 'T', 'У': 'Y', 'Х': 'X', 'І': 'I', 'Ј': 'J', 'Ѕ': 'S',
	'ο': 'o', 'ν': 'v', 'ρ': 'p', 'ι': 'i',
	'Α': 'A', 'Β': 'B', 'Ε': 'E', 'Ζ': 'Z', 'Η': 'H', 'Ι': 'I', 'Κ': 'K', 'Μ': 'M', 'Ν': 'N', 'Ο': 'O', 'Ρ': 'P', 'Τ': 'T', 'Υ': 'Y', 'Χ': 'X',
}

// wordsMixed finds words of Latin letters with others among them that pass for
// Latin ones. A word in which a letter passes for none is a word of two scripts,
// not a disguise.
func (f *finder) wordsMixed() {
	for i := 0; i < len(f.text); {
		// Only a letter beyond ASCII can make one; go to the word around it.
		if f.text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(f.text[i:])
		if lookalikes[r] == 0 {
			i += size
			continue
		}
		start := i
		for start > 0 {
			before, n := utf8.DecodeLastRuneInString(f.text[:start])
			if !unicode.IsLetter(before) {
				break
			}
			start -= n
		}
		end := i
		for end < len(f.text) {
			next, n := utf8.DecodeRuneInString(f.text[end:])
			if !unicode.IsLetter(next) {
				break
			}
			end += n
		}
		if plain, ok := disguised(f.text[start:end]); ok {
			f.add(Homoglyph, Medium, start, r, plain)
		}
		i = end
	}
}

// disguised spells a word in Latin letters, if it has some and all others pass
// for Latin ones.
func disguised(word string) (plain string, ok bool) {
	latin := false
	var b strings.Builder
	for _, r := range word {
		switch like := lookalikes[r]; {
		case like != 0:
			b.WriteRune(like)
		case unicode.Is(unicode.Latin, r):
			latin = true
			b.WriteRune(r)
		default:
			return "", false
		}
	}
	return b.String(), latin
}
