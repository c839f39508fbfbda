package highlight

import (
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
)

// short maps token types to the abbreviations below.
var short = map[chroma.TokenType]string{
	chroma.GenericHeading: "heading", chroma.GenericStrong: "strong", chroma.GenericEmph: "emph", chroma.GenericUnderline: "link",
	chroma.GenericOutput: "quote", chroma.LiteralStringBacktick: "code", chroma.KeywordPseudo: "mark", chroma.Punctuation: "punct",
	chroma.NameTag: "tag", chroma.NameAttribute: "attr", chroma.Name: "name", chroma.CommentMultiline: "comment", chroma.CommentSingle: "comment",
	chroma.LiteralString: "string", chroma.LiteralStringDouble: "string", chroma.LiteralNumber: "number", chroma.LiteralDate: "date",
	chroma.KeywordConstant: "const", chroma.Keyword: "keyword",
}

// picture prints the spans of a text as token⟨text⟩, line by line.
func picture(l Lang, text string) string {
	var h Highlighter
	var out []string
	s := Start(l)
	for _, line := range strings.Split(text, "\n") {
		spans, next := h.Line(s, line)
		if next != s.Next(line) {
			panic("Line and Next disagree")
		}
		var b strings.Builder
		at := 0
		for _, sp := range spans {
			name := short[sp.Token]
			if name == "" {
				name = sp.Token.String()
			}
			fmt.Fprintf(&b, "%s%s⟨%s⟩", line[at:sp.Start], name, line[sp.Start:sp.End])
			at = sp.End
		}
		out = append(out, b.String()+line[at:])
		s = next
	}
	return strings.Join(out, "\n")
}

