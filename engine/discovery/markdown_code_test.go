package discovery

import (
	"strings"
	"testing"

	"galley/engine/source"
)

func TestEdgesOfMarkdownCode(t *testing.T) {
	for _, tt := range []struct{ name, text, code, marked string }{
		{"a fence indented by three", "   ```\n@x\n   ```\n", "   ```\n@x\n   ```\n", "="},
		{"a fence indented by four", "a\n    ```\n@x\n", "", "="},
		{"an end indented by four", "```\n    ```\n@x\n```\n", "```\n    ```\n@x\n```\n", "="},
		{"an end of the other kind", "```\n~~~\n```\n~~~\n", "```\n~~~\n```\n|~~~\n", "="},
		{"an end that is too short", "````\n```\n", "````\n```\n", "="},
		{"an end that is longer", "```\n`````\n`x`\n", "```\n`````\n|`x`", "="},
		{"an end with text", "```\n``` x\n```  \t\r\n", "```\n``` x\n```  \t\r\n", "="},
		{"a fence with a back-tick in its line", "``` a`b\n@x\n", "", "="},
		{"a fence of tildes with a back-tick in its line", "~~~ a`b\n@x\n", "~~~ a`b\n@x\n", "="},
		{"two back-ticks", "``\nx\n``\n", "``\nx\n``", "="},
		{"a fence at once after a paragraph", "`a\n```\nx\n```\n`b`", "```\nx\n```\n|`b`", "="},
		{"an indented block by a tab", "\t@x\n", "\t@x\n", "="},
		{"an indented block by three and a tab", "   \t@x\n", "   \t@x\n", "="},
		{"an indentation of three", "   `@x`\n", "`@x`", "="},
		{"an indented line after a list", "- a\n\nb\n\n    @x\n", "    @x\n", "="},
		{"an indented line in a list after a second paragraph", "- a\n\n  b\n\n    `@x`\n", "`@x`", "="},
		{"a numbered item", "123456789) a\n\n    @x\n", "", "="},
		{"a number that is too long", "1234567890) a\n\n    @x\n", "    @x\n", "="},
		{"an item without text", "-\n\n    @x\n", "", "="},
		{"no item", "-a\n\n    @x\n", "    @x\n", "="},
		{"an item ends a paragraph", "a `b\n- c` `d`\n", "` `", "="},
		{"a span over two lines", "a `b\nc` d\n", "`b\nc`", "="},
		{"HTML ends at a blank line", "<p>\n`@x`\n \n`y`", "`y`", "="},
		{"HTML in capitals that ends", "</DIV\n`@x`\n", "", "="},
		{"HTML with a slash", "<hr/>\n`@x`\n", "", "="},
		{"no HTML block", "<span>\n`x`\n", "`x`", "="},
		{"indented HTML", "   <p>\n`@x`\n", "", "="},
		{"HTML that is indented too far", "a\n    <p>\n`x`\n", "`x`", "="},
		{"HTML ends a paragraph", "a `b\n<p>\nc`\n", "", "="},
		{"a fence in a list", "- a\n  ```\n  x\n  ```\n", "  ```\n  x\n  ```\n", ""},
		{"a fence at the margin after a list", "- a\n```\nx\n```\n", "```\nx\n```\n", "="},
		{"a fence in a list of a list", "- a\n\n        ```\n        x\n        ```\n", "        ```\n        x\n        ```\n", ""},
		{"a quotation over two lines", "  > `a`\n  > b\n", "`a`", ""},
		{"a quotation of one line", "> `a`\n\nb", "`a`", "="},
		{"a list item over two lines", "- `a`\nb\n", "`a`", ""},
		{"two items", "- `a`\n- `b`\n", "`a`|`b`", "="},
		{"two lines and blanks", "`a`\n\n\n`b`\n", "`a`|`b`", "="},
		{"an escaped opening", "\\`a` b`\n", "` b`", "="},
		{"an escaped back-slash before code", "\\\\`a`\n", "`a`", "="},
		{"a back-slash in code", "`a\\` b`\n", "`a\\`", "="},
		{"a back-slash before a letter in code", "`a\\b`\n", "`a\\b`", "="},
		{"an escaped run of three", "\\```a``\n", "``a``", "="},
		{"an escaped run of three that ends another", "```a\\```\n", "```a\\```", "="},
		{"three back-slashes before code", "`b` \\\\\\`a`\n", "`b`", "="},
		{"a back-slash at the end", "a\\", "", "="},
		{"a back-slash at the end of code", "`a` `b\\", "`a`", "="},
		{"runs of several lengths", "``a`b`c``d`e`\n", "``a`b`c``|`e`", "="},
		{"a run at the end", "`a``", "", "="},
	} {
		for marked, want := range map[bool]string{false: tt.code, true: tt.marked} {
			if want == "=" {
				want = tt.code
			}
			var got []string
			for _, s := range scanCode(tt.text, marked) {
				got = append(got, tt.text[s.Start:s.End])
			}
			if strings.Join(got, "|") != want {
				t.Errorf("%s, marked %v: %q, want %q", tt.name, marked, got, want)
			}
		}
	}
}

func TestSpansOfAText(t *testing.T) {
	spans := []source.Span{{Start: 1, End: 3}, {Start: 4, End: 5}}
	for at, want := range []bool{false, true, true, false, true, false} {
		if got := InSpans(&spans, at); got != want {
			t.Errorf("offset %d: %v", at, got)
		}
	}
	if len(spans) != 0 {
		t.Errorf("spans before the offset are kept: %v", spans)
	}
	text := FileText("f", "0123456789")
	for _, tt := range []struct {
		spans []source.Span
		want  string
	}{
		{nil, `"0123456789" file f {0 10} 1`},
		{[]source.Span{{Start: 0, End: 2}, {Start: 4, End: 6}, {Start: 5, End: 6}, {Start: 6, End: 7}}, `"23" file f {2 4} 1, "789" file f {7 10} 1`},
		{[]source.Span{{Start: 2, End: 8}, {Start: 3, End: 4}, {Start: 9, End: 10}}, `"01" file f {0 2} 1, "8" file f {8 9} 1`},
	} {
		same(t, "text", pieces(WithoutSpans(text, tt.spans)), tt.want)
	}
}
