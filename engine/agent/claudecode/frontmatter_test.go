package claudecode

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestFrontBlockIsFoundAsThePatternFindsIt compares the search with the pattern that
// defines it.
func TestFrontBlockIsFoundAsThePatternFindsIt(t *testing.T) {
	t.Parallel()
	pattern := regexp.MustCompile(`^---[\s\x{feff}]*\n((?s:.*?))---[\s\x{feff}]*(?:\n|$)?`)
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"---", "-", "\n", "\n", "\r\n", " ", "\t", "\ufeff", "\f", "\v", "a: b", "é", "\xef\xbb", "\x00"}
	for range 50_000 {
		var b strings.Builder
		b.WriteString("---")
		for range random.IntN(9) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := b.String()[random.IntN(2)*random.IntN(2):]
		from, to, end, ok := frontBlock(text)
		m := pattern.FindStringSubmatchIndex(text)
		if ok != (m != nil) || ok && (from != m[2] || to != m[3] || end != m[1]) {
			t.Fatalf("%q: %d %d %d %v, want %v", text, from, to, end, ok, m)
		}
	}
}
