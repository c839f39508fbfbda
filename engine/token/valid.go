package token

import (
	"unicode/utf8"
	"unsafe"
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
		i += invalidLen(text[i:])
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

// invalidLen returns how many bytes at the start of s, which is not a character,
// are the longest start of one; at least 1.
func invalidLen(s string) int {
	low, high := byte(0x80), byte(0xBF) // what the second byte may be
	want := 0                           // bytes of the whole character
	switch b := s[0]; {
	case b >= 0xC2 && b <= 0xDF:
		want = 2
	case b >= 0xE0 && b <= 0xEF:
		want = 3
		switch b {
		case 0xE0:
			low = 0xA0
		case 0xED:
			high = 0x9F
		}
	case b >= 0xF0 && b <= 0xF4:
		want = 4
		switch b {
		case 0xF0:
			low = 0x90
		case 0xF4:
			high = 0x8F
		}
	}
	n := 1
	for n < want && n < len(s) && s[n] >= low && s[n] <= high {
		n++
		low, high = 0x80, 0xBF
	}
	return n
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
