package glob

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

// A stopped tree compiles no patterns. Another tree with the same cache of patterns must still
// find the files.
func TestStoppedTreeLeavesPatternsToOthers(t *testing.T) {
	w := facts.NewMemory().File("/p/a.md", "").File("/p/d/b", "")
	tree := NewTree(context.Background(), w, Limits{Dirs: 1, Names: 10})
	defer tree.Close()
	other := tree.Narrow(Limits{Dirs: 10, Names: 10})
	tree.Files("/p", func(string) {})
	if paths, ok := Bun(tree, "/p", "[ab]*", Options{}); tree.Stopped() == "" || !ok || paths != nil {
		t.Errorf("a stopped tree finds %q", paths)
	}
	if paths, ok := Bun(other, "/p", "[ab]*", Options{}); !ok || fmt.Sprint(paths) != "[/p/a.md]" {
		t.Errorf("the other tree finds %q, %v", paths, ok)
	}
}

func TestScansOfBunThatFail(t *testing.T) {
	w := facts.NewMemory().File("/p/shut/x.md", "").Mode("/p/shut", 0).Link("/p/l", "/out/in").File("/out/sub/x", "").Dir("/out/in").File("/q/d/a", "").Link("/q/l", "d")
	for _, tt := range []struct {
		dir, pattern string
		follow, ok   bool
	}{
		{"/p", "shut/x.md", true, false}, // the file cannot be looked up
		{"/p", "none/x.md", true, true},
		{"/p", "l/../*/x", true, false}, // below the link's target, in a directory that does not exist
		{"/q", "**/*/a", true, false},   // a link, whose handle is closed at the second visit
		{"/q", "**/*/a", false, true},
	} {
		tree := NewTree(context.Background(), w, DefaultLimits)
		if paths, ok := Bun(tree, tt.dir, tt.pattern, Options{Follow: tt.follow}); ok != tt.ok || !ok && paths != nil {
			t.Errorf("%s in %s: %q, %v", tt.pattern, tt.dir, paths, ok)
		}
		tree.Close()
	}
}

// Two stars can lead to the same directory in two ways. The directory is visited once for each
// segment of the pattern.
func TestBunVisitsNoDirectoryTwiceForASegment(t *testing.T) {
	w := facts.NewMemory().File("/p/d/e/x", "")
	for dirs, want := range map[int]string{5: "", 4: "the search was stopped at 4 directories"} {
		tree := NewTree(context.Background(), w, Limits{Dirs: dirs, Names: 100})
		paths, ok := Bun(tree, "/p", "**/*/**/x", Options{})
		if !ok || tree.Stopped() != want || want == "" && fmt.Sprint(paths) != "[/p/d/e/x]" {
			t.Errorf("%d directories: %q, %v, %q", dirs, paths, ok, tree.Stopped())
		}
		tree.Close()
	}
}

func TestEscapesOfABunPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{`*\t`, "a\t", true}, {`*\t`, "at", false}, {`*\n`, "a\n", true}, {`*\r`, "a\r", true}, {`*\b`, "a\b", true}, {`*\a`, "aa", true}, {`*\*`, "a*", true}, {`*\`, "a", false}, {`*\`, `a\`, false}, {`[a\`, "a", false}, {`[a-\`, "a", false}, {`[\t]x`, "\tx", true}, {`[a-\c]x`, "bx", true},
		{`!*\`, "a", true}, {`[]a]x`, "]x", true}, {`[a-]x`, "-x", true}, {`[!-a]x`, "bx", true}, {`[!-a]x`, "-x", false}, {"[^a-c]x", "dx", true}, {"[a-c", "b", false}, {"[", "[", false}, {"[]", "]", false}, {"*é", "é", true}, {"[à-é]x", "èx", true},
		{"{a,b", "a", true}, {"{a,b", "b", false}, {"{a,b}{c,d}", "bc", true}, {"{a,b}{c,d},", "bc", true}, {"{a,b}{c,d},", "bc,", false}, {"{a,b},", "b,", true}, {"{a,[,]}x", ",x", true}, {`{a,\,}x`, ",x", true}, {`{a\,b,c}x`, "a,bx", true}, {"{{{{{{{{{{a,b}}}}}}}}}}", "a", true}, {"{{{{{{{{{{{a,b}}}}}}}}}}}", "a", false},
	} {
		if _, match := bunSegment(c.pattern); match(c.name) != c.want {
			t.Errorf("%q matches %q: %v", c.pattern, c.name, !c.want)
		}
	}
}

func TestWiderOfTwoPatterns(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		dot  bool
		want string
	}{
		{"a/b", "a/b", false, "[a b]"}, {"*", "a", false, "[*]"}, {"a", "*", false, "[*]"}, {"*", ".a", false, "[]"}, {"*", ".a", true, "[*]"}, {".a", "*", false, "[]"}, {"*", "**", false, "[]"}, {"*", "", false, "[]"}, {"*/b", "a/*", false, "[]"}, {"a/*", "*/b", false, "[]"},
		{"*/*", "a/b", false, "[* *]"}, {"a/b", "*/*", false, "[* *]"}, {"*/b", "a/c", false, "[]"}, {"a", "b", false, "[]"}, {"a/b", "a", false, "[]"}, {"a/**", "a/b", false, "[]"}, {"**/a", "**/a", false, "[** a]"}, {"**/a/b", "a/**/b", false, "[** a ** b]"}, {"a/**/b", "**/a/b", false, "[** a ** b]"}, {"**", "a", false, "[]"}, {"*/a", "*/*", false, "[* *]"}, {"a/*", "a/b", false, "[a *]"},
	} {
		if got := fmt.Sprint(npmCovers(splitSlashes(tt.a), splitSlashes(tt.b), tt.dot)); got != tt.want {
			t.Errorf("%s and %s: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
	if got := fmt.Sprint(npmMerge([][]string{{"a"}, {"b"}, {"*"}, {"c"}}, false)); got != "[[*]]" {
		t.Errorf("merged they are %s", got)
	}
}

func TestListsOfIgnoredPatternsAreCombined(t *testing.T) {
	var a, b Ignore
	a.Add("*.log")
	b.Add("!keep.log", "x")
	var c Ignore
	c.Append(a)
	c.Append(b)
	if len(a.rules) != 1 || len(c.rules) != 3 || !a.Ignores("keep.log", false) || c.Ignores("keep.log", false) || !c.Ignores("x", false) {
		t.Error("a list changes with another")
	}
	for _, x := range []struct {
		path             string
		matched, ignored bool
	}{{"a.log", true, true}, {"keep.log", true, false}, {"other", false, false}} {
		if matched, ignored := c.Decide(x.path, false); matched != x.matched || ignored != x.ignored {
			t.Errorf("%s: matched %v, ignored %v", x.path, matched, ignored)
		}
	}
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{{"s", "ſ", false}, {"ſ", "ſ", true}, {"\U00010428", "\U00010400", false}, {"\U00010428", "\U00010428", true}, {"ä*?", "Äbc", true}} {
		var g Ignore
		g.Add(c.pattern)
		if got := g.Ignores(c.path, false); got != c.want {
			t.Errorf("%q ignores %q: %v", c.pattern, c.path, got)
		}
	}
}

// The steps of an ignore list are counted. The work ends when a count is refused.
func TestTheWorkOfAnIgnoreListIsCounted(t *testing.T) {
	path := strings.Repeat("x", 80)
	count := func(patterns, most int) (steps int, g Ignore) {
		g.Work = func(n int) bool { steps += n; return steps <= most }
		for range patterns {
			g.Add("*a*b*c")
		}
		g.Matches(path, false)
		return steps, g
	}
	one, g := count(1, 1<<30)
	// Reading takes 1 step and compiling 1,000 + 600. Comparing takes 1 step and, with three
	// stars, 4 * 11 more.
	if want := 1601 + 1 + 4*11; one != want {
		t.Errorf("%d steps for one pattern, want %d", one, want)
	}
	if n, _ := count(100, 1<<30); n != 100*one-99+100/32 {
		t.Errorf("%d steps for 100 patterns, %d for one", n, one)
	}
	if n, g := count(1000, 10*1601); len(g.rules) != 10 || n > 11*1601+1000 {
		t.Errorf("%d patterns and %d steps after a refusal", len(g.rules), n)
	}
	g.Add("x*x")
	if !g.Matches(path, false) {
		t.Error("the pattern does not match")
	}
	for _, most := range []int{0, 1} { // 0 refuses the whole comparison, 1 the comparison with the expression
		left := most
		g.Work = func(n int) bool { left -= n; return left >= 0 }
		if g.Matches(path, false) {
			t.Errorf("a pattern matches after a refusal at %d", most)
		}
	}
	if Steps("a*b*", strings.Repeat("x", 16)) != 3*3 {
		t.Error("the steps of a pattern with two stars")
	}
}

// unresolved is a world that resolves no path.
type unresolved struct{ facts.World }

func (unresolved) RealPath(string) (string, error) { return "", errors.New("no") }

func TestDirectoryWithoutARealPathIsNotSearched(t *testing.T) {
	tree := NewTree(context.Background(), unresolved{facts.NewMemory().File("/p/a", "")}, DefaultLimits)
	defer tree.Close()
	if _, ok := Bun(tree, "/p", "*", Options{}); ok {
		t.Error("Bun scans it")
	}
	if paths, ok := Npm(tree, "/p", "*", Options{}); !ok || paths != nil {
		t.Errorf("npm finds %q, %v", paths, ok)
	}
}
