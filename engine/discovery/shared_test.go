package discovery

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
)

func TestLineEndsAndCommentsOfATextGo(t *testing.T) {
	for text, want := range map[string]string{"a\r\nb\rc\n": "a\nb\nc\n", "\ufeffa": "a", "\ufeff": "", "a\ufeff\n": "a\ufeff\n", "": ""} {
		if got := NormalLines(source.Literal(text)).String(); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	nested := func(n int) string { return strings.Repeat("<!-", n) + "<!---->" + strings.Repeat("- -->", n) }
	for text, want := range map[string]string{
		"a<!-- x\ny -->b<!---->c": "abc", "a": "a", "a<!-- b": "a b", "<<!---->!-- x -->b": "b", "a--><!--": "a-->", nested(7): "", nested(8): " -->",
	} {
		if got := WithoutComments(source.Literal(text)).String(); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestOnlyTheHeadOfAFileIsLoaded(t *testing.T) {
	for _, tt := range []struct {
		text        string
		lines, most int
		want        string
	}{
		{"a\nb\nc", 2, 0, `"a\nb\n" 4, cut: it uses the first 2 lines`},
		{"a\nb\nc", 3, 0, `"a\nb\nc" 5`},
		{"a\nb\nc", 4, 5, `"a\nb\nc" 5`},
		{"a\nb\n", 2, 0, `"a\nb\n" 4`},
		{"a\nb\n", 3, 0, `"a\nb\n" 4`},
		{"a\nb\nc", 2, 3, `"a\nb" 3, cut: it uses the first 2 lines, and at most 3 bytes`},
		{"a\nb\nc", 2, 4, `"a\nb\n" 4, cut: it uses the first 2 lines, and at most 4 bytes`},
		{"a\nb\nc", 0, 0, `"" 0, cut: it uses the first 0 lines`},
		{"abc", 1, 1, `"a" 1, cut: it uses the first 1 lines, and at most 1 bytes`},
	} {
		c := &Candidate{}
		new(Finder).LoadHead(c, source.Literal(tt.text), tt.lines, tt.most)
		got := fmt.Sprintf("%q %d", c.Text.String(), c.Used)
		if c.Reason != "" {
			got += fmt.Sprintf(", %s: %s", c.Reason, c.Detail)
		}
		if got != tt.want || c.Verdict != Loaded {
			t.Errorf("%d lines and %d bytes of %q: %s, want %s", tt.lines, tt.most, tt.text, got, tt.want)
		}
	}
}

func TestGlobWithoutASlashMayReachIntoDirectories(t *testing.T) {
	for _, tt := range []struct{ file, patterns, want string }{
		{"", "*.go", "on demand, on demand: if *.go"},
		{"/p/x.go", "*.go", "on demand, on demand: *.go covers x.go"},
		{"/p/a/x.go", "*.md *.go", "on demand, not known, not-known: the documentation does not say whether *.go, which has no slash, covers files in subdirectories; **/*.go does"},
		{"/p/a/x.go", "b/*.go", "on demand, not loaded, other-files: b/*.go"},
		{"/p/a/b/x.go", "b/*.go", "on demand, not loaded, other-files: b/*.go"},
		{"/q/x.go", "*.go", "on demand, not loaded, other-files: *.go"},
	} {
		trace := cook(t, kitchen().File("/p/r.md", "R"), Options{File: tt.file}, func(_ context.Context, f *Finder) {
			c := f.At("/p/r.md", "")
			f.ForGlobs(c, "/p", strings.Fields(tt.patterns), "if")
			f.Add(c)
		})
		same(t, tt.file, strings.TrimPrefix(report(trace), "/p/r.md "), tt.want)
	}
}

func TestBodyOfARuleIsLoadedWithoutItsHeader(t *testing.T) {
	text := FileText("/p/r.md", "---\na: b\n---\nBody")
	f := ReadFront(text.String())
	c := (&Candidate{}).LoadBody(text, &f)
	same(t, "body", fmt.Sprintf("%s, %d used: %s", c.Verdict, c.Used, pieces(c.Text)), `loaded, 4 used: "Body" file /p/r.md {13 17} 4`)
}
