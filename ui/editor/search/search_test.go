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
		{"an invalid byte is not the replacement character", Query{Text: "a\xff"}, "a\ufffd a\xff", []string{"a\xff"}},
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
	for before, want := range []int{0, 1, 1, 2, 2, 3, 3, 4} {
		if i, n := m.Count("a a a a", before, 100); i != want || n != 4 {
			t.Errorf("match %d of %d before %d, want %d of 4", i, n, before, want)
		}
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

func TestKeysOfTheSearchField(t *testing.T) {
	for key, want := range map[string]Query{"alt+c": {Case: true}, "alt+w": {Word: true}, "alt+r": {Regexp: true}} {
		var q Query
		if !q.Toggle(key) || q != want {
			t.Errorf("%s makes it %+v", key, q)
		}
		if m, err := Compile(q); err != nil || m.Query() != want {
			t.Errorf("%s compiles to %+v, %v", key, m.Query(), err)
		}
		if !q.Toggle(key) || q != (Query{}) {
			t.Errorf("twice %s makes it %+v", key, q)
		}
		if q.Toggle("alt+x") || q != (Query{}) {
			t.Errorf("another key makes it %+v", q)
		}
	}
}

// Each match begins in the range, and may end after it.
func TestMatchesBeginInTheRange(t *testing.T) {
	for _, q := range []Query{{Text: "ab"}, {Text: "ab", Case: true}, {Text: "ab", Regexp: true}} {
		m, err := Compile(q)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ from, to, want int }{{0, 0, 0}, {0, 1, 1}, {0, 2, 1}, {0, 3, 2}, {1, 3, 1}, {1, 2, 0}, {2, 2, 0}, {3, 2, 0}, {0, 6, 3}} {
			n := 0
			m.Each("ababab", c.from, c.to, func(source.Span) bool {
				n++
				return true
			})
			if n != c.want {
				t.Errorf("%+v: %d matches begin in [%d,%d), want %d", q, n, c.from, c.to, c.want)
			}
		}
	}
}

// The next match is the first one that begins at the given place or after it.
func TestTheNextMatch(t *testing.T) {
	for _, q := range []Query{{Text: "ab"}, {Text: "ab", Case: true}, {Text: "ab", Regexp: true}, {Text: "ab", Regexp: true, Case: true}} {
		m, err := Compile(q)
		if err != nil {
			t.Fatal(err)
		}
		text := "ab xab ab"
		for from, want := range map[int]int{0: 0, 1: 4, 4: 4, 5: 7, 7: 7, 8: -1, 9: -1} {
			match, ok := m.Next(text, from)
			if ok != (want >= 0) || ok && match != (source.Span{Start: want, End: want + 2}) {
				t.Errorf("%+v: from %d it finds %v, %v", q, from, match, ok)
			}
		}
	}
}

// Every place of the text can be searched from, also when single characters take several bytes and
// the forms of a letter alternate.
func TestFoldedSearchFromEveryPlace(t *testing.T) {
	for _, c := range []struct{ text, find string }{
		{"kK\u212aKk \u212ak", "k"}, {"k\u212akaKKa", "ka"}, {"ABab", "ab"}, {"xyz", "a"}, {"a", "ab"}, {"\xffa\xff", "\xff"}, {"ſsS", "s"},
	} {
		m, err := Compile(Query{Text: c.find})
		if err != nil {
			t.Fatal(err)
		}
		for from := range len(c.text) {
			want := -1
			for at := from; at < len(c.text) && want < 0; at++ {
				for end := at + 1; end <= len(c.text); end++ {
					if part := c.text[at:end]; strings.EqualFold(part, c.find) && utf8.ValidString(part) == utf8.ValidString(c.find) && (utf8.RuneStart(c.text[at]) || part == c.find) {
						want = at
						break
					}
				}
			}
			if match, ok := m.Next(c.text, from); ok != (want >= 0) || ok && match.Start != want {
				t.Errorf("%q from %d of %q: %v %v, want %d", c.find, from, c.text, match, ok, want)
			}
		}
	}
}

// Whole words end at the text's ends, and at characters that no word contains.
func TestWordsEndAtTheTextsEnds(t *testing.T) {
	for text, want := range map[string]int{"cat": 1, " cat": 1, "cat ": 1, "cat cat": 2, "acat": 0, "cata": 0, "_cat": 0, "cat9": 0, "(cat)": 1, "écat": 0, "caté": 0} {
		if got := all(t, Query{Text: "cat", Word: true}, text); len(got) != want {
			t.Errorf("in %q it finds %q", text, got)
		}
	}
	for text, want := range map[string]int{"a-": 1, "-a-": 1, "a-b": 1, "--": 0} {
		if got := all(t, Query{Text: "a-", Word: true}, text); len(got) != want {
			t.Errorf("in %q it finds %q", text, got)
		}
	}
}

func TestWhatIsWrongIsNamedOnce(t *testing.T) {
	for expr, want := range map[string]string{
		"a(b": "missing closing )", "[z-a]": "invalid character class range: z-a", "x[z-a]y": "invalid character class range: z-a", "a**": "invalid nested repetition operator: **", "**": "missing argument to repetition operator: *", "*": "missing argument to repetition operator", `\`: "trailing backslash at end of expression", "a{2000}": "invalid repeat count: {2000}",
	} {
		if _, err := Compile(Query{Text: expr, Regexp: true}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", expr, err, want)
		}
	}
}

// A replacement takes its groups from the match that it replaces, not from an earlier one that
// overlaps it.
func TestGroupsOfTheMatchItself(t *testing.T) {
	m, err := Compile(Query{Text: `(\w)b`, Regexp: true})
	if err != nil {
		t.Fatal(err)
	}
	text := "ab cb"
	for _, c := range []struct {
		at   source.Span
		want string
	}{{source.Span{Start: 0, End: 2}, "<a>"}, {source.Span{Start: 3, End: 5}, "<c>"}, {source.Span{Start: 1, End: 2}, "<$1>"}, {source.Span{Start: 4, End: 5}, "<$1>"}} {
		if got := m.Expand(text, c.at, "<$1>"); got != c.want {
			t.Errorf("%v becomes %s, want %s", c.at, got, c.want)
		}
	}
}
