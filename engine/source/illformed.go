package source

// IllFormed returns the length in bytes of the longest incomplete character at the start of s, at
// least 1. s must not begin with a valid character. Table 3-7 of the Unicode Standard says which
// second byte may follow a first byte.
func IllFormed(s string) int {
	low, high := byte(0x80), byte(0xBF)
	switch c := s[0]; {
	case c < 0xE0 || c > 0xF4: // not the first byte of a character of three or four bytes
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
