package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"galley/engine/source"
)

func all(t *testing.T, q Query, text string) (out []string) {
	t.Helper()
	m, err := Compile(q)
	if err != nil {
		t.Fatal(err)
	}
	m.Each(text, 0, len(text), func(s source.Span) bool {
		out = append(out, text[s.Start:s.End])
		return true
	})
	return out
}

func TestFinding(t *testing.T) {
	for _, c := range []struct {
		name string
		q    Query
		text string
		want []string
	}{
		{"nothing asked", Query{}, "abc", nil},
		{"plain, any case", Query{Text: "if"}, "If if IF iF", []string{"If", "if", "IF", "iF"}},
		{"plain, that case", Query{Text: "if", Case: true}, "If if IF", []string{"if"}},
		{"no overlap", Query{Text: "aa"}, "aaaa a", []string{"aa", "aa"}},
		{"whole words", Query{Text: "cat", Word: true}, "cat concat cats cat_ (cat) Cat", []string{"cat", "cat", "Cat"}},
		{"whole word that is punctuation", Query{Text: "[if", Word: true}, "x[if a] [iffy]", []string{"[if"}},
		{"folding beyond ASCII", Query{Text: "straße"}, "STRAßE Straße", []string{"STRAßE", "Straße"}},
		{"folding that changes the length", Query{Text: "k"}, "k K \u212a", []string{"k", "K", "\u212a"}},
		{"special characters are plain", Query{Text: "a.b*"}, "a.b* aXbb", []string{"a.b*"}},
		{"expression", Query{Text: `\[file:[^\]]+\]`, Regexp: true}, "[file:a] [git:b] [file:c d]", []string{"[file:a]", "[file:c d]"}},
		{"expression, any case", Query{Text: "ab+", Regexp: true}, "ABB ab", []string{"ABB", "ab"}},
		{"expression at line starts", Query{Text: "^a", Regexp: true}, "aa\nab\nba", []string{"a", "a"}},
		{"expression at line ends", Query{Text: "a$", Regexp: true}, "aa\nba", []string{"a", "a"}},
		{"expression at the text's start only", Query{Text: `\Aa`, Regexp: true}, "aaa", []string{"a"}},
		{"expression with word edges", Query{Text: `\ba`, Regexp: true}, "aa a-a", []string{"a", "a", "a"}},
		{"empty matches do not count", Query{Text: "x*", Regexp: true}, "axxb", []string{"xx"}},
		{"expression over lines", Query{Text: `a\nb`, Regexp: true}, "a\nb", []string{"a\nb"}},
		{"alternatives stay together", Query{Text: "cat|dog", Regexp: true}, "cat dog", []string{"cat", "dog"}},
		{"wide characters", Query{Text: "한"}, "한글 한", []string{"한", "한"}},
		{"invalid bytes", Query{Text: "\xff"}, "a\xff\xfe\xff", []string{"\xff", "\xff"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := all(t, c.q, c.text); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

func TestAWrongExpressionSaysWhatIsWrong(t *testing.T) {
	_, err := Compile(Query{Text: "a(b", Regexp: true})
	if err == nil || !strings.Contains(err.Error(), "missing closing )") || strings.Contains(err.Error(), "(?m") {
		t.Errorf("error is %v", err)
	}
}

func TestReplacementsTakeGroupsFromTheMatch(t *testing.T) {
	m, err := Compile(Query{Text: `(?P<type>\w+):(\w+)$`, Regexp: true})
	if err != nil {
		t.Fatal(err)
	}
	text := "x file:a\ngit:b"
	var got []string
	m.Each(text, 0, len(text), func(s source.Span) bool {
		got = append(got, m.Expand(text, s, "$2 of ${type}"))
		return true
	})
	if want := []string{"a of file", "b of git"}; !slices.Equal(got, want) {
		t.Errorf("replaced by %q, want %q", got, want)
	}
	plain, _ := Compile(Query{Text: "a"})
	if got := plain.Expand("a", source.Span{Start: 0, End: 1}, "$1"); got != "$1" {
		t.Errorf("a plain search replaced by %q", got)
	}
}

func TestCounting(t *testing.T) {
	m, _ := Compile(Query{Text: "a"})
	if i, n := m.Count("a a a a", 3, 100); i != 2 || n != 4 {
		t.Errorf("match %d of %d, want 2 of 4", i, n)
	}
	if _, n := m.Count(strings.Repeat("a", 500), 0, 100); n != 100 {
		t.Errorf("counted %d, want the limit", n)
	}
}

// Searching in steps from the middle must find the same matches as one pass over the whole text.
func FuzzSearchingOnIsSearchingThrough(f *testing.F) {
	for _, expr := range []string{"a", "^a|b$", `\b`, `(a|ab)(c|bcd)?`, `[^a]+`, `\Aa`, "(?i)K", `\B.`} {
		f.Add("abcd abk\na\xffb K\u212ak\r\n한a", expr)
	}
	f.Fuzz(func(t *testing.T, text, expr string) {
		m, err := Compile(Query{Text: expr, Regexp: true, Case: true})
		if err != nil || expr == "" {
			return
		}
		var want []source.Span
		for _, loc := range m.re.FindAllStringIndex(text, -1) {
			if loc[0] < loc[1] {
				want = append(want, source.Span{Start: loc[0], End: loc[1]})
			}
		}
		// FindAll returns no match that starts where it rejected an empty one, so only patterns
		// without empty matches can be compared.
		if m.re.MatchString("") || len(m.re.FindAllStringIndex(text, -1)) != len(want) || !utf8.ValidString(text) {
			return
		}
		var got []source.Span
		m.Each(text, 0, len(text), func(s source.Span) bool {
			got = append(got, s)
			return true
		})
		if !slices.Equal(got, want) {
			t.Fatalf("%q in %q: %v, want %v", expr, text, got, want)
		}
	})
}
