package token

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	tiktoken "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// forget drops every idle worker with its cache, so that the next count begins with empty caches.
func (p *workers[V]) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = nil
}

// markdown returns generated Markdown of a given size. It uses words of rule files, and no two
// sections are alike.
func markdown(size int) string {
	r := newRandom(5)
	words := strings.Fields(`the of to and a in is for that this with you not are be when must always never file code test build
		project function return error before after each change commit review branch module package interface implementation
		configuration documentation environment variable command directory template prompt assistant model token budget
		refactor maintainable asynchronous idempotent serialization backwards-compatible TypeScript PostgreSQL README.md
		HTTPHandler getUserById snake_case_name don't won't it's e.g. i.e. naïve API JSON YAML CLI`)
	var b strings.Builder
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, "## %d. %s %s\n\n", i, words[r.IntN(len(words))], words[r.IntN(len(words))])
		for range 4 {
			if r.IntN(3) == 0 {
				b.WriteString("- [ ] ")
			}
			for range 8 + r.IntN(16) {
				word := words[r.IntN(len(words))]
				switch r.IntN(24) {
				case 0:
					word = "`" + word + "`"
				case 1:
					word = "**" + word + "**"
				case 2:
					word += fmt.Sprintf("_%x", r.IntN(1<<16))
				}
				b.WriteString(word + [...]string{" ", " ", " ", " ", ", ", ". "}[r.IntN(6)])
			}
			b.WriteString("\n")
		}
		b.WriteString("\n```sh\ngo test ./... -run TestName && git commit -m \"message\"\n```\n\n")
	}
	return b.String()[:size]
}

// code returns Go source of a given size, taken from the standard library.
func code(tb testing.TB, size int) string {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Skip("the go command is not installed")
	}
	names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", "net", "http", "*.go"))
	if err != nil || len(names) == 0 {
		tb.Skip("the source of the standard library is missing")
	}
	var b strings.Builder
	for b.Len() < size {
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				tb.Fatal(err)
			}
			b.Write(text)
		}
	}
	return b.String()[:size]
}

// BenchmarkCount compares this package with the Go package that is used most for counting tokens.
// Cold means that the cache of pieces is empty before each count.
func BenchmarkCount(b *testing.B) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	peer, err := tiktoken.GetEncoding(O200k)
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range []struct{ name, text string }{
		{"markdown-60KB", markdown(60 << 10)},
		{"code-1MB", code(b, 1<<20)},
	} {
		count := func(name string, f func()) {
			b.Run(text.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(text.text)))
				f()
				for b.Loop() {
					f()
				}
			})
		}
		for _, name := range Encodings() {
			t, _ := Encoding(name)
			count(name+"/warm", func() { t.Count(text.text) })
		}
		count(O200k+"/cold", func() { o200k.workers.forget(); o200k.sum(text.text) })
		count(O200k+"/tiktoken-go", func() { peer.EncodeOrdinary(text.text) })
	}
}

// hostile returns texts for which simple merging of pieces takes quadratic time.
func hostile(size int) map[string]string {
	var sums []byte
	for i := 0; len(sums) < size; i++ {
		sum := sha256.Sum256([]byte{byte(i), byte(i >> 8)})
		sums = append(sums, sum[:]...)
	}
	return map[string]string{
		"one letter": strings.Repeat("a", size),
		"blanks":     strings.Repeat(" ", size),
		"base64":     base64.StdEncoding.EncodeToString(sums)[:size],
		"han":        strings.Repeat("的一是不了人我在有他", size/30),
		"line feeds": strings.Repeat("\n", size),
		"equals":     strings.Repeat("=", size),
		"marks":      strings.Repeat("\u0301", size/2),
		"invalid":    strings.Repeat("\xff", size),
	}
}

// BenchmarkHostile counts 200 KB of each of these texts, and of ordinary text for comparison. No
// text should take more than a hundred times as long as ordinary text.
func BenchmarkHostile(b *testing.B) {
	texts := hostile(200 << 10)
	texts["ordinary"] = markdown(200 << 10)
	for _, name := range Encodings() {
		t, _ := Encoding(name)
		t.Load()
		for kind, text := range texts {
			b.Run(name+"/"+strings.ReplaceAll(kind, " ", "-"), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					t.Count(text)
				}
			})
		}
	}
}

// BenchmarkEdit measures typing into the middle of a document of one megabyte. For comparison, it
// also measures a count of the whole document.
func BenchmarkEdit(b *testing.B) {
	for _, text := range []struct{ name, text string }{
		{"markdown", markdown(1 << 20)},
		{"code", code(b, 1<<20)},
	} {
		for _, name := range []string{O200k, Gemma3, ClaudeV4} {
			t, _ := Encoding(name)
			d := NewDocument(t)
			d.Set(text.text)
			b.Run(text.name+"/"+name+"/full", func(b *testing.B) {
				for b.Loop() {
					t.Count(text.text)
				}
			})
			b.Run(text.name+"/"+name+"/edit", func(b *testing.B) {
				b.ReportAllocs()
				r := newRandom(6)
				for b.Loop() {
					at := r.IntN(d.Len())
					d.Edit(at, 0, "x")
					d.Count()
					d.Edit(at, 1, "")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/edit")
			})
			other := text.text[:len(text.text)/2] + "x" + text.text[len(text.text)/2:]
			b.Run(text.name+"/"+name+"/set", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					d.Set(other)
					d.Count()
					d.Set(text.text)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/set")
			})
		}
	}
}

// BenchmarkLoad measures the additional cost of the first count with an encoding.
func BenchmarkLoad(b *testing.B) {
	for name, load := range loads {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				load()
			}
		})
	}
}

// loads are functions that decode a vocabulary each time they are called, and return it.
var loads = map[string]func() any{
	O200k: func() any {
		e := &byteEncoding{name: O200k, packed: o200kPacked}
		e.load()
		return e
	},
	CL100k: func() any {
		e := &byteEncoding{name: CL100k, packed: cl100kPacked}
		e.load()
		return e
	},
}
