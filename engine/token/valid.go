package token

import (
	"unicode/utf8"
	"unsafe"

	"galley/engine/source"
)

// keptText is the largest buffer that a worker keeps for putting texts right.
const keptText = 1 << 20

// validUTF8 returns the text with every maximal invalid subpart replaced by one
// U+FFFD, the way a decoder on the web does it: a sequence that breaks off counts
// once, however much of it was there. Neither package utf8 (one a byte) nor
// strings.ToValidUTF8 (one a run) counts so. The result may stand in buf, which
// is returned to be used again.
func validUTF8(text string, buf []byte) (string, []byte) {
	if utf8.ValidString(text) {
		return text, buf
	}
	buf = buf[:0]
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r != utf8.RuneError || n > 1 {
			buf = append(buf, text[i:i+n]...)
			i += n
			continue
		}
		buf = append(buf, "\uFFFD"...)
		i += source.IllFormed(text[i:])
	}
	return view(buf), buf
}

// validUpTo is validUTF8 for a text and a place in it.
func validUpTo(text string, x int, buf []byte) (string, int, []byte) {
	x = min(max(x, 0), len(text))
	if utf8.ValidString(text) {
		return text, x, buf
	}
	for x > 0 && x < len(text) && text[x]&0xC0 == 0x80 {
		x--
	}
	head, _ := validUTF8(text[:x], nil)
	text, buf = validUTF8(text, buf)
	return text, len(head), buf
}

// view returns the bytes as a string without copying them. The string must not
// be used any more once the bytes change.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// trimmed returns a worker's buffer, or none if it has grown too large to keep.
func trimmed(buf []byte) []byte {
	if cap(buf) > keptText {
		return nil
	}
	return buf
}
