package hidden

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How long a run of blanks, or of text that looks like base64, must be to count.
const (
	farColumns = 120
	farLines   = 30
	encodedRun = 160
)

// comments finds the comments of the whole text, because a comment may extend over many lines.
func (f *finder) comments() {
	for i := 0; ; {
		at := strings.Index(f.text[i:], "<!--")
		if at < 0 {
			return
		}
		at += i
		f.add(seen{kind: Comment, level: Low, offset: at, point: none})
		_, rest, closed := strings.Cut(f.text[at+4:], "-->")
		if !closed {
			return
		}
		i = len(f.text) - len(rest)
	}
}

// isVisible reports whether a byte is neither a blank nor a part of a line end.
func isVisible(c byte) bool { return c != ' ' && c != '\t' && c != '\r' && c != '\n' }

// far finds text after many blanks in its line, or below many empty lines. The byte before from and
// the byte at to must not be blank, unless they are the ends of the text.
func (f *finder) far(from, to int) {
	blanks, lines, behind := 0, 0, from > 0
	text := f.text[from:to]
	for i := range len(text) {
		c := text[i]
		if c > ' ' && blanks|lines == 0 && behind {
			continue
		}
		switch c {
		case ' ', '\t':
			blanks++
		case '\r':
		case '\n':
			lines++
		default:
			if behind && (blanks >= farColumns && lines == 0 || lines >= farLines) {
				f.add(seen{kind: Far, level: Low, offset: from + i, point: none})
			}
			blanks, lines, behind = 0, 0, true
		}
	}
}

// encoded finds text that looks like base64 in [from, to), which must be whole lines.
func (f *finder) encoded(from, to int) {
	start, mixed := 0, [3]bool{}
	text := f.text[from:to]
	for i := 0; i <= len(text); i++ {
		if i < len(text) {
			switch c := text[i]; {
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
			f.add(seen{kind: Encoded, level: Low, offset: from + start, point: none})
		}
		start, mixed = i+1, [3]bool{}
	}
}

// lookalikes maps letters of other scripts to the Latin letters that they look like.
var lookalikes = map[rune]rune{
	'а': 'a', 'е': 'e', 'о': 'o', 'р': 'p', 'с': 'c', 'у': 'y', 'х': 'x', 'і': 'i', 'ј': 'j', 'ѕ': 's', 'ԁ': 'd', 'һ': 'h', 'ӏ': 'l', 'ԛ': 'q', 'ԝ': 'w',
	'А': 'A', 'В': 'B', 'Е': 'E', 'К': 'K', 'М': 'M', 'Н': 'H', 'О': 'O', 'Р': 'P', 'С': 'C', 'Т': 'T', 'У': 'Y', 'Х': 'X', 'І': 'I', 'Ј': 'J', 'Ѕ': 'S',
	'ο': 'o', 'ν': 'v', 'ρ': 'p', 'ι': 'i',
	'Α': 'A', 'Β': 'B', 'Ε': 'E', 'Ζ': 'Z', 'Η': 'H', 'Ι': 'I', 'Κ': 'K', 'Μ': 'M', 'Ν': 'N', 'Ο': 'O', 'Ρ': 'P', 'Τ': 'T', 'Υ': 'Y', 'Χ': 'X',
}

// wordsMixed finds, in the lines [from, to), words that mix Latin letters with letters that look
// like Latin ones. A word that also has other letters is a word of two scripts and not a disguise.
func (f *finder) wordsMixed(from, to int) {
	for i := from; i < to; {
		// Every such word has a letter outside ASCII. Search for these, and examine the words
		// around them.
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
		if plain, ok := asLatin(f.text[start:end]); ok {
			f.add(seen{kind: Homoglyph, level: Medium, offset: start, point: r, decoded: plain})
		}
		i = end
	}
}

// asLatin spells a word in Latin letters, if it has some and all its other letters look like Latin
// ones.
func asLatin(word string) (plain string, ok bool) {
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
