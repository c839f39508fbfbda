package pathmatch

import (
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

func TestExpansionsAreCounted(t *testing.T) {
	for p, want := range map[string]int{
		"": 1, "a": 1, "{a}": 1, "{a,b}": 2, "{a,b}{c,d,e}": 6, "{a,{b,c}}": 3, "{a,{b,c}{d,e}}": 5, `\{a,b\}`: 1, "a,b": 1, "{a,b": 2,
		strings.Repeat("{a,b}", 12): 4096, strings.Repeat("{a,b}", 13): 4097, strings.Repeat("{a,b}", 4000): 4097, strings.Repeat("{a,", 4000): 4001,
	} {
		if got := Expansions(p); got != want {
			t.Errorf("%.20s: %d, want %d", p, got, want)
		}
	}
}

func TestTooLargePatternMatchesNothing(t *testing.T) {
	for _, p := range []string{strings.Repeat("{a,b}", 13), strings.Repeat("a", MaxLength+1), "{a", "[a"} {
		if Valid(p) || Match(p, strings.Repeat("a", 13)) || Match(p, p) {
			t.Errorf("%.20s is taken", p)
		}
	}
	if p := strings.Repeat("{a,aa}", 12) + "c"; !Valid(p) || Match(p, strings.Repeat("a", 40)) || !Match(p, strings.Repeat("a", 20)+"c") {
		t.Error("a pattern of 4,096 alternatives does not match")
	}
}

// The compiled regular expression of a pattern must match the same paths as the library.
func TestTheExpressionAgreesWithTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(words string, n int) string {
		list := strings.Split(words, " ")
		var b strings.Builder
		for range n {
			b.WriteString(list[random.IntN(len(list))])
		}
		return b.String()
	}
	agreed := 0
	for range 300_000 {
		p := pick("a b / ** * ? {a,b} {a*,b?} {a,{b,ab}} /** **/ \\* . é", 1+random.IntN(6))
		name := pick("a b ab / . * é", 1+random.IntN(6))
		if path.Clean(name) != name || name == "/" || name == "." || strings.Contains(p, "//") {
			continue // the name is not a clean path
		}
		if strings.Count(p, "**") > 1 || strings.HasSuffix(p, "/**") && strings.ContainsAny(p[:len(p)-3], "*?{") {
			continue // in these patterns, the library does not let the last ** match nothing
		}
		want, err := doublestar.Match(p, name)
		re := compile(p)
		if err != nil || re == nil {
			continue
		}
		agreed++
		if got := re.MatchString(name); got != want {
			t.Fatalf("%q on %q: %v, the library says %v", p, name, got, want)
		}
	}
	if agreed < 30_000 {
		t.Errorf("only %d patterns were compared", agreed)
	}
}

// The cache of expressions stays small, however many patterns are matched. An evicted pattern is
// compiled again correctly.
func TestFewExpressionsAreKept(t *testing.T) {
	many, held := strings.Repeat("{a,b}", 7), strings.Repeat("ab", 4)[:7]
	for round := range 2 {
		for i := range 3 * mostKnown {
			tail := strings.Repeat("x", i)
			if p := many + tail; !Match(p, held+tail) || Match(p, held+tail+"x") || Match(p, held) != (i == 0) {
				t.Fatalf("round %d: 128 alternatives before %d letters do not match as they should", round, i)
			}
			mu.Lock()
			n := len(known)
			mu.Unlock()
			if n > mostKnown || n == 0 {
				t.Fatalf("the cache holds %d expressions", n)
			}
		}
	}
	if len(known) < 2 {
		t.Errorf("after many patterns %d expressions are kept", len(known))
	}
}

// Braces and commas that belong to no pair of braces match themselves, or make the pattern match
// nothing.
func TestLooseBracesOfALargePattern(t *testing.T) {
	many, held := strings.Repeat("{a,b}", 7), strings.Repeat("ab", 4)[:7]
	for tail, want := range map[string]map[string]bool{
		"}": {"}": true, "": false}, ",": {",": true, "": false}, `\{`: {"{": true}, "{a": {"a": false, "{a": false}, "/": {"/": false, "": false}, "[x]": {"x": false}, "": {"": true},
	} {
		for name, matches := range want {
			if got := Match(many+tail, held+name); got != matches {
				t.Errorf("%s after many braces on %s: %v", tail, name, got)
			}
		}
	}
}

// If the expression could match other paths than the library, the pattern is not compiled and the
// library matches it.
func TestPatternsThatAreNotCompiled(t *testing.T) {
	t.Parallel()
	for p, want := range map[string]bool{
		"{a/b,c}": false, "{a,{b/c}}": false, "{a,b}/c": true, "[ab]": false, "a**": false, "**a": false, "a/**b": false, "**": true, "**/a": true,
		"a/**": true, "{**,a}": false, "a/": false, "a/b": true, "{a,b": false, "": true,
	} {
		if got := compile(p) != nil; got != want {
			t.Errorf("%q is compiled: %v, want %v", p, got, want)
		}
	}
}
