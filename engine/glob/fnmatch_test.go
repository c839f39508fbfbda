package glob

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"galley/engine/facts"
)

func fnmatcher(w facts.World, pattern string) func(string) bool {
	tree := NewTree(context.Background(), w, DefaultLimits)
	tree.Close()
	return tree.Fnmatch("/p", pattern)
}

// slow is a simple matcher that tries each text that a star may match.
func slow(pattern, name string) bool {
	switch {
	case pattern == "":
		return name == ""
	case pattern[0] == '*':
		return slow(pattern[1:], name) || name != "" && slow(pattern, name[1:])
	}
	return name != "" && (pattern[0] == '?' || pattern[0] == name[0]) && slow(pattern[1:], name[1:])
}

func TestFnmatchAgreesWithBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	word := func(letters string, most int) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteByte(letters[random.IntN(len(letters))])
		}
		return b.String()
	}
	w := facts.NewMemory()
	for range 20_000 {
		pattern, name := word("ab*?*", 7), word("ab/", 8)
		if got := fnmatcher(w, pattern)(name); got != slow(pattern, name) {
			t.Fatalf("%q on %q: %v", pattern, name, got)
		}
	}
}

func TestFnmatchIsLinear(t *testing.T) {
	name := strings.Repeat("a", 250)
	cost := func(pattern string) (steps int64, bytes uint64) {
		budget := facts.NewBudget(facts.DefaultLimits)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		fnmatcher(budget.World(facts.NewMemory()), pattern)(name)
		runtime.ReadMemStats(&after)
		return budget.Spent().Steps, after.TotalAlloc - before.TotalAlloc
	}
	for _, part := range []string{"**/", "*a", "a", "?", "[a-z]", "["} {
		small, smallBytes := cost(strings.Repeat(part, 5_000) + "b")
		large, largeBytes := cost(strings.Repeat(part, 20_000) + "b")
		if large > 4*small+10 || largeBytes > 6*smallBytes {
			t.Errorf("%q: %d and %d steps, %d and %d bytes", part, small, large, smallBytes, largeBytes)
		}
	}
	few, _ := cost(strings.Repeat("*a", 50) + "b")
	many, _ := cost(strings.Repeat("*a", 200) + "b")
	if few == 0 || many > 5*few {
		t.Errorf("stars: %d and %d steps", few, many)
	}
}