func TestLinesAreColouredByLanguage(t *testing.T) {
	for _, c := range []struct {
		lang     Lang
		in, want string
	}{
		{Markdown, "# Title\n#no\n####### seven", "heading⟨# Title⟩\n#no\n####### seven"},
		{Markdown, "plain text, a - b", "plain text, a - b"},
		{Markdown, "a **bold** and *it* and `code` b", "a strong⟨**bold**⟩ and emph⟨*it*⟩ and code⟨`code`⟩ b"},
		{Markdown, "snake_case_name 2*3*4 a * b", "snake_case_name 2emph⟨*3*⟩4 a * b"},
		{Markdown, "_em_ __st__ \\*no\\*", "emph⟨_em_⟩ strong⟨__st__⟩ \\*no\\*"},
		{Markdown, "``a ` b`` ``` x", "code⟨``a ` b``⟩ ``` x"},
		{Markdown, "- item\n  * [x] done\n1. one\n-none", "mark⟨-⟩ item\n  mark⟨* [x]⟩ done\nmark⟨1.⟩ one\n-none"},
		{Markdown, "> quoted *x*", "quote⟨> quoted *x*⟩"},
		{Markdown, "a\n---\n***\n| a |\n|---|", "a\npunct⟨---⟩\npunct⟨***⟩\n| a |\npunct⟨|---|⟩"},
		{Markdown, "see [this](https://x.y/z) and https://a.b.", "see punct⟨[⟩name⟨this⟩punct⟨](⟩link⟨https://x.y/z⟩punct⟨)⟩ and link⟨https://a.b.⟩"},
		{Markdown, "read @docs/AGENTS.md, mail a@b.c", "read link⟨@docs/AGENTS.md⟩, mail a@b.c"},
		{Markdown, "<env>\n<a b=\"c\">x</a> a < b", "punct⟨<⟩tag⟨env⟩punct⟨>⟩\npunct⟨<⟩tag⟨a⟩attr⟨ b=\"c\"⟩punct⟨>⟩xpunct⟨</⟩tag⟨a⟩punct⟨>⟩ a < b"},
		{Markdown, "a <!-- b\nc\nd --> e", "a comment⟨<!-- b⟩\ncomment⟨c⟩\ncomment⟨d -->⟩ e"},
		{Markdown, "```json\n{\"a\": 1}\n```\n# x", "punct⟨```⟩tag⟨json⟩\npunct⟨{⟩attr⟨\"a\"⟩punct⟨:⟩ number⟨1⟩punct⟨}⟩\npunct⟨```⟩\nheading⟨# x⟩"},
		{Markdown, "~~~~\n# x\n~~~\n~~~~\nb", "punct⟨~~~~⟩\ncode⟨# x⟩\ncode⟨~~~⟩\npunct⟨~~~~⟩\nb"},
		{Markdown, "---\nname: x\n---\nb: c", "punct⟨---⟩\nattr⟨name⟩punct⟨:⟩ x\npunct⟨---⟩\nb: c"},
		{Markdown, "a\n---\nb: c", "a\npunct⟨---⟩\nb: c"},
		{Markdown, "漢字 **太字** 👩🏽‍💻 `x`", "漢字 strong⟨**太字**⟩ 👩🏽‍💻 code⟨`x`⟩"},
		{Markdown, "\xff\xfe `x` \xc3 **y**", "\xff\xfe code⟨`x`⟩ \xc3 strong⟨**y**⟩"},
		{JSON, `{"k": ["v", -1.5e3, true, null], "open`, `punct⟨{⟩attr⟨"k"⟩punct⟨:⟩ punct⟨[⟩string⟨"v"⟩punct⟨,⟩ number⟨-1.5e3⟩punct⟨,⟩ const⟨true⟩punct⟨,⟩ const⟨null⟩punct⟨],⟩ string⟨"open⟩`},
		{TOML, "[a.b] # c\nk = \"v\" # d\nn = 1_000", "keyword⟨[a.b]⟩ comment⟨# c⟩\nattr⟨k⟩ punct⟨=⟩ string⟨\"v\"⟩ comment⟨# d⟩\nattr⟨n⟩ punct⟨=⟩ number⟨1_000⟩"},
		{TOML, "s = \"\"\"\n# in\nx\"\"\"\nb = true", "attr⟨s⟩ punct⟨=⟩ string⟨\"\"\"⟩\nstring⟨# in⟩\nstring⟨x\"\"\"⟩\nattr⟨b⟩ punct⟨=⟩ const⟨true⟩"},
		{TOML, "d = 2024-01-02 '''x'''", "attr⟨d⟩ punct⟨=⟩ date⟨2024-01-02⟩ string⟨'''x'''⟩"},
		{YAML, "a:\n  - b: 1 # c\n  - \"s\": yes", "attr⟨a⟩punct⟨:⟩\n  mark⟨-⟩ attr⟨b⟩punct⟨:⟩ number⟨1⟩ comment⟨# c⟩\n  mark⟨-⟩ attr⟨\"s\"⟩punct⟨:⟩ const⟨yes⟩"},
		{YAML, "t: |\n  x: y\n\n  z\nu: v", "attr⟨t⟩punct⟨:⟩ punct⟨|⟩\nstring⟨  x: y⟩\n\nstring⟨  z⟩\nattr⟨u⟩punct⟨:⟩ v"},
		{Markdown, "---\na: |\n  b: c\nd: e\n---", "punct⟨---⟩\nattr⟨a⟩punct⟨:⟩ punct⟨|⟩\nstring⟨  b: c⟩\nattr⟨d⟩punct⟨:⟩ e\npunct⟨---⟩"},
		{Markdown, "```yaml\n a: >-\n  b: c\n d: e\n```", "punct⟨```⟩tag⟨yaml⟩\n attr⟨a⟩punct⟨:⟩ punct⟨>-⟩\nstring⟨  b: c⟩\n attr⟨d⟩punct⟨:⟩ e\npunct⟨```⟩"},
		{XML, "<a b='c' d>t &amp; u</a>", "punct⟨<⟩tag⟨a⟩ attr⟨b⟩punct⟨=⟩string⟨'c'⟩ attr⟨d⟩punct⟨>⟩t const⟨&amp;⟩ upunct⟨</⟩tag⟨a⟩punct⟨>⟩"},
		{XML, "<a\n b=\"c\">\n<!-- x\ny --> z", "punct⟨<⟩tag⟨a⟩\n attr⟨b⟩punct⟨=⟩string⟨\"c\"⟩punct⟨>⟩\ncomment⟨<!-- x⟩\ncomment⟨y -->⟩ z"},
		{Plain, "# **x**", "# **x**"},
	} {
		if got := picture(c.lang, c.in); got != c.want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.in, got, c.want)
		}
	}
}

