package budget

import (
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

func parted(texts ...string) prompt.Prompt {
	m := prompt.Message{Role: prompt.System}
	for i, t := range texts {
		b := prompt.Block{ID: string(rune('a' + i)), Text: source.Literal(t)}
		if i > 0 {
			b.Before = source.Literal("\n\n")
		}
		m.Blocks = append(m.Blocks, b)
	}
	return prompt.Prompt{Messages: []prompt.Message{m, {Role: prompt.User, Blocks: []prompt.Block{{ID: "u", Text: source.Literal("## Examples\nmine")}}}}}
}

// A section ends before the next heading of the same or a higher level, even in a later block. What
// the user said stays.
func TestRemoveSection(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		want  string
	}{
		"in the middle":                       {[]string{"# A\none\n## Examples\nx\n### deeper\ny\n## B\ntwo"}, "# A\none\n## B\ntwo"},
		"at the end":                          {[]string{"# A\n## Examples\nx"}, "# A\n"},
		"a higher heading ends it":            {[]string{"## Examples\nx\n# B"}, "# B"},
		"twice":                               {[]string{"## Examples\nx\n## B\n## Examples\ny\n## C"}, "## B\n## C"},
		"adjacent sections":                   {[]string{"## Examples\nx\n## Examples\ny\n## C"}, "## C"},
		"blanks behind it":                    {[]string{"## Examples  \nx\n## C"}, "## C"},
		"CRLF":                                {[]string{"## Examples\r\nx\r\n## C"}, "## C"},
		"over blocks":                         {[]string{"one\n## Examples\nx", "y", "## B\nz"}, "one\n## B\nz"},
		"a heading in a fence is text":        {[]string{"```\n## Examples\n```\nx"}, "```\n## Examples\n```\nx"},
		"a fence in the section":              {[]string{"## Examples\n```\n## B\n```\n## C"}, "## C"},
		"another level is another section":    {[]string{"# Examples\nx\n### Examples\ny"}, "# Examples\nx\n### Examples\ny"},
		"a longer heading is another section": {[]string{"## Examples of it\nx"}, "## Examples of it\nx"},
		"a blank block stays there":           {[]string{"## Examples\nx\n## B", ""}, "## B\n\n"},
	} {
		got, cuts := Without(parted(c.texts...), "## Examples")
		if text := got.Messages[0].Text().String(); text != c.want {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
		if (len(cuts) == 0) != (strings.Join(c.texts, "\n\n") == c.want) {
			t.Errorf("%s: cuts %+v", name, cuts)
		}
		if got.Messages[1].Text().String() != "## Examples\nmine" {
			t.Errorf("%s: the user's text was removed", name)
		}
	}
	if _, cuts := Without(parted("Examples\nx"), "Examples"); cuts != nil {
		t.Error("a line that is not a heading counts as a section")
	}
}

// A block belongs to a file if more than half of its text is from files.
func TestWhichBlocksAreOfAFile(t *testing.T) {
	for n, want := range map[int]bool{0: false, 4: false, 5: false, 6: true, 10: true} {
		for _, kind := range []source.Kind{source.File, source.Import} {
			text := source.Literal(strings.Repeat("x", 10-n)).Append(source.Of(strings.Repeat("y", n), source.Origin{Kind: kind, Source: "/a"}))
			if got := ofFile(prompt.Block{Text: text}); got != want {
				t.Errorf("%d of 10 bytes of %s: %v", n, kind, got)
			}
		}
	}
}

func TestOnlyRuleFilesAreCut(t *testing.T) {
	long := strings.Repeat("x", 11000)
	p := parted(long)
	file := source.Origin{Kind: source.File, Source: "/p/AGENTS.md", Tag: source.NoSpan}
	p.Messages[0].Blocks = append(p.Messages[0].Blocks, prompt.Block{ID: "rules", Text: source.Of(long, file)})
	got, cuts := Shorter(p)
	if len(cuts) != 1 || cuts[0].Block != "rules" || cuts[0].Took.UTF16 != 1000 {
		t.Errorf("cuts %+v", cuts)
	}
	p.Messages[0].Parts = []int{1}
	if got, _ := Shorter(p); got.Messages[0].Parts != nil || got.Messages[0].Blocks[1].Text.String() != long[:10000]+sectionMark {
		t.Errorf("the file has %d bytes after the cut", got.Messages[0].Blocks[1].Text.Len())
	}
	if got, cuts := Shorter(parted("short")); cuts != nil || len(got.Messages) != 2 || got.Messages[0].Text().String() != "short" {
		t.Errorf("a prompt without long files: %+v", cuts)
	}
	if got.Messages[0].Blocks[0].Text.Len() != 11000 || p.Messages[0].Blocks[1].Text.Len() != 11000 {
		t.Error("another block or the original prompt changed")
	}
}
