package discovery

import (
	"strings"
	"testing"
)

func TestMarkdownCode(t *testing.T) {
	tests := []struct{ name, text, code string }{
		{"none", "a @x b\n", ""},
		{"a span", "a `@x` b\n", "`@x`"},
		{"a span of two", "a ``@x ` y`` b\n", "``@x ` y``"},
		{"a run without a partner is text", "a ``@x` b `c`\n", "` b `"},
		{"a span ends with the paragraph", "a `b\n\nc` d\n", ""},
		{"a fence", "a\n```\n@x\n```\nb\n", "```\n@x\n```\n"},
		{"a fence of tildes", "~~~ go\n@x\n~~~\nb\n", "~~~ go\n@x\n~~~\n"},
		{"a longer fence", "````\n```\n@x\n````\nb", "````\n```\n@x\n````\n"},
		{"a fence that is never closed", "a\n```\n@x\n", "```\n@x\n"},
		{"an indented block", "a\n\n    @x\n\nb\n", "    @x\n"},
		{"an indented line of a paragraph", "a\n    @x\n", ""},
		{"a list's second paragraph", "- a\n\n    @x\n", ""},
		{"a fence in a list", "- a\n\n    ```\n    @x\n    ```\n", "    ```\n    @x\n    ```\n"},
		{"an escaped back-tick", "a \\`@x\\` b\n", ""},
		{"no code in HTML", "<div>\n```\n@x\n```\n\n`@y`\n", "`@y`"},
		{"three back-ticks in one line", "a\n```@x```\nb\n", "```@x```"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range MarkdownCode(tt.text) {
				got = append(got, tt.text[s.Start:s.End])
			}
			if strings.Join(got, "|") != tt.code {
				t.Errorf("%q is code, want %q", got, tt.code)
			}
		})
	}
}

func TestMarkedOmitsIndentedAndQuotedLines(t *testing.T) {
	for text, want := range map[string]string{
		"1. one\n   ```\n   @x\n   ```\n": "", "- a `@x`\n": "`@x`", "- a\n  `@x`\n": "", "> a `@x`\n": "`@x`", "> a\n> `@x`\n": "",
		"- a\n\n```\n@x\n```\n": "```\n@x\n```\n", "a `@x`\nb\n": "`@x`",
	} {
		var got string
		for _, s := range MarkedCode(text) {
			got += text[s.Start:s.End]
		}
		if got != want {
			t.Errorf("%q: %q is code, want %q", text, got, want)
		}
	}
}

func TestMarkdownCodeIsFoundInLinearTime(t *testing.T) {
	var b strings.Builder
	for i := 0; b.Len() < 1<<20; i++ {
		b.WriteString(strings.Repeat("`", i%700+1) + " ")
	}
	if len(MarkdownCode(b.String())) == 0 { // a quadratic algorithm would take hours
		t.Error("no code was found")
	}
}

func FuzzMarkdownCode(f *testing.F) {
	for _, seed := range []string{"`a`", "```\n", "~~~\n~~~", "- a\n\n      b", "\\`", "    x\n\ty"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, s := range MarkdownCode(text) {
			if s.Start < at || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("the span %v comes after %d of %d", s, at, len(text))
			}
			at = s.End
		}
	})
}
