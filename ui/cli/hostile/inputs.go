//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// input is an input on which galley is run.
type input struct {
	name string
	// files writes the project's files at n quarters of their full size.
	files  func(p *project, n int)
	args   []string
	env    []string
	stdin  func(n int) io.Reader
	noGit  bool // the project is not a repository, so agents search up to the root of the disk
	screen bool // the workbench is opened on a terminal, and closed after two seconds
	// post returns a request for the service: a route, a line end and a body. If post is set,
	// args start the service.
	post func(n int) string
	exit string // the expected exit statuses, or "" for any
}

// project is a directory in which galley is run on an input, and its home.
type project struct{ dir, home string }

// write writes a file of the project. A name that begins with ~/ is in the home.
func (p *project) write(name, text string) {
	full := filepath.Join(p.dir, name)
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		full = filepath.Join(p.home, rest)
	}
	must(os.MkdirAll(filepath.Dir(full), 0o755))
	must(os.WriteFile(full, []byte(text), 0o644))
}

// repository makes an empty repository in the project, unless it has a .git.
func (p *project) repository() {
	if _, err := os.Lstat(filepath.Join(p.dir, ".git", "HEAD")); err == nil {
		return
	}
	if info, err := os.Lstat(filepath.Join(p.dir, ".git")); err == nil && !info.IsDir() {
		return
	}
	p.write(".git/HEAD", "ref: refs/heads/main\n")
	for _, d := range []string{"objects", "refs"} {
		must(os.MkdirAll(filepath.Join(p.dir, ".git", d), 0o755))
	}
}

// file returns a function that writes one file of an input. The function of returns the file's
// text at n quarters of its full size.
func file(name string, of func(n int) string) func(p *project, n int) {
	return func(p *project, n int) { p.write(name, of(n)) }
}

// several returns a function that writes many files of an input: quarter files for each quarter of
// the full size. The function of returns the name and the text of file number i.
func several(quarter int, of func(i int) (name, text string)) func(p *project, n int) {
	return func(p *project, n int) {
		for i := range n * quarter {
			p.write(of(i))
		}
	}
}

// times returns a function that repeats a text until the result has n quarters of the given
// number of bytes.
func times(text string, bytes int) func(n int) string {
	return func(n int) string { return strings.Repeat(text, n*bytes/4/len(text)) }
}

// numbered returns a text that is repeated with the numbers from 0 on in it.
func numbered(text string, times int) string {
	var b strings.Builder
	for i := range times {
		fmt.Fprintf(&b, text, i)
	}
	return b.String()
}

// half is about half a megabyte, in bytes.
const half = 480_000

func all() []input {
	return slices.Concat(templates(), rules(), settings(), patterns(), states(), commands())
}

func templates() []input {
	big := func(name string, size int, text func(n int) string) func(p *project, n int) {
		return func(p *project, n int) {
			p.write("big.txt", strings.Repeat("some words\n", size/11))
			p.write(name, text(n))
		}
	}
	list := []input{
		{name: "stdin without end", args: []string{"render", "-"}, stdin: func(int) io.Reader { return zeros{} }, exit: "3"},
		{name: "stdin without end, tokens", args: []string{"tokens", "-"}, stdin: func(int) io.Reader { return zeros{} }, exit: "3"},
	}
	for _, command := range []string{"render", "blocks", "vars", "check", "request"} {
		list = append(list,
			input{name: "one file of 4 MB 29,000 times, " + command, files: big("t.md", 4<<20, times("[file:big.txt]", 406_000)), args: []string{command, "t.md"}, exit: "3"})
	}
	small := big("t.md", 300, times("[file:big.txt]", half))
	list = append(list,
		input{name: "one file of 300 bytes 34,000 times", files: small, args: []string{"render", "t.md"}, exit: "0"},
		input{name: "one file of 300 bytes 34,000 times, blocks", files: small, args: []string{"blocks", "t.md"}, exit: "0"},
		input{name: "one file of 4 MB 29,000 times, workbench", files: big(".galley/system-prompt.md", 4<<20, times("[file:big.txt]", 406_000)), screen: true, exit: "0"},
		input{name: "one file of 4 MB 29,000 times, service", files: big("x", 4<<20, func(int) string { return "x" }), args: []string{"serve", "--addr", "127.0.0.1:0"},
			post: func(n int) string { return "/render\n" + `{"template":"` + times("[file:big.txt]", 406_000)(n) + `"}` }},
		input{name: "20,000 files", files: func(p *project, n int) {
			several(5000, func(i int) (string, string) { return fmt.Sprintf("f/%d", i), "x" })(p, n)
			p.write("t.md", numbered("[file:f/%d]", 5000*n))
		}, args: []string{"render", "t.md"}},
		input{name: "a template of unknown tags", files: file("t.md", times("[a:b]", half)), args: []string{"render", "t.md"}},
		input{name: "a template of ifs", files: file("t.md", times("[if git:branch]", half)), args: []string{"render", "t.md"}},
		input{name: "a template of brackets", files: file("t.md", times("[", half)), args: []string{"check", "t.md"}},
		input{name: "a template of near tags", files: file("t.md", times("{{a}} ", half)), args: []string{"check", "t.md"}},
		input{name: "hidden text", files: file("t.md", times("\u200b\U000e0041\u202e", half)), args: []string{"check", "t.md"}},
		input{name: "one long word, tokens", files: file("t.md", times("a", half)), args: []string{"tokens", "t.md"}},
		input{name: "blanks, tokens", files: file("t.md", times(" ", half)), args: []string{"tokens", "t.md"}},
		input{name: "emoji, tokens", files: file("t.md", times("👨‍👩‍👧", half)), args: []string{"tokens", "t.md"}},
		input{name: "combining marks, workbench", files: file(".galley/system-prompt.md", times("\u0301", half)), screen: true, exit: "0"},
		input{name: "a long line, workbench", files: file(".galley/system-prompt.md", times("word ", half)), screen: true, exit: "0"},
		input{name: "a diff of lines that all differ", files: func(p *project, n int) {
			var a, b strings.Builder
			for i := range n * 10_000 {
				fmt.Fprintf(&a, "a%d\n", i)
				fmt.Fprintf(&b, "b%d\n", i)
			}
			p.write("a.md", a.String())
			p.write("old.txt", b.String())
		}, args: []string{"diff", "--against", "old.txt", "a.md"}},
	)
	return list
}

// zeros is an endless stream of bytes with the value zero.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}
