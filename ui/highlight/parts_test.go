package highlight

import (
	"fmt"
	"testing"
)

// The parts of Markdown that are read without a lexer.
func TestPartsOfMarkdownLines(t *testing.T) {
	for line, want := range map[string]string{
		"```": "'`' 3 \"\"", "````go x": "'`' 4 \"go x\"", "  ~~~ a`b": "'~' 3 \" a`b\"", "\t~~~~": "'~' 4 \"\"", "``": "'\\x00' 0 \"\"", "``x": "'\\x00' 0 \"\"", "``` a`b": "'\\x00' 0 \"\"", "```a`": "'\\x00' 0 \"\"",
		"": "'\\x00' 0 \"\"", "---": "'\\x00' 0 \"\"", "~~x~": "'\\x00' 0 \"\"",
	} {
		char, size, info := fence(line)
		if got := fmt.Sprintf("%q %d %q", char, size, info); got != want {
			t.Errorf("the fence %q: %s, want %s", line, got, want)
		}
	}
	for body, want := range map[string]int{
		"- a": 1, "* a": 1, "+\ta": 1, "-a": 0, "-": 0, "_ a": 0, "1. a": 2, "12) a": 3, "1: a": 0, "1.a": 0, "1": 0, "1.": 0, "123456789. a": 10, "1234567890. a": 0, "0. a": 2, "9) a": 2, ". a": 0,
		"- [ ] a": 5, "- [x] a": 5, "1. [X] a": 6, "- [y] a": 1, "- [x]": 1, "- [x]a": 1, "- (x) a": 1, "- [x) a": 1, "-  [x] a": 1,
	} {
		if got := bullet(body); got != want {
			t.Errorf("the bullet of %q has %d bytes, want %d", body, got, want)
		}
	}
	for body, want := range map[string]bool{
		"---": true, "--": false, "- - -": true, "***": true, "* * *": true, "___": true, "===": true, "= =": false, "|---|:--|": true, "| - |": true, "--a": false, "-*-": false, " --- \t": true, "": false,
	} {
		if got := ruler(body); got != want {
			t.Errorf("%q draws a rule: %v", body, got)
		}
	}
	for body, want := range map[string]bool{"# a": true, "#": true, "#\ta": true, "#a": false, "###### a": true, "####### a": false, "a #": false, "": false} {
		if got := heading(body); got != want {
			t.Errorf("%q is a heading: %v", body, got)
		}
	}
	for s, want := range map[string]int{`"a" b`: 3, `""`: 2, `"a\"b" c`: 6, `"a\\" b`: 5, `'a\' b`: 4, `"open`: 5, `"a\`: 3, `'`: 1, `"'" x`: 3} {
		if got := quoted(s); min(got, len(s)) != want {
			t.Errorf("the string of %s has %d bytes, want %d", s, got, want)
		}
	}
}

// Most lines contain nothing for a lexer, so they are not lexed at all.
func TestAPlainLineIsNotLexed(t *testing.T) {
	for line, plain := range map[string]bool{"a plain line, with words: and (marks)": true, "a `line` with code": false} {
		n := testing.AllocsPerRun(20, func() { lexMarkdown(State{}, line) })
		if (n == 0) != plain {
			t.Errorf("%q: %g allocations", line, n)
		}
	}
}
