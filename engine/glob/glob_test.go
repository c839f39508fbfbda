package glob

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

// counting counts how often each directory is listed.
type counting struct {
	facts.World
	lists map[string]int
}

func (c *counting) ReadDir(name string) ([]facts.Entry, error) {
	c.lists[name]++
	return c.World.ReadDir(name)
}

func walk(t *testing.T, w facts.World, f func(*Tree) ([]string, bool)) []string {
	t.Helper()
	tree := NewTree(context.Background(), w, DefaultLimits)
	defer tree.Close()
	paths, ok := f(tree)
	if !ok {
		t.Fatal("the scan failed")
	}
	return paths
}

func TestBunOrder(t *testing.T) {
	w := facts.NewMemory().File("/p/z.md", "").File("/p/a.md", "").File("/p/d/1.md", "").File("/p/e/2.md", "").
		ReadDirOrder("/p", "d", "z.md", "e", "a.md")
	got := walk(t, w, func(tree *Tree) ([]string, bool) { return Bun(tree, "/p", "**/*.md", Options{}) })
	want := []string{"/p/z.md", "/p/a.md", "/p/e/2.md", "/p/d/1.md"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNpmOrder(t *testing.T) {
	w := facts.NewMemory().File("/p/z.md", "").File("/p/a.md", "").File("/p/m.md", "").
		ReadDirOrder("/p", "m.md", "z.md", "a.md")
	got := walk(t, w, func(tree *Tree) ([]string, bool) { return Npm(tree, "/p", "*.md", Options{}) })
	if want := []string{"/p/a.md", "/p/z.md", "/p/m.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBunFollowsLoopsUntilTheSystemRefuses(t *testing.T) {
	w := facts.NewMemory().File("/p/docs/a.md", "").Link("/p/docs/loop", ".")
	got := walk(t, w, func(tree *Tree) ([]string, bool) {
		return Bun(tree, "/p", "docs/**/*.md", Options{Dot: true, Follow: true})
	})
	if len(got) != 41 {
		t.Errorf("%d copies, want 41: the file and 40 paths through the loop", len(got))
	}
}

func TestManyLoopsAreCutAndTheTreeSaysSo(t *testing.T) {
	w := facts.NewMemory().File("/p/a.md", "")
	for i := range 4 {
		w.Link(fmt.Sprintf("/p/loop%d", i), ".")
	}
	tree := NewTree(context.Background(), w, Limits{Dirs: 1000, Names: 1 << 20})
	defer tree.Close()
	Bun(tree, "/p", "**/*.md", Options{Dot: true, Follow: true})
	if tree.Stopped() != "the search was stopped at 1000 directories" {
		t.Errorf("Stopped = %q", tree.Stopped())
	}
	if got, _ := Npm(tree, "/p", "*.md", Options{}); len(got) != 0 {
		t.Errorf("a stopped search still finds %q", got)
	}
}

func TestADirectoryIsListedOnceForAllPatterns(t *testing.T) {
	w := &counting{World: facts.NewMemory().File("/p/a/b/x.md", "").File("/p/y.md", "").Link("/p/again", "a"), lists: map[string]int{}}
	tree := NewTree(context.Background(), w, DefaultLimits)
	defer tree.Close()
	for _, pattern := range []string{"**/*.md", "a/**", "*/*/*.md", "again/**/x.md"} {
		for _, dir := range []string{"/p/a", "/p", "/"} {
			Bun(tree, dir, pattern, Options{Dot: true, Follow: true})
			Npm(tree, dir, pattern, Options{Dot: true})
		}
	}
	for name, n := range w.lists {
		if n > 1 {
			t.Errorf("%s was listed %d times", name, n)
		}
	}
}

func TestAPlainPatternListsNothing(t *testing.T) {
	w := &counting{World: facts.NewMemory().File("/p/x.md", ""), lists: map[string]int{}}
	tree := NewTree(context.Background(), w, DefaultLimits)
	defer tree.Close()
	bun, _ := Bun(tree, "/p", "x.md", Options{})
	npm, _ := Npm(tree, "/p", "x.md", Options{})
	if len(bun) != 1 || len(npm) != 1 || len(w.lists) != 0 {
		t.Errorf("bun %q, npm %q, listed %v", bun, npm, w.lists)
	}
}

func TestAScanThatFailsGivesNothing(t *testing.T) {
	w := facts.NewMemory().File("/p/a.md", "").File("/p/shut/b.md", "").Mode("/p/shut", 0)
	tree := NewTree(context.Background(), w, DefaultLimits)
	defer tree.Close()
	if got, ok := Bun(tree, "/p", "**/*.md", Options{}); ok || got != nil {
		t.Errorf("Bun: %q, %v; it fails as a whole on a directory that it cannot open", got, ok)
	}
	if got, ok := Npm(tree, "/p", "**/*.md", Options{}); !ok || len(got) != 1 {
		t.Errorf("Npm: %q, %v; it skips the directory", got, ok)
	}
	if _, ok := Npm(tree, "/p", "a-[[:alpha:]].md", Options{}); ok {
		t.Error("Npm: the expression for a dash beside a named class is invalid")
	}
}

func TestFnmatch(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"docs/*.md", "docs/a.md", true},
		{"docs/*.md", "docs/deep/a.md", true},
		{"**/*.md", "a.md", false},
		{"**/*.md", "d/a.md", true},
		{"?.md", "é.md", true},
		{"[!a].md", "b.md", true},
		{"[^a].md", "b.md", false},
		{"[a-c].md", "b.md", true},
		{"[].md", "[].md", true},
		{"[]].md", "].md", true},
		{`\*.md`, `\x.md`, true},
		{"a.md", "A.md", false},
	} {
		if got := fnmatcher(facts.NewMemory(), tt.pattern)(tt.name); got != tt.want {
			t.Errorf("Fnmatch(%q)(%q) = %v", tt.pattern, tt.name, got)
		}
	}
}

// hostile are patterns on which a backtracking matcher or a recursive parser takes exponential time
// or overflows its stack.
var hostile = []string{
	strings.Repeat("*a", 200) + "b",
	strings.Repeat("{a,b}", 60),
	strings.Repeat("{", 5000) + "a,b" + strings.Repeat("}", 5000),
	strings.Repeat("{a,", 3000),
	strings.Repeat("!(", 60) + "a" + strings.Repeat(")", 60),
	strings.Repeat("@(a|", 3000),
	strings.Repeat("+(a|*(", 40) + strings.Repeat("))", 40) + "b",
	strings.Repeat("[", 5000),
	strings.Repeat("**/", 500) + "x",
	strings.Repeat("*/", 500) + "x",
	strings.Repeat("../", 500) + "x",
	strings.Repeat("**/../a/b/", 12),
	"{1..99999999999}", "{00001..99999}{00001..99999}", "{a,{b,{c,{d,}}}}",
	strings.Repeat("?", 70000), "\xff*", "[\xff-\xfe]", "\\",
}

func TestHostilePatternsEndSoon(t *testing.T) {
	w := facts.NewMemory().File("/p/"+strings.Repeat("a", 250), "").File("/p/a/a/a/x", "")
	for i, pattern := range hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) { scan(w, pattern) })
	}
}

