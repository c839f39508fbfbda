package token

import "golang.org/x/text/unicode/norm"

// composed returns the text in the normal form NFC, possibly in buf. Claude's counts do not depend
// on the normal form of a text, but the counts of o200k_base do.
func composed(text string, buf []byte) (string, []byte) {
	if isPlain(text) || norm.NFC.QuickSpanString(text) == len(text) {
		return text, buf
	}
	buf = norm.NFC.AppendString(buf[:0], text)
	return view(buf), buf
}

// plainRanges lists frequent code points above U+02FF that normalization never changes, whatever
// surrounds them.
var plainRanges = [...][2]rune{
	{0x0400, 0x0482},   // Cyrillic
	{0x2010, 0x2027},   // dashes, quotes, dots
	{0x2190, 0x2199},   // arrows
	{0x2500, 0x27BF},   // boxes, shapes, signs
	{0x3001, 0x3029},   // punctuation
	{0x3041, 0x3096},   // Hiragana
	{0x30A1, 0x30FC},   // Katakana
	{0x4E00, 0x9FFF},   // Han
	{0xAC00, 0xD7A3},   // Hangul
	{0xFF01, 0xFFEE},   // wide and narrow forms
	{0x1F000, 0x1FAFF}, // emoji
}

// isPlain reports quickly whether a text is certainly in NFC. The package for normal forms would
// allocate memory to answer this.
func isPlain(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0xCC { // U+0300 and later code points begin with such a byte
			return isPlainFrom(text[i:])
		}
	}
	return true
}

func isPlainFrom(text string) bool {
next:
	for _, r := range text {
		if r < 0x300 {
			continue
		}
		for _, in := range plainRanges {
			if r <= in[1] {
				if r < in[0] {
					return false
				}
				continue next
			}
		}
		return false
	}
	return true
}
