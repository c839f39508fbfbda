package opencode

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// A pattern matches as the expression of OpenCode does, in which each * is ".*" and each ? is ".".
func TestWildcardsMatchAsTheExpressionDoes(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	text := func(letters []string, most int) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteString(letters[random.IntN(len(letters))])
		}
		return b.String()
	}
	matched := 0
	for range 20_000 {
		pattern, name := text([]string{"a", "b", " ", "*", "?", "é", ".", "\n", `\`}, 7), text([]string{"a", "b", " ", "é", ".", "\n", `\`}, 7)
		p := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern))
		if begin, ok := strings.CutSuffix(p, " .*"); ok {
			p = begin + "( .*)?"
		}
		want := regexp.MustCompile("(?s)^" + p + "$").MatchString(name)
		if got := wildcard(pattern, name); got != want {
			t.Fatalf("%q on %q: %v", pattern, name, got)
		}
		if want {
			matched++
		}
	}
	if matched < 500 {
		t.Errorf("only %d names matched", matched)
	}
}
