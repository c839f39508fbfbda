package glob

import (
	"strings"
	"testing"
)

// The answers are those of the npm package ignore 7.0.17: f means that the path is ignored as a
// file, d that it is ignored as a directory.
func TestIgnoreAnswersAsThePackage(t *testing.T) {
	for _, c := range []struct{ patterns, path, want string }{
		{"*.log", "a.log", "fd"}, {"[a-c].txt", "b.txt", "fd"},

		{"[^a]x", "bx", "fd"}, {"[^a]x", "ax", ""}, {"[!]x", "!x", ""},
		{"[]x", "x", ""}, {"[-a]x", "-x", "fd"},
		{"[a-]x", "-x", "fd"}, {"[a-c-e]x", "-x", "fd"}, {"[a-c-e]x", "dx", ""},
		{"[a", "[a", ""}, {"a[", "a[", ""}, {"[a-a]x", "ax", "fd"},
		{"[z-ab]x", "bx", "fd"}, {"a[/]b", "a/b", ""},
		{"x\\*", "x*", "fd"}, {"x\\?", "x?", "fd"},
		{"x\\a", "xa", "fd"}, {"x\\\\", "x\\", "fd"}, {"a\\ ", "a ", "fd"},
		{"a \\ ", "a  ", "fd"}, {"a\\\\ ", "a\\", "fd"}, {"  a", "  a", "fd"},
		{"a  b", "a  b", "fd"}, {"a/", "a/b", "fd"}, {"a//b", "a/b", ""},
		{"/a/b", "a/b", "fd"}, {"/a/b", "x/a/b", ""}, {"/**/a", "x/a", "fd"},
		{"**", "a/b", "fd"}, {"**/", "a/b", "fd"}, {"**/", "a", "d"},
		{"a/**/", "a/b/c", "fd"}, {"/**", "a", "fd"},
		{"a**", "ab", "fd"}, {"a**b", "a/b", ""}, {"a**b", "axb", "fd"},
		{"**a", "x/ya", "fd"}, {"a/**b", "a/xb", "fd"}, {"a/**b", "a/x/yb", ""},
		{"a**/b", "ax/b", "fd"}, {"a**/b", "a/x/b", ""}, {"*", ".a", "fd"},
		{".*", ".a", "fd"}, {".*", "a", ""}, {"?", "a", "fd"},
		{"a*b", "a/b", ""}, {"a*/b", "ax/b", "fd"}, {"*/b", "a/b", "fd"},
		{"*/b", "x/a/b", ""}, {"*/", "a", "d"}, {"*/", "a/b", "fd"},
		{"/*", "a", "fd"}, {"/*", "a/b", "fd"}, {"/*/b", "a/b", "fd"},
		{"!a", "a", ""}, {"a\n!a", "a", ""}, {"a\n!a/", "a", "f"},
		{"*\n!*/\n!*.md", "x/y.md", ""}, {"*\n!*/\n!*.md", "y.md", ""}, {"/*\n!/a", "a/b", ""},
		{"/*\n!/a\n/a/*\n!/a/b", "a/b", ""}, {"/*\n!/a\n/a/*\n!/a/b", "a/c", "fd"}, {"a/*\n!a/b", "a/b", ""},
		{"a\n!a/b", "a/b", "fd"}, {"A", "a", "fd"}, {"a", "A", "fd"},
		{"É", "é", "fd"}, {"a.b", "axb", ""}, {"a+", "a+", "fd"},
		{"a+", "aa", ""}, {"(a|b)", "(a|b)", "fd"}, {"{a,b}", "a", ""},
		{"{a,b}", "{a,b}", "fd"}, {"^a", "^a", "fd"}, {"a$", "a$", "fd"},
		{"a|b", "a|b", "fd"}, {"#a", "#a", ""}, {"\\#a", "#a", "fd"},
		{" #a", "#a", ""}, {"\\!a", "!a", "fd"}, {"a#b", "a#b", "fd"},
		{"a!", "a!", "fd"}, {"a/b/", "a/b", "d"}, {"a/b/", "a/b/c", "fd"},
		{"a/b/", "x/a/b/c", ""}, {"b/", "a/b/c", "fd"}, {"x/**/y", "x/y", "fd"},
		{"x/**/y", "x/a/y", "fd"}, {"x/**/y", "x/a/b/y", "fd"}, {"x/**/y", "xa/y", ""},
		{"**/x/y", "a/x/y", "fd"}, {"**/x/y", "x/y", "fd"}, {"**/x/**", "x/y", "fd"},
		{"**/x/**", "a/x/y", "fd"}, {"**/x/**", "x", ""}, {"x/*", "x/y/z", "fd"},
		{"x/**", "x/y/z", "fd"}, {"x/*/z", "x/y/z", "fd"}, {"x/*/z", "x/y/a/z", ""},
		{"*.m?", "a.md", "fd"}, {"*.m?", "a.m", ""}, {"*.md", "a.MD", "fd"},
		{"*.md", ".md", "fd"}, {"*.md", "a.md/b", "fd"}, {"a*", "a", "fd"},
		{"a*", "b/ab/c", "fd"}, {"*a*", "xay", "fd"}, {"a?c", "abc", "fd"},
		{"a?c", "ac", ""}, {"a?c", "a/c", ""}, {"日*", "日本", "fd"},
		{"日?", "日本", "fd"}, {"[日]x", "日x", "fd"}, {"[!日]x", "日x", ""},
		{"[!日]x", "本x", "fd"},
		{"\\", "\\", ""}, {"a\\", "a\\", ""},
		{"./a", "a", ""}, {"../a", "a", ""},
		{"a/./b", "a/b", ""}, {".", "a", ""}, {"", "a", ""},
		{" ", "a", ""}, {"/", "a", ""}, {"//", "a", ""},
		{"[[]x", "[x", "fd"}, {"[a]]", "a]", "fd"},
		{"\\[a]", "[a]", "fd"}, {"\\[a]", "a", ""}, {"[\\a]x", "ax", "fd"},
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
