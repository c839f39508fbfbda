package ignore

import (
	"strings"
	"testing"
)

// git takes ! and ^ literally if they are at the end of a class. literalClasses moves them there
// from the beginning.
func TestClassesAreRewritten(t *testing.T) {
	for pattern, want := range map[string]string{
		"": "", "a*": "a*", "[ab]": "[ab]", "[!ab]": "[ab!]", "x[^a]y": "x[a^]y", "[!a][^b]": "[a!][b^]", "[!]": "[!]", "[!]]": "[!]]", "[!a": "[!a", "[": "[", "[!": "[!",
		`\[!a]`: `\[!a]`, `\\[!a]`: `\\[a!]`, `a\`: `a\`, `\`: `\`, "[!abc]d[^e]": "[abc!]d[e^]", `[!a]\[!b]`: `[a!]\[!b]`,
	} {
		if got := literalClasses(pattern); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
	for _, c := range []struct{ patterns, dir, want string }{
		{"a /b c/ d/e !f !/g / !", "", "a /b c/ d/e !f !/g"},
		{"a /b c/ d/e !f !/g !h/ /i/ / !", "x/y", "/x/y/**/a /x/y/b /x/y/c/ /x/y/d/e !/x/y/**/f !/x/y/g !/x/y/h/ /x/y/i/"},
	} {
		if got := strings.Join(nested(strings.Fields(c.patterns), c.dir), " "); got != c.want {
			t.Errorf("in %q: %s, want %s", c.dir, got, c.want)
		}
	}
}

// Which entries of a tree are ignored under each set of options.
func TestWhatIsHidden(t *testing.T) {
	files := map[string]string{
		".git/HEAD": "x", ".git/info/exclude": "excluded\n# no\n\n/rooted\n  \tblank\n",
		".gitignore": "one\n  two\nthree  \n!excluded2\nlogs/\n/top\n", ".geminiignore": "gem\n  both  \n!one\n", ".custom": "cus\n!gem\n", ".custom2": "!cus\nlast\n",
		"a/.gitignore": "inner\n/near\ndeep/\n!one\n", "up/.gitignore": "..\n", "self/.gitignore": "self\n/self\n", "self/x": "", "b/c/.gitignore": "c\n*\n", "logs/x": "", "a/deep/x": "",
	}
	names := strings.Fields(".git/ .git/HEAD excluded rooted blank one two three gem both cus last top a/ a/one a/inner a/near a/far/near a/deep/ a/far/deep/ a/deep/x a/top logs/ logs/x x/logs/ logs self/ self/x up/ up/x up up/y/ b/ b/c/ b/c/x b/inner other")
	for _, c := range []struct {
		name    string
		options Options
		git     bool
		want    string
	}{
		{"all", Options{}, true, ".git/ .git/HEAD excluded rooted blank two three gem both top a/inner a/near a/deep/ a/deep/x logs/ logs/x x/logs/ up/ up/x up/y/ b/c/x"},
		{"without a repository", Options{}, false, "gem both"},
		{"without git", Options{NoGit: true}, true, "gem both"},
		{"without its own file", Options{NoGemini: true}, true, ".git/ .git/HEAD excluded rooted blank one two three top a/inner a/near a/deep/ a/deep/x logs/ logs/x x/logs/ up/ up/x up/y/ b/c/x"},
		{"with custom files", Options{Custom: []string{".custom", ".custom2"}}, true, ".git/ .git/HEAD excluded rooted blank two three both cus last top a/inner a/near a/deep/ a/deep/x logs/ logs/x x/logs/ up/ up/x up/y/ b/c/x"},
		{"bare directories", Options{BareDirectories: true}, true, ".git/ .git/HEAD excluded rooted blank two three gem both top a/inner a/near a/deep/x logs/x b/c/x"},
	} {
		in := map[string]string{}
		for name, text := range files {
			if c.git || !strings.HasPrefix(name, ".git/") {
				in[name] = text
			}
		}
		g := NewGemini(project(in), "/r", c.options)
		var got []string
		for _, name := range names {
			if path, dir := strings.CutSuffix(name, "/"); g.Ignored("/r/"+path, dir) {
				got = append(got, name)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: hidden are\n%s\nwant\n%s", c.name, s, c.want)
		}
		for _, name := range []string{"/r", "/", "/q/one", "/rr/one"} {
			if g.Ignored(name, true) {
				t.Errorf("%s: %s is hidden, which is not below the root", c.name, name)
			}
		}
	}
}
