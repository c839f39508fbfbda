package source

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// A cut in UTF-16 units never splits a surrogate pair. It returns one unit less and says so.
func TestCutUTF16NeverSplitsAPair(t *testing.T) {
	for _, c := range []struct {
		text  string
		most  int
		want  string
		split bool
	}{
		{"abc", 2, "ab", false},
		{"a😀b", 1, "a", false},
		{"a😀b", 2, "a", true},
		{"a😀b", 3, "a😀", false},
		{"a\U00010000b", 2, "a", true},
		{"a\U00010000b", 3, "a\U00010000", false},
		{"a\uFFFFb", 2, "a\uFFFF", false},
		{"日本", 1, "日", false},
		{"ab", 9, "ab", false},
		{"😀", 0, "", false},
	} {
		got, split := Literal(c.text).CutUTF16(c.most)
		if got.String() != c.want || split != c.split {
			t.Errorf("%q at %d: %q, split %v; want %q, %v", c.text, c.most, got, split, c.want, c.split)
		}
		if n := len(utf16.Encode([]rune(got.String()))); n > c.most {
			t.Errorf("%q at %d has %d units", c.text, c.most, n)
		}
	}
}

// Every operation keeps the origin of each byte that stays: a piece from a file still matches the
// bytes of that file.
func TestOperationsKeepTheOriginOfEachByte(t *testing.T) {
	const file = "\n\n\n\none\ntwo  \n\n\n\nthree\n\n"
	whole := Of(file, Origin{Kind: File, Source: "f", Span: Span{0, len(file)}, Line: 1, Tag: NoSpan})
	space := func(r rune) bool { return strings.ContainsRune(" \n", r) }
	for name, got := range map[string]Text{
		"slice":    whole.Slice(4, 9),
		"trim":     whole.TrimFunc(space),
		"collapse": whole.CollapseBlank(2),
		"replace":  whole.Replace("two", Literal("2")),
		"bytes":    whole.CutBytes(7),
		"join":     Join(Literal("-"), whole.Slice(0, 5), whole.Slice(8, 12)),
	} {
		s := got.String()
		for i := range len(s) {
			o, ok := got.OriginAt(i)
			if !ok {
				t.Fatalf("%s: byte %d has no origin", name, i)
			}
			if o.Kind == Structure {
				continue
			}
			if file[o.Span.Start] != s[i] {
				t.Errorf("%s: byte %d is %q, its origin says %q", name, i, s[i], file[o.Span.Start])
			}
			if want := LineOf(file, o.Span.Start); o.Line != want {
				t.Errorf("%s: byte %d is of line %d, its origin says %d", name, i, want, o.Line)
			}
		}
	}
	for name, c := range map[string]struct{ got, want string }{
		"trim":     {whole.TrimFunc(space).String(), strings.Trim(file, " \n")},
		"collapse": {whole.CollapseBlank(2).String(), "\n\none\ntwo  \n\nthree\n\n"},
		"replace":  {whole.Replace("two", Literal("2")).String(), strings.Replace(file, "two", "2", 1)},
		"nothing":  {whole.Replace("", Literal("2")).String(), file},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
}
