package complete

import (
	"strings"
	"testing"
)

func ranked(typed string, names ...string) string {
	var cs []Candidate
	for _, n := range names {
		cs = append(cs, Candidate{Text: n})
	}
	var out []string
	for _, it := range Rank(typed, cs) {
		out = append(out, it.Text)
	}
	return strings.Join(out, " ")
}

func TestRanking(t *testing.T) {
	for _, c := range []struct{ name, typed, want string }{
		{"nothing typed keeps the order", "", "system:date git:status git:branch file:a"},
		{"what begins so comes first, in the order given", "g", "git:status git:branch"},
		{"case does not matter", "GIT:b", "git:branch"},
		{"letters may be apart", "gbr", "git:branch"},
		{"no match, no item", "zz", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ranked(c.typed, "system:date", "git:status", "git:branch", "file:a"); got != c.want {
				t.Errorf("ranked %q, want %q", got, c.want)
			}
		})
	}
	if got := ranked("st", "a-s-t", "b-s-t", "c-s-t"); got != "a-s-t b-s-t c-s-t" {
		t.Errorf("equal matches are sorted as %q", got)
	}
}

func TestExactMatchComesFirst(t *testing.T) {
	items := Rank("docs", []Candidate{{Text: "docs/", Open: true}, {Text: "docs.md"}, {Text: "docs"}})
	if items[0].Text != "docs" || len(items[0].Matched) != 4 {
		t.Errorf("ranked %+v", items)
	}
}

// If a candidate begins with the typed text, its beginning is marked, even if the text matches
// elsewhere too.
func TestTheStartIsMarked(t *testing.T) {
	for _, name := range []string{"ab", "abA_B", "ABaB", "ab/"} {
		for _, it := range Rank("ab", []Candidate{{Text: name}}) {
			if len(it.Matched) != 2 || it.Matched[0] != 0 || it.Matched[1] != 1 {
				t.Errorf("in %s the marks are %v", name, it.Matched)
			}
		}
	}
	if got := ranked("ab", "xa_b", "abx", "a_b", "xab", "aB", "ab"); got != "ab abx aB a_b xa_b xab" {
		t.Errorf("ranked %q", got)
	}
}

func TestMatchedLettersAreThoseOfTheText(t *testing.T) {
	for _, it := range Rank("gib", []Candidate{{Text: "git:branch"}}) {
		for k, i := range it.Matched {
			if it.Text[i] != "gib"[k] {
				t.Errorf("matched %v", it.Matched)
			}
		}
	}
}

func TestTarget(t *testing.T) {
	for _, c := range []struct {
		line  string // the line, with | at the caret
		typed string
		part  string // the part that is replaced
		ok    bool
	}{
		{"a [|", "", "", true},
		{"[git:b|", "git:b", "git:b", true},
		{"[ \tgit:b|", "git:b", "git:b", true},
		{"[git:b|ranch] x", "git:b", "git:branch", true},
		{"[git:b|ranch x", "git:b", "git:b", true},
		{"[if fi|le:a]", "if fi", "if file:a", true},
		{"[if !fi|", "if !fi", "if !fi", true},
		{"[file:my do|", "file:my do", "file:my do", true},
		{"[a] b|", "", "", false},
		{"[some words|", "", "", false},
		{"[!note|", "", "", false},
		{"[:x|", "", "", false},
		{"a|[", "", "", false},
		{"[" + strings.Repeat("a", 2*reach) + "|", "", "", false},
	} {
		i := strings.Index(c.line, "|")
		line := c.line[:i] + c.line[i+1:]
		got, ok := At(line, i)
		if ok != c.ok || ok && (got.Typed != c.typed || line[got.Start:got.End] != c.part) {
			t.Errorf("at %.30q: %+v, %v", c.line, got, ok)
		}
	}
}

// The keys of tags are letters, digits and some signs of ASCII; names of other scripts come after the
// colon.
func TestCharactersOfTags(t *testing.T) {
	const signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:./-~@+"
	for b := range 256 {
		if got, want := keyByte(byte(b)), b >= 0x80 || strings.ContainsRune(signs, rune(b)); got != want {
			t.Errorf("%#x is part of a key: %v", b, got)
		}
		if got, want := tagLike("k"+string([]byte{byte(b)})+"y"), b < 0x80 && strings.ContainsRune(signs, rune(b)); got != want {
			t.Errorf("a key with %#x may be a tag: %v", b, got)
		}
		if !tagLike("file:" + string([]byte{byte(b)})) {
			t.Errorf("after the colon %#x is not allowed", b)
		}
	}
}
