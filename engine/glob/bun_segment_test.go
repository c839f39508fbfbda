package glob

import (
	"strings"
	"testing"
)

func TestABunPatternMatchesAWholeName(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a?", "ab", true}, {"a?", "abc", false}, {"a?", "a", false}, {"?", "é", true}, {"*", "", true}, {"a*b", "ab", true}, {"a*b", "axxb", true}, {"a*b", "axxbc", false}, {"**x", "yx", true},
		{"[ab]", "a", true}, {"[ab]", "c", false}, {"[ab]", "ab", false}, {"[!ab]", "c", true}, {"[^ab]", "a", false}, {"[a-c]x", "bx", true}, {"[a", "a", false}, {"[a", "[a", false},
		{"{a,bc}", "a", true}, {"{a,bc}", "bc", true}, {"{a,bc}", "abc", false}, {"{a}", "a", true}, {"x{a,b}y", "xby", true}, {"x{a,b}y", "xaby", false}, {"{a,{b,c}}", "c", true},
		{"!a?", "ab", false}, {"!a?", "abc", true}, {"!!a?", "ab", true}, {"a.md", "a.md", true}, {"a.md", "a.mdx", false}, {`a\*`, `a\*`, false}, {`a\**`, "a*x", true},
	} {
		if _, match := bunSegment(c.pattern); match(c.name) != c.want {
			t.Errorf("%q matches %q: %v", c.pattern, c.name, !c.want)
		}
	}
}

// Each group of braces doubles the number of strings that a pattern stands for, but adds only its
// own size to the pattern's program.
func TestABunProgramGrowsWithThePattern(t *testing.T) {
	one, _ := bunSegment(strings.Repeat("{a,b}x", 1))
	many, _ := bunSegment(strings.Repeat("{a,b}x", 9))
	if len(many.code) > 30*len(one.code) {
		t.Errorf("%d instructions for nine groups, %d for one", len(many.code), len(one.code))
	}
}
