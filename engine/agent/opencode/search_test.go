package opencode_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/glob"
)

// lists records which directories are listed.
type lists struct {
	facts.World
	dirs map[string]int
}

func (l lists) ReadDir(name string) ([]facts.Entry, error) {
	l.dirs[name]++
	return l.World.ReadDir(name)
}

func TestOpencodeSearchesBelowOnlyForPatterns(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/d/sub/deep/x.md", "x").File("/p/opencode.json", `{"instructions":["x.md"]}`)
	for _, version := range strings.Fields(opencodeBoth) {
		l := lists{w, map[string]int{}}
		agenttest.Discover(t, l, "opencode@"+version, "/p/d", discovery.Options{})
		for dir := range l.dirs {
			if dir != "/p" && dir != "/p/d" {
				t.Errorf("%s listed %s", version, dir)
			}
		}
	}
}

func TestOpencodeReportsATruncatedSearch(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/h").File("/d/opencode.json", `{"instructions":["**/*.md"]}`)
	for i := range 50 {
		w.Dir(fmt.Sprintf("/other/%d/x", i))
	}
	trace := agenttest.Discover(t, w, "opencode", "/d", discovery.Options{Limits: glob.Limits{Dirs: 20, Names: 1000}})
	if len(trace.Notes) != 1 || !strings.Contains(trace.Notes[0], "stopped at 20 directories") {
		t.Errorf("notes %q", trace.Notes)
	}
	if got := agenttest.ReasonOf(trace, "**/*.md"); got != "not loaded walk-cut" {
		t.Errorf("the pattern: %q", got)
	}
}

// A disk may hold far more directories than a project. The cost of a discovery must not depend on
// how many lie outside the project.
func TestOpencodeDoesNotSearchTheWholeDisk(t *testing.T) {
	listed := func(version, top string, n int) int {
		t.Helper()
		w := facts.NewMemory().Env("HOME", "/home/u").File("/home/u/d/a.md", "a").
			File("/home/u/d/opencode.json", `{"instructions":["**/*.md","`+top+`/**"]}`)
		for i := range n {
			w.Dir(fmt.Sprintf("/other/%d", i)).Dir(fmt.Sprintf("/home/u/e/%d", i))
		}
		l := lists{w, map[string]int{}}
		trace := agenttest.Discover(t, l, "opencode@"+version, "/home/u/d", discovery.Options{})
		if got := agenttest.ReasonOf(trace, "/home/u/d/a.md"); !strings.HasPrefix(got, "loaded") {
			t.Errorf("the file of the project: %q", got)
		}
		if !slices.ContainsFunc(trace.Notes, func(n string) bool { return strings.Contains(n, "outside the project") }) {
			t.Errorf("the truncated search is not reported: %q", trace.Notes)
		}
		return len(l.dirs)
	}
	for _, version := range strings.Fields(opencodeBoth) {
		for _, top := range []string{"", "/other", "/home/u"} {
			few, many := listed(version, top, discovery.OutsideLimits.Dirs), listed(version, top, 4*discovery.OutsideLimits.Dirs)
			if most := discovery.OutsideLimits.Dirs + 20; few > most || many > most {
				t.Errorf("%s %q: %d and %d directories were listed", version, top, few, many)
			}
		}
	}
}
