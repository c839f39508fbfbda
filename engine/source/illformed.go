package source

// IllFormed returns how many bytes at the start of s form the longest beginning of a character, at
// least 1. s must not begin with a valid character, so that the beginning found is never a whole one.
// Which second byte may follow a first byte is in Table 3-7 of the Unicode Standard.
func IllFormed(s string) int {
	low, high := byte(0x80), byte(0xBF)
	switch c := s[0]; {
	case c < 0xE0 || c > 0xF4: // begins no character of more than two bytes
		return 1
	case c == 0xE0:
		low = 0xA0
	case c == 0xED:
		high = 0x9F
	case c == 0xF0:
		low = 0x90
	case c == 0xF4:
		high = 0x8F
	}
	n := 1
	for n < len(s) && s[n] >= low && s[n] <= high {
		n++
		low, high = 0x80, 0xBF
	}
	return n
}
