package engine_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each package has one package comment of at least two sentences: its purpose, and how it works or
// why galley does not use a library for it.
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	sentence := regexp.MustCompile(`[\p{L}\p{N}\]\)"\x60]\.(\s|$)`)
	for dir, r := range house(t) {
		var said []string
		for _, f := range r.files {
			if f.Doc != nil {
				said = append(said, f.Doc.Text())
			}
		}
		switch {
		case len(said) != 1:
			t.Errorf("package %q has %d package comments", dir, len(said))
		case len(sentence.FindAllString(said[0], -1)) < 2:
			t.Errorf("the package comment of %q has fewer than two sentences: %s", dir, said[0])
		}
	}
}

func TestTopLevelHoldsWhatTheCardNames(t *testing.T) {
	card := []string{"go.mod", "go.sum", "main.go", "ui", "engine", "themes", "testdata", "README.md"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		// git ignores a binary or a profile that is built in place, and so does this test.
		if strings.HasPrefix(name, ".") || name == module || name == module+".exe" || strings.HasSuffix(name, ".test") || strings.HasSuffix(name, ".prof") {
			continue
		}
		if !slices.Contains(card, name) {
			t.Errorf("%s is not in the list of top-level entries", name)
		}
	}
}

func TestNoFileIsTooLongToRead(t *testing.T) {
	const most = 500
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".go") {
			return
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > most {
			t.Errorf("%s has %d lines: split files with more than %d", name, n, most)
		}
	})
}
