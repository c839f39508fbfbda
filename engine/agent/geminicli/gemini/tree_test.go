package gemini

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"galley/engine/collate"
	"galley/engine/facts"
	"galley/engine/source"
)

// marked returns prose that shows which entry it is.
func marked(entry string, values ...source.Text) source.Text {
	words := []string{entry}
	for _, v := range values {
		words = append(words, v.String())
	}
	return source.Of("{{"+strings.Join(words, " ")+"}}", source.Origin{Kind: source.StandIn, Source: entry, Tag: source.NoSpan})
}

// counting records the directories that are listed.
type counting struct {
	facts.World
	opened []string
}

func (c *counting) ReadDir(dir string) ([]facts.Entry, error) {
	c.opened = append(c.opened, dir)
	return c.World.ReadDir(dir)
}

func TestTreeListsOnlyFoldersThatItShows(t *testing.T) {
	w := facts.NewMemory()
	for d := range 30 {
		for f := range 20 {
			w.File(fmt.Sprintf("/r/d%02d/sub%02d/f.txt", d, f), "")
		}
	}
	c := &counting{World: w}
	text := Tree(context.Background(), c, "/r", TreeOptions{MaxItems: 50}, marked).String()
	// The root's 30 folders leave room for 20 items: only d00 is listed besides the root.
	if want := []string{"/r", "/r/d00"}; !slices.Equal(c.opened, want) {
		t.Errorf("opened %q, want %q", c.opened, want)
	}
	if n := strings.Count(text, "───"); n != 50 {
		t.Errorf("%d lines:\n%s", n, text)
	}
}

func TestTreeOmitsLinksAndShowsUnreadableFoldersAsEmpty(t *testing.T) {
	w := facts.NewMemory()
	w.File("/r/a", "")
	w.File("/r/shut/x", "")
	w.Mode("/r/shut", 0)
	w.Link("/r/l", "a")
	got := Tree(context.Background(), w, "/r", TreeOptions{}, marked).String()
	if want := "Showing up to 200 items (files + folders).\n\n/r/\n├───a\n└───shut/"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestFirstEqualsASortedPrefix(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var entries []facts.Entry
		for range rng.IntN(12) {
			entries = append(entries, facts.Entry{Name: fmt.Sprintf("%c%d", "aAbB"[rng.IntN(4)], rng.IntN(4))})
		}
		shown := func(name string) bool { return name[1] != '0' }
		most := rng.IntN(6)
		got, rest := first(entries, fs.FileMode.IsRegular, most, shown)

		all := slices.Clone(entries)
		slices.SortStableFunc(all, func(a, b facts.Entry) int { return collate.Compare(a.Name, b.Name) })
		var want []string
		wantRest := false
		for _, e := range all {
			if len(want) == most {
				wantRest = true
				break
			}
			if shown(e.Name) {
				want = append(want, e.Name)
			}
		}
		if !slices.Equal(got, want) || rest != wantRest {
			t.Fatalf("%v, %d: %q %v, want %q %v", entries, most, got, rest, want, wantRest)
		}
	}
}
