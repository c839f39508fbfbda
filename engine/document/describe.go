package document

import (
	"strings"
	"unicode/utf8"
)

// Content is what can be said of a text by looking at its bytes.
type Content struct {
	LineEnds LineEnds
	// Invalid counts the bytes that are not valid UTF-8; FirstInvalid is the offset of the
	// first one, -1 without any.
	Invalid, FirstInvalid int
	// Binary tells that there are NUL bytes, which no text has.
	Binary bool
	// FinalNewline tells that the last line is ended. An empty text has no line.
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

// Kind names them: one of the constants None, LF, CRLF, CR, Mixed.
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

// Describe looks at a text.
func Describe(text string) Content {
	c := Content{FirstInvalid: -1, Binary: strings.IndexByte(text, 0) >= 0}
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