// checkSpans checks the invariants of the spans of a line.
func checkSpans(t *testing.T, h *Highlighter, s State, line string) State {
	t.Helper()
	spans, next := h.Line(s, line)
	at := 0
	for _, sp := range spans {
		if sp.Start < at || sp.End <= sp.Start || sp.End > len(line) {
			t.Fatalf("%+v %q: spans %v", s, line, spans)
		}
		at = sp.End
	}
	return next
}

func FuzzLine(f *testing.F) {
	f.Add("# a\n```json\n{\"a\": 1}\n```\n<!-- x", byte(0))
	f.Add("a = \"\"\"\n\\\xff", byte(3))
	f.Add("a: |\n b\xc3(", byte(4))
	f.Add("<a b='\n>&x;<!--", byte(5))
	var h Highlighter
	f.Fuzz(func(t *testing.T, text string, lang byte) {
		s := Start(Lang(lang % byte(langCount)))
		for _, line := range strings.Split(text, "\n") {
			s = checkSpans(t, &h, s, line)
		}
	})
}

// If a rule searched the rest of the line at each mark, this test would take minutes.
func TestLongAndHostileLinesAreBounded(t *testing.T) {
	var h Highlighter
	for lang := range langCount {
		for _, mark := range []string{"*", "_", "`", "[", "<", "\"", "'", "a*", "[a](", "<a ", "@", "http://", "\"a\"", "{", "- ", "&", "a.", "a = ", "\\", "x: "} {
			line := strings.Repeat(mark, 300_000/len(mark))
			checkSpans(t, &h, Start(lang), line)
			spans, _ := h.Line(Start(lang), line)
			if n := len(spans); n > 0 && spans[n-1].End > MaxLine && spans[0].End != len(line) {
				t.Errorf("language %d: %q has a span that ends at %d", lang, mark, spans[n-1].End)
			}
		}
	}
}

func TestTheCacheIsBounded(t *testing.T) {
	var h Highlighter
	for i := range 5 * maxCache {
		h.Line(State{}, fmt.Sprintf("**%d**", i))
	}
	if n := len(h.young) + len(h.old); n > 2*maxCache {
		t.Errorf("the cache holds %d lines", n)
	}
	if n := testing.AllocsPerRun(100, func() { h.Line(State{}, "**x**") }); n > 0 {
		t.Errorf("a cached line allocates %.0f times", n)
	}
}

// text is an ordinary prompt.
var text = strings.Split(strings.Repeat(`# Repository guide

You are working in **a large repository**. Use `+"`go test ./...`"+` before you commit.
- Keep functions short, and see [the guide](https://example.com/guide) for more.
- Never touch generated_files or <secrets>.

Plain lines are the most common ones in prompts; they cost next to nothing here.
`, 100), "\n")

func BenchmarkNewLines(b *testing.B) {
	n := 0
	for b.Loop() {
		lex(State{}, text[n%len(text)])
		n++
	}
}

func BenchmarkKnownScreen(b *testing.B) {
	var h Highlighter
	b.ReportAllocs()
	for b.Loop() {
		s := State{}
		for _, line := range text[:60] {
			_, s = h.Line(s, line)
		}
	}
}

func BenchmarkState(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s := State{}
		for _, line := range text {
			s = s.Next(line)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/line")
}

func BenchmarkFirstLine(b *testing.B) {
	for b.Loop() {
		l := chroma.MustNewLexer(&chroma.Config{Name: "Markdown"}, markdownRules)
		it, err := l.Tokenise(&chroma.TokeniseOptions{State: "root"}, "a **b** `c`")
		if err != nil {
			b.Fatal(err)
		}
		it.Tokens()
	}
}
