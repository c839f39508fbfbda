package token

import (
	"unicode/utf8"
	"unsafe"

	"galley/engine/source"
)

// keptText is the size of the largest buffer that a worker keeps for repairing texts.
const keptText = 1 << 20

// validUTF8 returns the text with every longest invalid part of a character replaced by one U+FFFD,
// as web decoders do: an incomplete sequence counts once, whatever its length. Package utf8 would
// count one per byte, and strings.ToValidUTF8 one per run. The result may use buf, which is
// returned for reuse.
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

// validUpTo is validUTF8 for a text and the offset x in it. It also returns the offset in the
// result that corresponds to x.
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

// view returns the bytes as a string without copying them. The string must not be
// used after the bytes change.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// trimmed returns a worker's buffer, or nil if it has grown too large to keep.
func trimmed(buf []byte) []byte {
	if cap(buf) > keptText {
		return nil
	}
	return buf
}
