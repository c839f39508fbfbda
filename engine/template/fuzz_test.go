package template

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/variable"
	"galley/engine/variable/variabletest"
)

// invented gives a key a value, an empty value or no value, depending on the key's length. Random
// templates therefore need no list of values.
type invented struct{}

func (invented) Lookup(key string) variable.Value {
	text := "<" + key + ">\n\n"
	value := &text
	switch len(key) % 4 {
	case 0:
		value = nil
	case 1:
		text = ""
	}
	return variabletest.Fixed(map[string]*string{key: value}).Lookup(key)
}

// seeds are small templates from which the fuzzer derives others.
var seeds = []string{
	"", "[", "]", "[]", "[[a:b]]", Default, "[if a:b]x[else]y[endif]", "[if !a:b] [ else ] [ endif ]",
	"[if a:b][if c:d]x[endif][else]y", "[else][endif][else]", "[if a:b]x[else]y[else]z[endif]",
	"[ \u00a0a:b\ufeff]\u0085[\u0085a:b]", "[a:\nb][a:b\u2028c][\na:b\r\n]", "\xff[a:\xfe]\xe2\x80[if \xe2\x80\xa8a:b]",
	"[If all pass](x) [IF a:b] [if! a:b] [file :x] {{x}} ${X} {env:X} {cwd}", "[9:00-17:00] s[1:3] [text](url) - [x]",
	"a\r\n\r\n\r\n[a:b]\r\r\n\n", "[if a:b]\n[if a:b]\n[endif]\n[if !a:b]\n[endif]\n[endif]\n", "[if:a][iffile:b][if][if ]",
	"[if system:date][else] [endif]{{{x}}}{", "[a:b [c:d]",
}

// laws checks the properties that must hold for any template.
func laws(t *testing.T, text string) {
	tree := Parse(text)
	want, keys := plainRender(text, invented{})
	out := Render(tree, invented{}, Options{Path: "t"})
	if got := out.String(); got != want {
		t.Fatalf("%q\n got %q\nwant %q", text, got, want)
	}
	if !slices.Equal(tree.Keys(), keys) {
		t.Fatalf("%q names %q, want %q", text, tree.Keys(), keys)
	}
	origins(t, text, out)
	again := Render(Parse(text), invented{}, Options{Path: "t"})
	if !slices.Equal(again.Pieces(), out.Pieces()) {
		t.Fatalf("%q renders differently the second time", text)
	}
	problems(t, tree, out)
	Render(tree, invented{}, Options{KeepUnknown: true})
}

// origins checks that every byte of the output has an origin, and that the same byte is at the
// place of the origin.
func origins(t *testing.T, text string, out source.Text) {
	index := source.NewLines(text)
	length, last := 0, 0
	for _, p := range out.Pieces() {
		length += len(p.Text)
		o := p.Origin
		if p.Text == "" || o.Tag.Start < last || o.Tag.Len() <= 0 || o.Tag.End > len(text) {
			t.Fatalf("%q: piece %q with origin %+v", text, p.Text, o)
		}
		last = o.Tag.End
		if o.Kind != source.Template {
			if o.Span.Len() != len(p.Text) {
				t.Fatalf("%q: value %q with span %v", text, p.Text, o.Span)
			}
			continue
		}
		from := text[o.Span.Start:o.Span.End]
		if o.Tag != o.Span || o.Line != index.Line(o.Span.Start) {
			t.Fatalf("%q: literal %q with origin %+v", text, p.Text, o)
		}
		if p.Text != from && (p.Text != "[else]" || plainEnd.ReplaceAllString(from[1:len(from)-1], "") != "else") {
			t.Fatalf("%q: literal %q from %q", text, p.Text, from)
		}
	}
	if length != out.Len() || length != len(out.String()) {
		t.Fatalf("%q: pieces of %d bytes, a text of %d", text, length, len(out.String()))
	}
	if !strings.Contains(text, "[") && out.String() != text {
		t.Fatalf("%q has no brackets but renders to %q", text, out.String())
	}
}

// problems checks that every problem and every fix lies within the template.
func problems(t *testing.T, tree *Tree, out source.Text) {
	index := source.NewLines(tree.Text)
	inside := func(s source.Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= len(tree.Text) }
	for _, p := range Check(tree, invented{}, out) {
		if !inside(p.Span) || p.Message == "" || p.Hint == "" {
			t.Fatalf("%q: problem %+v", tree.Text, p)
		}
		if p.Start != index.Position(p.Span.Start) || p.End != index.Position(p.Span.End) {
			t.Fatalf("%q: %s from %v to %v, want %v to %v", tree.Text, p.Code, p.Start, p.End,
				index.Position(p.Span.Start), index.Position(p.Span.End))
		}
		for _, f := range p.Fixes {
			if !inside(f.Span) || f.Label == "" {
				t.Fatalf("%q: fix %+v", tree.Text, f)
			}
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(laws)
}

// Random combinations of meaningful parts reach more code than random bytes.
func FuzzTemplateParts(f *testing.F) {
	parts := []string{"[if a:b]", "[if !a:b]", "[if c:de]", "[else]", "[ else ]", "[endif]", "[ endif\n]", "[a:b]", "[c:de]",
		"[system:date]", "\n", "\r\n", "\n\n\n", "x", "[", "]", " ", "[If x]", "{cwd}", "[if! a:b]", "\xe2\x80\xa8", ":"}
	f.Add([]byte{0, 7, 3, 8, 5, 10, 5, 4})
	f.Add([]byte{0, 2, 1, 3, 5, 5, 5, 5, 3, 10, 11, 12})
	f.Fuzz(func(t *testing.T, choice []byte) {
		var b strings.Builder
		for _, c := range choice {
			b.WriteString(parts[int(c)%len(parts)])
		}
		laws(t, b.String())
	})
}
