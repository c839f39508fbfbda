package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/template"
)

// document returns a template of about size bytes: prose, a tag now and then, and code such as
// xs[1:], in which brackets look like tags.
func document(size int, code string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "%d. Keep functions short – say why, not what; name things for what they mean.\n", i)
		switch i % 40 {
		case 7:
			b.WriteString("[if git:branch]On [git:branch] in [prompt:cwd].[else]No branch.[endif]\n")
		case 21:
			b.WriteString("- [x] done, see [the guide](https://example.com/guide)\n")
		case 33:
			b.WriteString("```go\n" + code + "\n```\n")
		}
	}
	return b.String()
}

// BenchmarkKey measures the work for one key: the text differs from the previous one by a character
// in the middle.
func BenchmarkKey(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
		code  string
	}{
		{"60KB", 60 << 10, "for i := range xs[1] {}"}, {"1MB", 1 << 20, "for i := range xs[1] {}"},
		// a text with more problems than are listed, each with a hint
		{"1MB-problems", 1 << 20, "for i := range xs[1:] {}"},
	} {
		b.Run(size.name, func(b *testing.B) {
			text := document(size.bytes, size.code)
			bench := New(project())
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			middle := len(text) / 2
			for i := 0; b.Loop(); i++ {
				edited := text[:middle] + strings.Repeat("x", i%50+1) + text[middle:]
				if _, err := bench.Render(context.Background(), request(edited)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCold measures the first render of a new workbench.
func BenchmarkCold(b *testing.B) {
	world := project()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(world).Render(context.Background(), request(template.Default)); err != nil {
			b.Fatal(err)
		}
	}
}
