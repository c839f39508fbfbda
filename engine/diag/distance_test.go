package diag

import (
	"strings"
	"testing"

	"galley/engine/source"
)

// The distance is the number of letters that are inserted, deleted, replaced or swapped with a
// neighbour.
func TestDistanceCountsMistakes(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"abc", "abd", 1}, {"abc", "ab", 1}, {"abc", "bc", 1}, {"abc", "abcd", 1}, {"abc", "zabc", 1},
		{"abc", "acb", 1}, {"abc", "bac", 1}, {"abcd", "badc", 2}, {"ab", "cd", 2}, {"abc", "cab", 2}, {"abc", "bca", 2},
		{"kitten", "sitting", 3}, {"modle", "model", 1}, {"flaw", "lawn", 2}, {"aab", "bab", 1}, {"abab", "baba", 2},
		{long, long + "y", 1}, {long + "ab", long + "ba", 1}, {"ä", "a", 1}, {"xy", "abcd", 4}, {"x", "abcd", 4}, {"ab", long[:63], 63}, {"ab", long[:64], 64},
	} {
		if got := Distance([]rune(c.a), []rune(c.b), 99); got != c.want {
			t.Errorf("from %.20q to %.20q: %d mistakes, want %d", c.a, c.b, got, c.want)
		}
		for limit := 1; limit <= c.want+1; limit++ {
			if got := Distance([]rune(c.a), []rune(c.b), limit); got != min(c.want, limit) {
				t.Errorf("from %.20q to %.20q: %d mistakes with limit %d, want %d", c.a, c.b, got, limit, min(c.want, limit))
			}
		}
	}
}

// The limit is about one mistake in three letters: one in a word of up to two letters, two in a
// word of three to five, and so on. At least one letter must match.
func TestMaximumDistanceOfASuggestion(t *testing.T) {
	for _, c := range []struct {
		word, entry string
		near        bool
	}{
		{"a", "ab", true}, {"a", "abc", false}, {"ab", "abc", true}, {"ab", "abcd", false},
		{"abc", "abcde", true}, {"abc", "abcdef", false}, {"abcde", "abcdefg", true}, {"abcde", "abcdefgh", false},
		{"abcdef", "abcdefghi", true}, {"abcdef", "abcdefghij", false},
		{"ab", "x", false}, {"x", "y", false}, {"xy", "ab", false},
		{"A-b_c.d e", "abcde", true}, {"Foo-Bar", "foo_bar", true}, {"", "a", false},
	} {
		if _, ok := Nearest(c.word, []string{c.entry}); ok != c.near {
			t.Errorf("%s for %s: suggested %v, want %v", c.entry, c.word, ok, c.near)
		}
	}
	if got, _ := Nearest("modek", []string{"mode", "model", "modeks"}); got != "mode" {
		t.Errorf("among equally near names %q is suggested", got)
	}
	for _, word := range []string{"a-b", "a_b", "a.b", "a b", "AB"} {
		if got, _ := Nearest(word, []string{"axb", "ab"}); got != "ab" {
			t.Errorf("for %q %q is suggested: a sign counts as a letter", word, got)
		}
	}
	if got, _ := Nearest("permision", []string{"persimmon", "permission"}); got != "permission" {
		t.Errorf("%q is suggested", got)
	}
}

// Many names are compared. Comparing short names, or names of very different lengths, must
// allocate nothing.
func TestNamesAreComparedWithoutMemory(t *testing.T) {
	short, word, long := []rune(strings.Repeat("x", 63)), []rune(strings.Repeat("y", 63)), []rune(strings.Repeat("x", 400))
	if n := testing.AllocsPerRun(10, func() { Distance(word, short, 64); Distance(word, long, 64) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAProblemIsOfItsCodesSeverity(t *testing.T) {
	for code, want := range map[Code]string{AgentRefuses: "error", UnknownName: "warning", UnknownModel: "info"} {
		p := New(code, source.Span{Start: 1, End: 2}, "it is wrong", "mend it")
		if p.Severity.String() != want || p.Code != code || p.Message != "it is wrong" || p.Hint != "mend it" || p.Span.Len() != 1 {
			t.Errorf("%s is %s: %+v", code, p.Severity, p)
		}
	}
}

func TestAMessageQuotesSixtyCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"": "", strings.Repeat("é", 60): strings.Repeat("é", 60), strings.Repeat("é", 61): strings.Repeat("é", 60) + "…", "short": "short",
	} {
		if got := Clip(text); got != want {
			t.Errorf("%q is quoted %q", text, got)
		}
	}
}

func TestWorstProblemDecidesTheSeverity(t *testing.T) {
	of := func(all ...Severity) (problems []Problem) {
		for _, s := range all {
			problems = append(problems, Problem{Severity: s})
		}
		return problems
	}
	if _, ok := Worst(nil); ok {
		t.Error("without problems the result is bad")
	}
	for _, all := range [][]Problem{of(Info, Error, Warning), of(Error), of(Warning, Info, Error)} {
		if got, ok := Worst(all); got != Error || !ok {
			t.Errorf("the worst of %v is %v", all, got)
		}
	}
	if got, ok := Worst(of(Info)); got != Info || !ok {
		t.Errorf("the worst is %v", got)
	}
}

// Every view sorts problems by file, then place, code and message.
func TestProblemsAreSorted(t *testing.T) {
	want := []Problem{
		{File: "a", Span: source.Span{Start: 9}, Code: "z", Message: "1"},
		{File: "b", Span: source.Span{Start: 1, End: 2}, Code: "z", Message: "2"},
		{File: "b", Span: source.Span{Start: 1, End: 3}, Code: "a", Message: "4"},
		{File: "b", Span: source.Span{Start: 1, End: 3}, Code: "b", Message: "3"},
		{File: "b", Span: source.Span{Start: 1, End: 3}, Code: "b", Message: "4"},
		{File: "b", Span: source.Span{Start: 2}, Code: "a", Message: "0"},
	}
	got := []Problem{want[4], want[5], want[2], want[0], want[3], want[1]}
	Sort(got)
	for i := range want {
		if got[i].Message != want[i].Message || got[i].File != want[i].File {
			t.Errorf("at %d: %+v, want %+v", i, got[i], want[i])
		}
	}
	Locate(got, source.NewLines("ab\ncd\nef"))
	if p := got[5]; p.Start.Line != 1 || p.Start.Column != 3 || got[0].Start.Line != 3 {
		t.Errorf("located at %+v and %+v", p.Start, got[0].Start)
	}
}
