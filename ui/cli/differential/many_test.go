//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
)

// digest returns how many files and links a tree has, and a digest of all that is in it.
func digest(t *testing.T, made *tree, temp string) string {
	t.Helper()
	sum, files, links := sha256.New(), 0, 0
	plain := func(s string) string { return strings.ReplaceAll(s, temp, "") }
	err := filepath.WalkDir(made.base, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		text := "a directory"
		switch {
		case e.Type()&os.ModeSymlink != 0:
			links++
			text, err = os.Readlink(path)
		case e.Type().IsRegular():
			files++
			var b []byte
			b, err = os.ReadFile(path)
			text = string(b)
		}
		fmt.Fprintf(sum, "%s\n%s\n", plain(path), plain(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for mark, place := range made.places {
		places = append(places, mark+" "+plain(place))
	}
	slices.Sort(places)
	fmt.Fprintf(sum, "%q %q %q", places, made.dirs, plain(made.cwd))
	return fmt.Sprintf("%d files, %d links, %x", files, links, sum.Sum(nil)[:6])
}

// Rare forms of trees appear only among many trees, so the digests of many trees are recorded.
// -update records them again.
func TestManyTreesAreAsRecorded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	temp := t.TempDir()
	for _, a := range agent.Known().Startable() {
		for n := range 8 {
			made, err := plant(filepath.Join(temp, "tree"), a, 7, n, n%2 == 1)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s %d: %s\n", a.Name, n, digest(t, made, temp))
		}
	}
	const name = "testdata/many.txt"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, got := strings.Split(string(text), "\n"), strings.Split(b.String(), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("line %d is %q, recorded is %q", i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
}
