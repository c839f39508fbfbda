package glob

import (
	"os"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

// Every pattern finds what npm's glob found in the same files.
func TestNpmFindsWhatThePackageFinds(t *testing.T) {
	data, err := os.ReadFile("testdata/npm.txt")
	if err != nil {
		t.Fatal(err)
	}
	w := facts.NewMemory()
	type row struct {
		pattern string
		found   []string // without hidden names, and with them if the result differs
	}
	var rows []row
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		files, isFiles := strings.CutPrefix(line, "files ")
		found, isFound := strings.CutPrefix(line, "  ")
		switch {
		case strings.HasPrefix(line, "#"):
		case isFiles:
			for name := range strings.FieldsSeq(files) {
				w.File("/p/"+name, "")
			}
			w.Link("/p/l", "d")
		case isFound:
			rows[len(rows)-1].found = append(rows[len(rows)-1].found, found)
		default:
			rows = append(rows, row{pattern: line})
		}
	}
	if len(rows) < 100 {
		t.Fatalf("only %d patterns were read", len(rows))
	}
	for _, r := range rows {
		for i, want := range []string{r.found[0], r.found[len(r.found)-1]} {
			paths := walk(t, w, func(tree *Tree) ([]string, bool) { return Npm(tree, "/p", r.pattern, Options{Dot: i == 1}) })
			for i := range paths {
				paths[i] = strings.TrimPrefix(paths[i], "/p/")
			}
			slices.Sort(paths)
			got := "-"
			if len(paths) > 0 {
				got = strings.Join(paths, " ")
			}
			if got != want {
				t.Errorf("%s, hidden names %v:\n got %s\nwant %s", r.pattern, i == 1, got, want)
			}
		}
	}
}
