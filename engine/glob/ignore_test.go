package glob

import (
	"strings"
	"testing"
)

func TestIgnore(t *testing.T) {
	for _, c := range []struct{ patterns, path, want string }{ // want has f if the path is ignored as a file, and d if it is ignored as a directory
		{"*.log", "a.log", "fd"},
		{"*.log", "x/a.LOG", "fd"},
		{"*.log\n!keep.log", "x/keep.log", ""},
		{"!keep.log\n*.log", "keep.log", "fd"},
		{"/build/", "build", "d"},
		{"/build/", "sub/build", ""},
		{"build/", "sub/build", "d"},
		{"build/", "sub/build/o", "fd"},
		{"build/\n!build/o", "build/o", "fd"}, // nothing below an ignored directory can be included again
		{"a/b", "a/b", "fd"},
		{"a/b", "x/a/b", ""},
		{"**/a", "x/y/a", "fd"},
		{"**/a", "a", "fd"},
		{"a/**/b", "a/b", "fd"},
		{"a/**/b", "a/x/y/b", "fd"},
		{"a/**", "a", ""},
		{"a/**", "a/x/y", "fd"},
		{"a/*", "a/x", "fd"},
		{"a/*", "a/x/y", "fd"}, // because the directory a/x is ignored
		{"foo*", "foobar", "fd"},
		{"*", "anything", "fd"},
		{"f?o", "fao", "fd"},
		{"f?o", "f/o", ""},
		{"[a-c].txt", "b.txt", "fd"},
		{"[!a-c].txt", "b.txt", ""},
		{"[!a-c].txt", "d.txt", "fd"},
		{"[z-a].txt", "b.txt", ""},
		{"[b-b].txt", "b.txt", "fd"},
		{"[!b-b].txt", "b.txt", ""},
		{"[ab", "[ab", ""},
		{"# comment", "# comment", ""},
		{`\#x`, "#x", "fd"},
		{`\!x`, "!x", "fd"},
		{"x  \t\r", "x", "fd"},
		{`x\ `, "x ", "fd"},
		{`x\`, `x\`, ""},
		{"/", "x", ""},
		{"\uFEFF*.tmp", "a.tmp", "fd"},
		{"Ünder", "ünder", "fd"},
		{"a.b", "aXb", ""},
	} {
		var g Ignore
		g.Add(strings.Split(c.patterns, "\n")...)
		got := ""
		if g.Ignores(c.path, false) {
			got += "f"
		}
		if g.Ignores(c.path, true) {
			got += "d"
		}
		if got != c.want {
			t.Errorf("%q on %q: %q, want %q", c.patterns, c.path, got, c.want)
		}
	}
}

func FuzzIgnore(f *testing.F) {
	for _, p := range []string{"*.log", "a/**/b/", "[!a-z]*", `\#`, "[[", "**", "!**/", "?\\"} {
		f.Add(p, "a/b.log")
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		var g Ignore
		g.Add(pattern)
		if len(g.rules) == 1 && g.rules[0].name == "" && g.rules[0].suffix == "" && g.rules[0].exact == "" && g.rules[0].whole == nil {
			t.Errorf("%q did not compile", pattern)
		}
		g.Ignores(path, false)
	})
}
