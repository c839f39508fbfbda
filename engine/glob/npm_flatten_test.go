package glob

import (
	"slices"
	"strings"
	"testing"
)

// minimatch 10.2.6, which OpenCode 1.18.33 and Gemini CLI 0.61.0 bundle, matched these names.
func TestNestedExtendedPatternsMergeAsInMinimatch(t *testing.T) {
	names := []string{"a", "b", ".a", ".b", "ab", "bb", "c", "!(b)", "a!(b)", ".c"}
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		{"*(a|*(?))", []string{"a", "b", "ab", "bb", "c", "!(b)", "a!(b)"}},
		{"+(?|@(b|*))", []string{"a", "b", "ab", "bb", "c", "!(b)", "a!(b)"}},
		{"@(a|?(b))", []string{"a", "b"}},
		{"!(!(a))", []string{"a"}},
		{"@(!(a))", []string{"b", "ab", "bb", "c", "!(b)", "a!(b)"}},
		{"?(+(a|b))", []string{"a", "b", "ab", "bb"}},
		{"!(!(!(!(b))))", []string{"!(b)", "a!(b)"}},
		{"@(@(@(@(@(b)))))", []string{"b"}},
		{"!(a!(b!(a!(b))))", []string{"!(b)", "a!(b)"}},
	} {
		segment, ok := npmSegment(c.pattern, false)
		if !ok {
			t.Errorf("%s: not compiled", c.pattern)
			continue
		}
		got := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !segment.test(name) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.pattern, got, c.want)
		}
	}
}

// Each bracket without an end causes a search to the end of the segment. The number of brackets
// must be limited.
func TestOpenBracketsAreBounded(t *testing.T) {
	for n, want := range map[int]bool{1447: true, 1448: false, 60_000: false} {
		pattern := strings.Repeat("[", n)
		if segment, ok := npmSegment(pattern, false); ok != want || ok && segment.text != pattern {
			t.Errorf("%d brackets: %v", n, ok)
		}
	}
}
