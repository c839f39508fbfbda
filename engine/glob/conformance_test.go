package glob_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/conformance"
	"galley/engine/facts"
	"galley/engine/glob"
)

// globRow is one pattern and what each glob dialect finds with it.
type globRow struct {
	Pattern string    `json:"pattern"`
	Bun     globModes `json:"bun_glob_1.3.5"`
	Npm     globModes `json:"npm_glob_13.0.7"`
}

type globModes struct{ Relative, Absolute globAnswer }

// globAnswer is a set of paths relative to the directory, or a failure.
type globAnswer struct {
	Matches []string        `json:"matches"`
	Error   json.RawMessage `json:"error"`
	Raw     []string        `json:"raw_paths_unnormalised"`
}

type globCases struct {
	Files []string          `json:"files"`
	Links map[string]string `json:"links"`
	Rows  []globRow         `json:"rows"`
}

func TestFilesThatThePackagesOfOpenCodeFind(t *testing.T) {
	for _, name := range conformance.List(t, "opencode-glob") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var c globCases
			conformance.DecodeCase(t, data, &c)
			const cwd = "/b/root"
			w := facts.NewMemory().Dir(cwd)
			for _, f := range c.Files {
				w.File(path.Join(cwd, f), "x")
			}
			for from, to := range c.Links {
				w.Link(path.Join(cwd, from), to)
			}
			for i, row := range c.Rows {
				t.Run(fmt.Sprintf("%02d", i), func(t *testing.T) {
					judgeGlob(t, row, w, cwd)
				})
			}
		})
	}
}

func judgeGlob(t *testing.T, row globRow, w facts.World, cwd string) {
	check := func(dialect string, want globAnswer, walk func(*glob.Tree) ([]string, bool)) {
		tree := glob.NewTree(context.Background(), w, glob.DefaultLimits)
		defer tree.Close()
		paths, ok := walk(tree)
		if ok != (want.Error == nil) {
			t.Errorf("%q %s: scan succeeds: %v, want error %s", row.Pattern, dialect, ok, want.Error)
			return
		}
		got := make([]string, len(paths))
		for i, p := range paths {
			got[i] = strings.TrimPrefix(p, cwd+"/")
		}
		slices.Sort(got)
		sorted := slices.Sorted(slices.Values(want.Matches))
		if !slices.Equal(got, sorted) {
			t.Errorf("%q %s\n got %q\nwant %q", row.Pattern, dialect, got, sorted)
		}
	}
	check("bun, relative", row.Bun.Relative, func(tree *glob.Tree) ([]string, bool) {
		return glob.Bun(tree, cwd, row.Pattern, glob.Options{Dot: true, Follow: true})
	})
	check("bun, absolute", row.Bun.Absolute, func(tree *glob.Tree) ([]string, bool) {
		return glob.Bun(tree, cwd, row.Pattern, glob.Options{})
	})
	check("npm, relative", row.Npm.Relative, func(tree *glob.Tree) ([]string, bool) {
		return glob.Npm(tree, cwd, row.Pattern, glob.Options{Dot: true})
	})
	check("npm, absolute", row.Npm.Absolute, func(tree *glob.Tree) ([]string, bool) {
		return glob.Npm(tree, cwd, row.Pattern, glob.Options{})
	})
}
