package match

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

// The blocks that one text of a request is divided into, for the spans in it.
func TestBlocksOfOneText(t *testing.T) {
	at := func(text, part string, from int) (int, int) {
		i := from + strings.Index(text[from:], part)
		return i, i + len(part)
	}
	kinds := map[byte]source.Kind{'f': source.File, 'i': source.Import, 'v': source.Variable, 'g': source.Captured, '-': source.Structure}
	expected := []Expected{{Name: "rules"}, {Name: "skills list"}, {Name: "environment"}, {Name: "skills more"}}
	for _, c := range []struct{ name, text, spans, want string }{
		{"nothing", "", "", `text||The title|agent|`},
		{"blank", " \n", "", `text||blank|agent| ↵`},
		{"the agent's own", "You help.\n", "", `text||“You help.”|agent|You help.↵`},
		{"a line feed alone", "\n", "", `text||blank|agent|↵`},
		{"a value in an expected text", "main", "v0branch:main", `rules||rules|memory|main`},
		{"a value that ends the line after a tag", "<a>\nx\n</a>\nmain\nmore", "v:main_", `text/a||<a>|agent|<a>↵x↵</a>↵main↵ ~ text||“more”|agent|more`},
		{"a gap of two lines", "<x\ny>a", "-0:< g0intro:x_y -0:> f0/A:a", `file//A|/A|A|memory|<x↵y>a`},
		{"a long gap behind a file at the start", "a\nx\ny\n>z", "f0/A:a g0intro:_x_y_ -0:>", `file//A|/A|A|memory|a ~ text||“x”|agent|↵x↵y↵> ~ text-2||“z”|agent|z`},
		{"a long gap right before a file", "x\ny\nz\na", "g0intro:x_y_z_ f0/A:a", `text||“x”|agent|x↵y↵z↵ ~ file//A|/A|A|memory|a`},
		{"headings", "You help.\n# One\na\n## Two, too\nb", "", `text||“You help.”|agent|You help.↵ ~ text/one||One|agent|# One↵a↵ ~ text/two-too||Two, too|agent|## Two, too↵b`},
		{"a heading first", "# One\na", "", `text/one||One|agent|# One↵a`},
		{"a blank line before a heading", "\n\n# One\na", "", `text/one||One|agent|↵↵# One↵a`},
		{"the same heading twice", "# One\n# One\n# One!", "", `text/one||One|agent|# One↵ ~ text/one-2||One|agent|# One↵ ~ text/one-3||One!|agent|# One!`},
		{"a value alone", "main", "v:main", `text||“main”|agent|main`},
		{"a value in the agent's own", "On main now.\n# A\nb", "v:main", `text||“On main now.”|agent|On main now.↵ ~ text/a||A|agent|# A↵b`},
		{"a value at the end of a section", "# A\nOn main\n\n# B\nc", "v:main", `text/a||A|agent|# A↵On main↵↵ ~ text/b||B|agent|# B↵c`},
		{"a value after a file", "x\nRULESmain y", "f0/p/A.md:RULES v:main", `text||“x”|agent|x↵ ~ file//p/A.md|/p/A.md|A.md|memory|RULES ~ text-2||“main y”|agent|main y`},
		{"blank lines after a file before a heading", "RULES\n\n# B\nc", "f0/p/A.md:RULES", `file//p/A.md|/p/A.md|A.md|memory|RULES ~ text/b||B|agent|↵↵# B↵c`},
		{"blank lines after the agent's own", "On main\n\n# B\nc", "v:On v:main", `text||“On main”|agent|On main↵↵ ~ text/b||B|agent|# B↵c`},
		{"a file that is not expected", "x\nRULES", "f/p/A.md:RULES", `text||“x”|agent|x↵ ~ file//p/A.md|/p/A.md|A.md|memory|RULES`},
		{"two files, one after another", "ab", "f0/p/A.md:a f0/p/B.md:b", `file//p/A.md|/p/A.md|A.md|memory|a ~ file//p/B.md|/p/B.md|B.md|memory|b`},
		{"a file in two parts", "ab", "f0/p/A.md:a f0/p/A.md:b", `file//p/A.md|/p/A.md|A.md|memory|ab`},
		{"a file in two parts with words between", "a x b", "f0/p/A.md:a f0/p/A.md:b", `file//p/A.md|/p/A.md|A.md|memory|a ~ text||“x”|agent| x  ~ file//p/A.md-2|/p/A.md|A.md|memory|b`},
		{"an import with its frame", "<IMPORT>", "-0:< i0/p/I.md:IMPORT -0:>", `file//p/I.md|/p/I.md|I.md|memory|<IMPORT>`},
		{"a frame belongs to the next file", "<a>b", "-0:< f0/A:a -0:> f0/B:b", `file//A|/A|A|memory|<a ~ file//B|/B|B|memory|>b`},
		{"a frame of another text does not", "<a>b", "f0/A:a -2:> f0/B:b", `text||“<”|agent|< ~ file//A|/A|A|memory|a> ~ file//B|/B|B|memory|b`},
		{"expected, without a file", "x y z", "-2:y", `text||“x”|agent|x  ~ environment||environment|memory|y ~ text-2||“z”|agent| z`},
		{"expected, in two parts", "yz", "-2:y -2:z", `environment||environment|memory|yz`},
		{"two expected texts", "yz", "-2:y -0:z", `environment||environment|memory|y ~ rules||rules|memory|z`},
		{"a frame without a name", "yz", "-:y -2:z", `expected||expected|memory|y ~ environment||environment|memory|z`},
		{"a list of skills", "one two", "f1/S.md:one -1:: f1/T.md:two", `skills list||list of skills|skills|one two`},
		{"two lists of skills", "onetwo", "f1/S.md:one f3/T.md:two", `skills list||list of skills|skills|one ~ skills more||list of skills|skills|two`},
		{"a short gap", "<words>a", "-0:< g0intro:words -0:> f0/A:a", `file//A|/A|A|memory|<words>a`},
		{"a long gap", "# Own\nx\ny\n>a<", "g0intro:#:Own_x_y_ -0:> f0/A:a -0:<", `text/own||Own|agent|# Own↵x↵y↵ ~ file//A|/A|A|memory|>a<`},
		{"a long gap behind the file", "<a\nx\ny\n>z", "-0:< f0/A:a g0intro:_x_y_ -0:>", `file//A|/A|A|memory|<a ~ text||“x”|agent|↵x↵y↵> ~ text-2||“z”|agent|z`},
	} {
		var spans []Span
		pos := 0
		for _, one := range strings.Fields(c.spans) {
			head, part, _ := strings.Cut(one, ":")
			part = strings.NewReplacer("_", "\n", ":", " ").Replace(part)
			s := Span{Expected: -1, Origin: source.Origin{Kind: kinds[head[0]], Source: head[1:]}}
			if len(head) > 1 && head[1] >= '0' && head[1] <= '9' {
				s.Expected, s.Origin.Source = int(head[1]-'0'), head[2:]
			}
			s.Start, s.End = at(c.text, part, pos)
			pos = s.End
			spans = append(spans, s)
		}
		b := builder{ids: map[string]int{}, expected: expected}
		var got []string
		for _, one := range b.blocks(prompt.Block{ID: "whole", Title: "The title", Lifetime: prompt.Turn, Element: "agent", Text: source.Literal(c.text)}, spans) {
			got = append(got, fmt.Sprintf("%s|%s|%s|%s|%s", one.ID, one.From, one.Title, one.Element, strings.ReplaceAll(one.Text.String(), "\n", "↵")))
		}
		if s := strings.Join(got, " ~ "); s != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, s, c.want)
		}
	}
}

