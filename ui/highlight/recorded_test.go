package highlight

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
)

var update = flag.Bool("update", false, "record the spans")

// texts has lines of each language, with text for each rule and text that the rule almost matches.
var texts = []struct {
	lang Lang
	text string
}{
	{Markdown, "---\nname: x # c\ntext: |\n  - in it\n other: 1\n--- \n# One\n## Two ##\n ### three\n   #### four\n    ##### five\n\t# tab\n###### six\n####### seven\n#\n##\n#no\n#\ttab\n> quoted\n  > more\n---\n- - -\n***\n* * *\n___\n===\n|---|:--|\n--\n**\n|x--\n" +
		"- item\n* item `code`\n+ item\n-item\n-\n- \n-\ttab\n1. one\n12) two\n123456789. nine\n1234567890. ten\n1 no\n1.no\n3.\n1) [ ] open\n- [x] done **bold**\n- [X] Done\n- [y] no\n- [ ]\n- [x]no\n- [x] \n  - nested [link](a) <b>\n\n   \n" +
		"plain words.\n`a` *b* _c_ **d** __e__ \\* http://x.example <a@b> [t](u) ![i](j) @f a_b_c\nftp://\n```\ncode `x`\n``\n```` \nafter\n~~~~ json\n{\"a\": 1}\n~~~\n~~~~~ x\n~~~~~\n``` a`b\n```TOML and more\na = \"\"\"\nx\n\"\"\"\n```\n" +
		"  ```yaml\nk: >\n  deep\nz: 1\n  ```\n\t~~~html\n<a\nb='c'>\n~~~\n```jsonc\n// c\n```\n```json5\n1\n```\n```yml\na: 1\n```\n```svg\n<x/>\n```\n```xml\n<!-- a\nb -->\n```\n```go\nfunc\n```\n<!-- one --> after *x*\n<!-- begins\nin *it*\nends --> out `c`\na <!-- b --> c <!-- d\n-->\n<!-->\n<!--\n--> x\n---\nnot: meta\n"},
	{Markdown, "```\nopen to the end"}, {Markdown, "\n---\nno meta"}, {Markdown, "---\nmeta to the end"}, {Markdown, "----\nx"}, {Markdown, "~~\n`\n``"},
	{JSON, "{\"a\": [1, -2.5e3, true, false, null], \"b\\\"c\": \"d\"}\n// note\n\"open\n{}\n'single'\nword\n/* a */ 1\n"},
	{TOML, "# c\n[table.\"x\"]\n[[array]]\na = 1 # c\nb = \"x # y\" # z\nc = 'it\\' # d\nd = \"a\\\"b\"\ne = \"\"\"one\ntwo \\\"\"\" three\n\\\\\"\"\" # out\nf = '''one\n\\''' # out\ng = \"\"\"x\"\"\"\nh = '''y''' + '''z\n'''\n\"\"\"\n'''\n\"\"\"\n'open\n\"open\nx = 1979-05-27T07:32:00Z\ny = true\nz = [1, 0xff]\n# \"\"\"\na = \"# \"\"\"\nb = \"\"\"\"\nin\n\"\"\"\na = \"b\"'''\nin\n'''\na = 'c\\'\"\"\"\nin\n\"\"\"\na = \"d\\\"'''\"\nnot in\na = '''e''''\nx\na = \"\"\"\"f\nin\n\"\"\"g\"\"\"\nin\n\"\"\"\n'"},
	{YAML, "a: 1\nb: |\n  in: it\n\n  more\nc: >-\n  x\n d: y\ne: |2+ # c\n    z\n   w\nf: \"s # t\" # c\n- g: >\n    deep\n  h: 'q'\n# c\ni: true # |\nj: | # k\n  l\nm: |x\nn:|\no: ~\n&p q: *r\n? s\n--- \n...\nt: | \n\tu\n  v: |9\n   w\n  x\ny : > # z\n  !\n"},
	{XML, "<?xml version=\"1.0\"?>\n<a b=\"c\" d='e'>t &amp; u</a>\n<f\n g=\"h>i\"\n/>\n<!-- c\nd --> <j/> <!-- k --> l\n<!DOCTYPE x>\n<\n</\n</m\n>\n<1>\n< n>\n<_o>\n<Z>\n<z\n<!-- in a tag -->\n<?p\n?>\na < b > c\n<![CDATA[x]]>\n<!--\n<q>\n-->\n<!---->\n<@r>\n<[s]>\n<{t}>\n<`u`>\n<{t\nx\n<`u\nx\n<a\n>\n<z\n>\n<Z\n>\n<A\n>\n<[s\nx\n<@r\nx\n"},
	{Plain, "# no *spans* <!-- here\n```\n"},
}

