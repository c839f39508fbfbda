package cell

import (
	"fmt"
	"strings"
	"sync"
)

// pictures holds the characters U+2400 to U+241F and U+2421, which picture the C0 controls and DEL.
const pictures = "␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡"

// markOf returns the text that is shown in place of a character that must not be drawn.
func markOf(r rune) string {
	if r < 0x20 {
		return pictures[3*r : 3*r+3]
	}
	if r == 0x7f {
		return pictures[3*0x20:]
	}
	return fmt.Sprintf("‹U+%04X›", r)
}

// invalidMarks holds the pictures of the bytes from 0x80 to 0xFF, 8 bytes each. They are made when
// the first invalid byte is drawn.
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
