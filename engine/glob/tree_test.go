package glob

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
)

func TestFilesOfATree(t *testing.T) {
	w := facts.NewMemory().File("/p/b", "").File("/p/d/c", "").File("/p/d/e/f", "").Link("/p/l", "d").File("/p/shut/x", "").Mode("/p/shut", 0).File("/p/z/y", "").ReadDirOrder("/p", "z", "b")
	tree := NewTree(context.Background(), w, DefaultLimits)
	defer tree.Close()
	var got []string
	tree.Files("/p", func(rel string) { got = append(got, rel) })
	tree.Files("/none", func(rel string) { got = append(got, rel) })
	tree.Files("/p/b", func(rel string) { got = append(got, rel) })
	if fmt.Sprint(got) != "[b l d/c d/e/f z/y]" || tree.Stopped() != "" {
		t.Errorf("the files are %s, stopped %q", got, tree.Stopped())
	}
}

func TestWalksEndAtTheirLimits(t *testing.T) {
	w := facts.NewMemory().File("/p/a/1", "").File("/p/b/2", "")
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		name   string
		ctx    context.Context
		limits Limits
		files  string
		why    string
	}{
		{"enough", context.Background(), Limits{Dirs: 3, Names: 4}, "[b/2 a/1]", ""},
		{"too many directories", context.Background(), Limits{Dirs: 2, Names: 4}, "[b/2]", "the search was stopped at 2 directories"},
		{"too many names", context.Background(), Limits{Dirs: 3, Names: 3}, "[b/2]", "the search was stopped at 3 names"},
		{"cancelled", done, Limits{Dirs: 3, Names: 4, Time: time.Hour}, "[]", "the search was stopped after 1h0m0s"},
	} {
		tree := NewTree(tt.ctx, w, tt.limits)
		var files []string
		tree.Files("/p", func(rel string) { files = append(files, rel) })
		if fmt.Sprint(files) != tt.files || tree.Stopped() != tt.why {
			t.Errorf("%s: %s, %q", tt.name, files, tree.Stopped())
		}
		if tree.Close(); tree.ctx.Err() == nil {
			t.Errorf("%s: the tree goes on after its end", tt.name)
		}
	}
}

func TestNarrowTreeHasItsOwnLimits(t *testing.T) {
	w := &counting{World: facts.NewMemory().File("/p/a/1", ""), lists: map[string]int{}}
	wide := NewTree(context.Background(), w, Limits{Dirs: 10, Names: 10, Time: time.Hour})
	narrow := wide.Narrow(Limits{Dirs: 1, Names: 10, Time: 1})
	narrow.Files("/p", func(string) {})
	wide.Files("/p", func(string) {})
	if wide.Stopped() != "" || narrow.Stopped() != "the search was stopped at 1 directories" || w.lists["/p"] != 1 {
		t.Errorf("stopped %q and %q, %v", wide.Stopped(), narrow.Stopped(), w.lists)
	}
	if narrow.Close(); wide.ctx.Err() != nil || narrow.limits.Time != time.Hour {
		t.Error("the end of the narrow tree ends the other")
	}
	if wide.Close(); narrow.ctx.Err() == nil {
		t.Error("the narrow tree goes on after the other's end")
	}
}

