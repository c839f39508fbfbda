package glob

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

// recordedGlob is a pattern and the files that a package found with it. The second list, which is
// there only if it differs, also has hidden names.
type recordedGlob struct {
	pattern string
	found   []string
}

// recordedGlobs reads what a package found in the files of a world.
func recordedGlobs(t *testing.T, name string) (w *facts.Memory, rows []recordedGlob) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	w = facts.NewMemory().Link("/p/l", "d")
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		files, isFiles := strings.CutPrefix(line, "files ")
		found, isFound := strings.CutPrefix(line, "  ")
		switch {
		case strings.HasPrefix(line, "# "):
		case isFiles:
			for name := range strings.FieldsSeq(files) {
				w.File("/p/"+name, "")
			}
		case isFound:
			rows[len(rows)-1].found = append(rows[len(rows)-1].found, found)
		default:
			rows = append(rows, recordedGlob{pattern: line})
		}
	}
	if len(rows) < 100 {
		t.Fatalf("only %d patterns were read", len(rows))
	}
	return w, rows
}

// compare compares the files that the function find finds with those of a row. If more is true,
// find must include hidden names.
func (r recordedGlob) compare(t *testing.T, w facts.World, find func(tree *Tree, more bool) ([]string, bool)) {
	t.Helper()
	for i, want := range []string{r.found[0], r.found[len(r.found)-1]} {
		tree := NewTree(context.Background(), w, DefaultLimits)
		paths, ok := find(tree, i == 1)
		tree.Close()
		for i := range paths {
			paths[i] = strings.TrimPrefix(paths[i], "/p/")
		}
		slices.Sort(paths)
		got := "-"
		if !ok {
			got = "!"
		} else if len(paths) > 0 {
			got = strings.Join(paths, " ")
		}
		if got != want {
			t.Errorf("%s, hidden names %v:\n got %s\nwant %s", r.pattern, i == 1, got, want)
		}
	}
}

// Npm finds the same files with each pattern as npm's package glob.
func TestNpmFindsWhatThePackageFinds(t *testing.T) {
	w, rows := recordedGlobs(t, "npm.txt")
	for _, r := range rows {
		r.compare(t, w, func(tree *Tree, more bool) ([]string, bool) { return Npm(tree, "/p", r.pattern, Options{Dot: more}) })
	}
}

// Bun finds the same files with each pattern as Bun.Glob.
func TestBunFindsWhatTheRuntimeFinds(t *testing.T) {
	w, rows := recordedGlobs(t, "bun.txt")
	w.Link("/p/k.md", "a.md")
	for _, r := range rows {
		r.compare(t, w, func(tree *Tree, more bool) ([]string, bool) {
			return Bun(tree, "/p", r.pattern, Options{Dot: more, Follow: more})
		})
	}
}
