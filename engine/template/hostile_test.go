package template

import (
	"strings"
	"testing"
)

// Each of these texts has a megabyte. If the work grew with the square of the length, a text would
// take minutes. The deeply nested ones would overflow the stack of a recursive parser.
func TestHostileTextIsLinear(t *testing.T) {
	const size = 1 << 20
	fill := func(part string) string { return strings.Repeat(part, size/len(part)) }
	for name, text := range map[string]string{
		"open brackets":                fill("["),
		"open brackets, one close":     fill("[") + "]",
		"open brackets, blanks, close": fill("[")[:size/2] + fill(" ")[:size/2] + "]",
		"keys without an end":          fill("[a:") + "\n]",
		"keys with one end":            fill("[a:") + "]",
		"blocks never closed":          fill("[if a:b]"),
		"blocks on lines":              fill("[if a:b]\n"),
		"deep blocks":                  fill("[if a:b]")[:size/2] + fill("[endif]"),
		"deep blocks not taken":        fill("[if a:]")[:size/2] + fill("x[else]y[endif]"),
		"deep blocks and else":         fill("[if !a:b]")[:size/2] + fill("[else][endif]"),
		"stray ends":                   fill("[endif][else]"),
		"different keys":               fill("[if a:b]") + distinct(size/16),
		"almost tags":                  fill("[If "),
		"almost tags, closed":          fill("[If]"),
		"blanks":                       fill("[ \u3000"),
		"braces":                       fill("{"),
		"braces, one close":            fill("{a") + "}",
		"double braces":                fill("{{x}}"),
		"line ends":                    fill("\n"),
		"carriage returns":             fill("\r"),
		"tags between returns":         fill("\r[a:b]"),
		"line ends around tags":        fill("\n[a:]\n"),
		"unknown types on one line":    fill("é[x:y]"),
	} {
		t.Run(name, func(t *testing.T) {
			tree := Parse(text)
			out := Render(tree, invented{}, Options{})
			for _, p := range Check(tree, invented{}, out) {
				if p.Start.Line == 0 || p.End.Offset > len(text) {
					t.Fatalf("problem %+v", p)
				}
			}
			tree.Uses()
		})
	}
}

// distinct returns n tags with different keys.
func distinct(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("[k:")
		for ; i > 0; i /= 26 {
			b.WriteByte(byte('a' + i%26))
		}
		b.WriteByte(']')
	}
	return b.String()
}
