package opencode_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"galley/engine/agent/opencode"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// counting counts how often directories of a repository are listed.
type counting struct {
	facts.World
	top    string
	listed atomic.Int64
}

// Git answers that the tree is a repository, so that no real repository has to be made.
func (c *counting) Git(context.Context, string, ...string) (facts.GitAnswer, error) {
	return facts.GitAnswer{Stdout: c.top + "\n"}, nil
}

func (c *counting) ReadDir(name string) ([]facts.Entry, error) {
	c.listed.Add(1)
	return c.World.ReadDir(name)
}

// largeTree makes a tree of 10,000 directories and 100,000 files, of which 100 are Markdown.
func largeTree(b *testing.B) string {
	b.Helper()
	top := b.TempDir()
	if real, err := filepath.EvalSymlinks(top); err == nil {
		top = real
	}
	make := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	make(os.Mkdir(filepath.Join(top, ".git"), 0o755))
	for d := range 10_000 {
		dir := filepath.Join(top, fmt.Sprint(d/1000), fmt.Sprint(d/100%10), fmt.Sprint(d/10%10), fmt.Sprint(d%10))
		make(os.MkdirAll(dir, 0o755))
		for f := range 10 {
			ext := ".go"
			if f == 0 && d%100 == 0 {
				ext = ".md"
			}
			make(os.WriteFile(filepath.Join(dir, fmt.Sprint(f)+ext), nil, 0o644))
		}
	}
	return top
}

// A search for a pattern takes about as long as find takes in the same tree and lists each
// directory once. Without a pattern nothing is searched. The benchmark reports its time in relation
// to find's as "find".
func BenchmarkLargeRepository(b *testing.B) {
	top := largeTree(b)
	home := b.TempDir()
	b.Setenv("HOME", home)
	b.Setenv("XDG_CONFIG_HOME", "")
	find, noFind := exec.LookPath("find")
	found := func() time.Duration {
		start := time.Now()
		out, err := exec.Command(find, top, "-name", "*.md").Output()
		if err != nil || len(out) == 0 {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	live := facts.NewLive()
	for _, version := range []string{"1.18.33", "1.1.34"} {
		for _, tt := range []struct {
			name, settings string
			loaded         int
			listed         int64
		}{
			{"pattern", `{"instructions": ["**/*.md"]}`, 100, 11_120},
			{"none", `{"instructions": ["AGENTS.md"]}`, 0, 10},
		} {
			b.Run(version+"/"+tt.name, func(b *testing.B) {
				if tt.name == "pattern" && noFind != nil {
					b.Skip("find is not installed")
				}
				if err := os.WriteFile(filepath.Join(top, "opencode.json"), []byte(tt.settings), 0o644); err != nil {
					b.Fatal(err)
				}
				var theirs, ours time.Duration
				for b.Loop() {
					w := &counting{World: live, top: filepath.ToSlash(top)}
					start := time.Now()
					trace, err := opencode.Discover(b.Context(), w, discovery.Options{Version: version, Cwd: filepath.ToSlash(top)})
					ours += time.Since(start)
					if err != nil || len(trace.Candidates) < tt.loaded || trace.Failure != nil || trace.Notes != nil {
						b.Fatal(err, len(trace.Candidates), trace.Failure, trace.Notes)
					}
					if n := w.listed.Load(); n > tt.listed {
						b.Fatalf("%d directories were listed", n)
					}
					if tt.name == "pattern" {
						b.StopTimer()
						theirs += found()
						b.StartTimer()
					}
				}
				if theirs > 0 {
					b.ReportMetric(float64(ours)/float64(theirs), "find")
				}
			})
		}
	}
}
