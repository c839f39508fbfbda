package source

// starts lists how the characters of three and four bytes begin, as Table 3-7 of the Unicode Standard
// does: for a range of first bytes, the range of the second byte.
var starts = [...]struct {
	first, last, low, high byte
}{
	{0xE0, 0xE0, 0xA0, 0xBF},
	{0xE1, 0xEC, 0x80, 0xBF},
	{0xED, 0xED, 0x80, 0x9F},
	{0xEE, 0xEF, 0x80, 0xBF},
	{0xF0, 0xF0, 0x90, 0xBF},
	{0xF1, 0xF3, 0x80, 0xBF},
	{0xF4, 0xF4, 0x80, 0x8F},
}

// IllFormed returns how many bytes at the start of s form the longest beginning of a character, at
// least 1. s must not begin with a valid character, so that the beginning found is never a whole one.
func IllFormed(s string) int {
	n := 1
	for _, c := range starts {
		if s[0] < c.first || s[0] > c.last {
			continue
		}
		low, high := c.low, c.high
		for n < len(s) && s[n] >= low && s[n] <= high {
			n++
			low, high = 0x80, 0xBF
		}
	}
	return n
}