func TestWorkOfPatternsIsCharged(t *testing.T) {
	w := facts.NewMemory().File("/p/ab", "").File("/p/b", "")
	spent := func(pattern string, scan func(*Tree)) facts.Amounts {
		budget := facts.NewBudget(facts.DefaultLimits)
		tree := NewTree(context.Background(), budget.World(w), DefaultLimits)
		defer tree.Close()
		scan(tree)
		return budget.Spent()
	}
	for _, tt := range []struct {
		name    string
		charged facts.Amounts
		want    string
	}{
		{"npm, plain", spent("", func(t *Tree) { Npm(t, "/p", "ab", Options{}) }), "0 0"},
		{"npm, braces", spent("", func(t *Tree) { Npm(t, "/p", "{ab,b,c}", Options{}) }), "3 0"},
		{"npm, one in braces", spent("", func(t *Tree) { Npm(t, "/p", "{ab}", Options{}) }), "0 0"},
		{"npm, a class", spent("", func(t *Tree) { Npm(t, "/p", "[ab]", Options{}) }), "0 21"},
		{"bun, plain", spent("", func(t *Tree) { Bun(t, "/p", "ab", Options{}) }), "0 0"},
		{"bun, a class", spent("", func(t *Tree) { Bun(t, "/p", "[ab]", Options{}) }), "0 12"},
		{"bun, two stars", spent("", func(t *Tree) { Bun(t, "/p", "**", Options{}) }), "0 0"},
		{"fnmatch", spent("", func(t *Tree) { t.Fnmatch("/p", "a?b*")("axbcd") }), "0 6"},
		{"fnmatch, too short", spent("", func(t *Tree) { t.Fnmatch("/p", "abc")("ab") }), "0 1"},
	} {
		if got := fmt.Sprintf("%d %d", tt.charged.Expansions, tt.charged.Steps); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestPatternBeyondTheBudgetEndsTheScan(t *testing.T) {
	w := facts.NewMemory().File("/p/ab", "")
	for name, tt := range map[string]struct {
		limits facts.Amounts
		scan   func(*Tree) bool
		why    string
	}{
		"expansions":    {facts.Amounts{Expansions: 1, Steps: 1 << 20, Looks: 99}, func(t *Tree) bool { paths, ok := Npm(t, "/p", "{a,ab}", Options{}); return ok && len(paths) == 0 }, "over the budget of 1 pattern expansions"},
		"the program":   {facts.Amounts{Expansions: 9, Steps: 1, Looks: 99}, func(t *Tree) bool { paths, ok := Npm(t, "/p", "[a]*", Options{}); return ok && len(paths) == 0 }, "over the budget of 1 steps of matching patterns"},
		"Bun's program": {facts.Amounts{Steps: 1, Looks: 99}, func(t *Tree) bool { paths, _ := Bun(t, "/p", "[a]*", Options{}); return len(paths) == 0 }, "over the budget of 1 steps of matching patterns"},
		"fnmatch":       {facts.Amounts{Steps: 1}, func(t *Tree) bool { return !t.Fnmatch("/p", "a*")("ab") }, "over the budget of 1 steps of matching patterns"},
	} {
		tree := NewTree(context.Background(), facts.NewBudget(tt.limits).World(w), DefaultLimits)
		if !tt.scan(tree) || tree.Stopped() != tt.why {
			t.Errorf("%s: stopped %q", name, tree.Stopped())
		}
		if tree.step("/p", 1000); tree.Stopped() != tt.why {
			t.Errorf("%s: a later reason replaces the first: %q", name, tree.Stopped())
		}
		tree.Close()
	}
	tree := NewTree(context.Background(), w, DefaultLimits)
	defer tree.Close()
	for n, want := range map[int]bool{65536: true, 65537: false} {
		if paths, ok := Npm(tree, "/p", strings.Repeat("a", n), Options{}); ok != want || paths != nil {
			t.Errorf("a pattern of %d bytes: %v", n, ok)
		}
	}
	for _, pattern := range []string{"", "/"} {
		if paths, ok := Npm(tree, "/p", pattern, Options{}); paths != nil || !ok {
			t.Errorf("%q: %q, %v", pattern, paths, ok)
		}
		if paths, ok := Bun(tree, "/p", pattern, Options{}); paths != nil || !ok {
			t.Errorf("%q: %q, %v", pattern, paths, ok)
		}
	}
	if _, ok := Bun(tree, "/none", "*", Options{}); ok {
		t.Error("Bun scans a directory that does not exist")
	}
	if paths, ok := Bun(tree, "/none", "/p/*", Options{}); !ok || fmt.Sprint(paths) != "[/p/ab]" {
		t.Errorf("an absolute pattern: %q, %v", paths, ok)
	}
	if paths, ok := Npm(tree, "/none", "/p/*", Options{}); !ok || fmt.Sprint(paths) != "[/p/ab]" {
		t.Errorf("an absolute pattern: %q, %v", paths, ok)
	}
}
