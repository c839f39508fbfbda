package document

import (
	"strings"
	"unicode/utf8"
)

// Content describes a text by its bytes.
type Content struct {
	LineEnds LineEnds
	// Invalid is the number of bytes that are not valid UTF-8. FirstInvalid is the offset of the
	// first such byte, or -1.
	Invalid, FirstInvalid int
	// Binary says that the text contains NUL bytes, which texts normally do not have.
	Binary bool
	// FinalNewline says that the last line has a line end. An empty text has no line.
	FinalNewline bool
}

// LineEnds counts the line ends of each kind.
type LineEnds struct{ LF, CRLF, CR int }

// The names of line ends.
const (
	None  = "none"
	LF    = "LF"
	CRLF  = "CRLF"
	CR    = "CR"
	Mixed = "mixed"
)

// Kind returns the name of the line ends: None, LF, CRLF, CR or Mixed.
func (l LineEnds) Kind() string {
	kind := None
	for _, k := range []struct {
		name string
		n    int
	}{{LF, l.LF}, {CRLF, l.CRLF}, {CR, l.CR}} {
		switch {
		case k.n == 0:
		case kind == None:
			kind = k.name
		default:
			return Mixed
		}
	}
	return kind
}

// Describe describes a text.
func Describe(text string) Content {
	c := Content{FirstInvalid: -1, Binary: strings.Contains(text, "\x00")}
	pairs := strings.Count(text, "\r\n")
	c.LineEnds = LineEnds{
		LF:   strings.Count(text, "\n") - pairs,
		CRLF: pairs,
		CR:   strings.Count(text, "\r") - pairs,
	}
	if n := len(text); n > 0 {
		c.FinalNewline = text[n-1] == '\n' || text[n-1] == '\r'
	}
	if utf8.ValidString(text) {
		return c
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			if c.Invalid == 0 {
				c.FirstInvalid = i
			}
			c.Invalid++
		}
		i += size
	}
	return c
}
