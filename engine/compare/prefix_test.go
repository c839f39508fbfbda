package compare

import "testing"

// The common beginning of two texts never ends within a character, even if one of the texts is not
// valid UTF-8.
func TestACommonBeginningEndsBetweenCharacters(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "abd", 2}, {"abc", "abc", 3}, {"abc", "ab", 2}, {"aé", "aè", 1}, {"aé", "aë", 1}, {"é", "è", 0}, {"日本", "日木", 3}, {"x日", "x旦", 1},
		{"\xC3\xA9", "\xC3a", 0}, {"\xC3a", "\xC3\xA9", 0}, {"\xC3\xA8", "\xC3a", 0}, {"\xC3a", "\xC3\xA8", 0},
	} {
		if got := samePrefix(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %d bytes, want %d", c.a, c.b, got, c.want)
		}
	}
}
