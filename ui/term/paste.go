package term

import (
	"strings"
	"unicode/utf8"
)

// clean returns the message for pasted bytes. It makes all line ends the same, removes control
// characters and bytes that are not UTF-8, and counts what it removes. An escape sequence in a
// paste is meant for a terminal, not for a text.
func clean(raw []byte) PasteMsg {
	var m PasteMsg
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '\r':
			b.WriteByte('\n')
			i++
			if i < len(raw) && raw[i] == '\n' {
				i++
			}
		case c == '\n' || c == '\t' || c >= ' ' && c < 0x7f:
			b.WriteByte(c)
			i++
		case c < utf8.RuneSelf:
			m.Controls++
			i++
		default:
			r, n := utf8.DecodeRune(raw[i:])
			switch {
			case r == utf8.RuneError && n == 1:
				m.Invalid++
			case r >= 0x80 && r < 0xa0:
				m.Controls++
			default:
				b.Write(raw[i : i+n])
			}
			i += n
		}
	}
	m.Text = b.String()
	m.Bytes = len(m.Text)
	m.Lines = lines(m.Text)
	return m
}

// lines returns the number of lines of a text; a line end at the end does not begin another
// line.
func lines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}

// wholeText returns how many bytes of raw can be delivered as a part of a paste without dividing a
// character or a CR LF pair.
func wholeText(raw []byte) int {
	n := len(raw)
	for back := 1; back < utf8.UTFMax && back <= n; back++ {
		if utf8.RuneStart(raw[n-back]) {
			if !utf8.FullRune(raw[n-back:]) {
				n -= back
			}
			break
		}
	}
	if n > 0 && raw[n-1] == '\r' {
		n--
	}
	return n
}