// The record has each line with its spans and the state in which the next line begins. -update
// records them.
func TestSpansAndStatesAreAsRecorded(t *testing.T) {
	var b strings.Builder
	for _, c := range texts {
		s := Start(c.lang)
		fmt.Fprintf(&b, "== language %d, %+v\n", c.lang, s)
		var h Highlighter
		for line := range strings.SplitSeq(c.text, "\n") {
			spans, next := h.Line(s, line)
			if got := s.Next(line); got != next {
				t.Errorf("%q: the next state is %+v and %+v", line, next, got)
			}
			fmt.Fprintf(&b, "%q", line)
			for _, sp := range spans {
				fmt.Fprintf(&b, " %d-%d %s", sp.Start, sp.End, sp.Token)
			}
			if next != s {
				fmt.Fprintf(&b, "; then %+v", next)
			}
			b.WriteString("\n")
			s = next
		}
	}
	const name = "testdata/spans.txt"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, got := strings.Split(string(text), "\n"), strings.Split(b.String(), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("line %d is %s, recorded is %s", i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
}

func TestALongLineIsLexedUpToItsLimit(t *testing.T) {
	for _, c := range []struct {
		line string
		want int
	}{
		{strings.Repeat("a", MaxLine-1), MaxLine - 1}, {strings.Repeat("a", MaxLine), MaxLine}, {strings.Repeat("a", MaxLine+1), MaxLine},
		{strings.Repeat("a", MaxLine-1) + "é", MaxLine - 1}, {strings.Repeat("a", MaxLine-2) + "漢", MaxLine - 2}, {strings.Repeat("a", MaxLine-3) + "👍", MaxLine - 3}, {strings.Repeat("a", MaxLine-1) + "👍", MaxLine - 1},
		{strings.Repeat("a", MaxLine-8) + strings.Repeat("\x80", 20), MaxLine - 4},
	} {
		if got := head(c.line); len(got) != c.want {
			t.Errorf("a line of %d bytes is lexed up to %d, want %d", len(c.line), len(got), c.want)
		}
	}
	for _, c := range []struct {
		line, text string
		want       int
	}{{"abc", "ab", 2}, {"abc", "abc", 3}, {"a\xffb", "a\ufffdb", 3}, {"\xff\xfe", "\ufffd", 1}, {"é\xff", "é\ufffd", 3}, {"", "", 0}, {"ab", "", 0}} {
		if got := length(c.line, c.text); got != c.want {
			t.Errorf("%q of %q has %d bytes, want %d", c.text, c.line, got, c.want)
		}
	}
	spans, _ := new(Highlighter).Line(Start(JSON), "\"\xff\xff\" 12")
	if want := (Span{5, 7, chroma.LiteralNumberInteger}); len(spans) == 0 || spans[len(spans)-1].End != want.End || spans[len(spans)-1].Start != want.Start {
		t.Errorf("behind bytes that are not UTF-8 the spans are %v", spans)
	}
}

// The newer half keeps what is looked up, and the older half is dropped as a whole.
func TestTheCacheKeepsWhatIsLookedUp(t *testing.T) {
	var h Highlighter
	line := func(i int) string { return fmt.Sprintf("`%d`", i) }
	for i := range maxCache {
		h.Line(Start(Markdown), line(i))
	}
	if len(h.young) != maxCache || len(h.old) != 0 {
		t.Fatalf("%d and %d lines are kept", len(h.young), len(h.old))
	}
	spans, next := h.Line(Start(Markdown), line(0))
	if len(h.young) != maxCache || len(spans) == 0 || next != (State{}) {
		t.Errorf("a line that is kept is kept again: %d, %v", len(h.young), spans)
	}
	h.Line(Start(Markdown), "one `more`")
	h.Line(Start(Markdown), line(5))
	if len(h.young) != 2 || len(h.old) != maxCache {
		t.Errorf("%d and %d lines are kept", len(h.young), len(h.old))
	}
	if spans, next := h.Line(Start(Markdown), ""); spans != nil || next != (State{}) || len(h.young) != 2 {
		t.Errorf("an empty line: %v, %+v", spans, next)
	}
}
