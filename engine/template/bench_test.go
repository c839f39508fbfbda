package template

import (
	"fmt"
	"strings"
	"testing"
	gotemplate "text/template"

	"galley/engine/source"
)

// page returns the same document in galley's language and in that of text/template. It has about
// size bytes and the given number of tags. A third of the tags are values; the rest are blocks
// with or without an alternative.
func page(size, tags int) (ours, theirs string) {
	words := "You read the file before you change it, and you run its tests after. "
	var a, b strings.Builder
	both := func(s string) { a.WriteString(s); b.WriteString(s) }
	for n, i := 0, 0; n < tags; i++ {
		for target := size / tags * n; a.Len() < target; {
			both(words)
			if i++; i%3 == 0 {
				both("\n")
			}
		}
		switch n % 9 {
		case 0, 1, 2:
			a.WriteString("[prompt:cwd]")
			b.WriteString("{{.cwd}}")
			n++
		case 3:
			a.WriteString("[if git:branch]on [git:branch][else]no repository[endif]\n")
			b.WriteString("{{if .branch}}on {{.branch}}{{else}}no repository{{end}}\n")
			n += 4
		default:
			a.WriteString("[if file:none.md]nothing[endif]\n")
			b.WriteString("{{if .none}}nothing{{end}}\n")
			n += 2
		}
	}
	return a.String(), b.String()
}

// BenchmarkParseAndRender compares parsing and rendering with the standard library, for the same
// document and the same result.
func BenchmarkParseAndRender(b *testing.B) {
	ours, theirs := page(100<<10, 500)
	values := vars("prompt:cwd=/home/me/src/app", "git:branch=main", "file:none.md")
	data := map[string]any{"cwd": "/home/me/src/app", "branch": "main", "none": ""}
	var want strings.Builder
	if err := gotemplate.Must(gotemplate.New("").Parse(theirs)).Execute(&want, data); err != nil {
		b.Fatal(err)
	}
	if got := render(ours, values); got != want.String() {
		b.Fatal("the two documents differ")
	}
	b.Run("galley", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(ours)))
		for b.Loop() {
			if Render(Parse(ours), values, Options{}).String() == "" {
				b.Fatal("empty")
			}
		}
	})
	b.Run("text-template", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(theirs)))
		for b.Loop() {
			var out strings.Builder
			t, err := gotemplate.New("").Parse(theirs)
			if err != nil {
				b.Fatal(err)
			}
			if err := t.Execute(&out, data); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkMegabyte measures the cost of one key in a template of one megabyte.
func BenchmarkMegabyte(b *testing.B) {
	values := vars("prompt:cwd=/home/me/src/app", "git:branch=main", "file:none.md")
	for _, tags := range []int{50, 5000} {
		text, _ := page(1<<20, tags)
		var tree *Tree
		var out source.Text
		step := func(name string, do func()) {
			b.Run(fmt.Sprintf("%d-tags/%s", tags, name), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					do()
				}
			})
		}
		step("parse", func() { tree = Parse(text) })
		step("render", func() { out = Render(tree, values, Options{}) })
		step("check", func() { Check(tree, values, out) })
		step("all", func() {
			tree = Parse(text)
			Check(tree, values, Render(tree, values, Options{}))
		})
	}
}