// The first expected text, whose index is 0, gives its block an element and a title by its name,
// like any other.
func TestTheFirstExpectedTextIsAList(t *testing.T) {
	t.Parallel()
	b := builder{ids: map[string]int{}, expected: []Expected{{Name: "skills list"}}}
	blocks := b.blocks(prompt.Block{Text: source.Literal("one")}, []Span{{End: 3, Origin: source.Origin{Kind: source.File, Source: "/S.md"}}})
	if len(blocks) != 1 || blocks[0].Element != prompt.Skills || blocks[0].Title != "list of skills" {
		t.Errorf("%+v", blocks)
	}
}

// The title of a text without heading is its tag or its first words.
func TestOpeningOfAText(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " \n\n": "", "One two.\nThree": "“One two.”",
		"<a>": "<a>", "<>": "“<>”", "<ab> more": "<ab>", "<a b-c_d>x": "<a b-c_d>", "<a1>x": "“<a1>x”", "<1a>x": "“<1a>x”", "<a=b>x": "“<a=b>x”", "a <ab>": "“a <ab>”",
		"<" + strings.Repeat("x", 59) + ">": "<" + strings.Repeat("x", 59) + ">",
		"<" + strings.Repeat("x", 60) + ">": "“<" + strings.Repeat("x", 35) + "…”",
		strings.Repeat("x", 36):             "“" + strings.Repeat("x", 36) + "”", strings.Repeat("x", 37): "“" + strings.Repeat("x", 36) + "…”",
		"a " + strings.Repeat("x", 36): "“a…”", strings.Repeat("é", 36): "“" + strings.Repeat("é", 36) + "”", strings.Repeat("é", 37): "“" + strings.Repeat("é", 36) + "…”",
	} {
		if got := opening(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for title, want := range map[string]string{
		"": "", "One": "one", "One, two -- 3!": "one-two-3", " (One)": "one", "Größe": "größe",
		strings.Repeat("x", 41): strings.Repeat("x", 40), "# " + strings.Repeat("x", 41): strings.Repeat("x", 40), strings.Repeat("x", 39) + " yz": strings.Repeat("x", 39), strings.Repeat("x", 38) + " yz": strings.Repeat("x", 38) + "-y",
	} {
		if got := slug(title); got != want {
			t.Errorf("%q as a part of an id: %s, want %s", title, got, want)
		}
	}
	for line, want := range map[string]string{
		"# One ": "One", "## Two": "Two", "### Three": "", "#One": "", "<>": "", "<a>": "<a>", "</a>": "", "<a b>": "", "<a/>": "", "<a=b>": "", "<<a>": "", "a>": "", "<a": "",
		"<" + strings.Repeat("x", 58) + ">": "<" + strings.Repeat("x", 58) + ">", "<" + strings.Repeat("x", 59) + ">": "",
	} {
		if got := Heading(line); got != want {
			t.Errorf("the heading of %q is %q, want %q", line, got, want)
		}
	}
}
