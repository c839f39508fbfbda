package source

import (
	"strings"
	"testing"
)

func TestCommonEnds(t *testing.T) {
	long := strings.Repeat("x", 3000)
	for _, c := range []struct {
		a, b           string
		prefix, suffix int
	}{
		{"", "", 0, 0}, {"a", "", 0, 0}, {"abc", "abd", 2, 0}, {"abc", "xbc", 0, 2}, {"aa", "aaa", 2, 2},
		{long + "a" + long, long + "b" + long, 3000, 3000}, {long, long, 3000, 3000}, {long, long[:2047], 2047, 2047},
		{"a" + long, "b" + long, 0, 3000}, {long + "a", long + "b", 3000, 0}, {"xa" + long + "cx", "xb" + long + "dx", 1, 1},
	} {
		if p, s := CommonPrefix(c.a, c.b), CommonSuffix(c.a, c.b); p != c.prefix || s != c.suffix {
			t.Errorf("%.10q, %.10q: %d and %d, want %d and %d", c.a, c.b, p, s, c.prefix, c.suffix)
		}
	}
}
