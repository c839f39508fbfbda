package source

// IllFormed returns how many bytes at the start of s form the longest beginning of a character, at
// least 1. s must not begin with a valid character.
func IllFormed(s string) int {
	low, high := byte(0x80), byte(0xBF) // allowed range of the second byte
	want := 0                           // number of bytes of the complete character
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