func scan(w facts.World, pattern string) {
	tree := NewTree(context.Background(), w, Limits{Dirs: 2000, Names: 20000})
	defer tree.Close()
	Bun(tree, "/p", pattern, Options{Dot: true, Follow: true})
	Bun(tree, "/p", pattern, Options{})
	Npm(tree, "/p", pattern, Options{Dot: true})
	Npm(tree, "/p", pattern, Options{})
	tree.Fnmatch("/p", pattern)("aaaa")
}

func FuzzScan(f *testing.F) {
	for _, s := range append(hostile[12:], "**/*.md", "!(a|b)*", "{a,b/c}.md", "[!a-c]?", "./d/../*.md", "@(a|!(b)|*(c|+(d)))") {
		f.Add(s)
	}
	w := facts.NewMemory().File("/p/a.md", "").File("/p/d/b", "").Link("/p/l", "d").Link("/p/dead", "x").File("/p/.h/c", "")
	f.Fuzz(func(t *testing.T, pattern string) {
		if len(pattern) > 2000 {
			return
		}
		scan(w, pattern)
	})
}

// FuzzSegment compares the two matchers of plain wildcards.
func FuzzSegment(f *testing.F) {
	f.Add("*a?b*", "xaybz")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		for _, r := range pattern + name {
			if r < ' ' || r > '~' || strings.ContainsRune(`/[]{}()!+@\`, r) {
				return
			}
		}
		npm, ok := npmSegment(pattern, true)
		if !ok || len(pattern) > 300 || len(name) > 300 || name == "" {
			return
		}
		got := npm.test == nil && npm.text == name || npm.test != nil && npm.test(name)
		if _, match := bunSegment(pattern); match(name) != got {
			t.Errorf("%q on %q: npm %v, bun %v", pattern, name, got, !got)
		}
	})
}
