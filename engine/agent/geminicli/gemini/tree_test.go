package gemini

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galley/engine/collate"
	"galley/engine/facts"
	"galley/engine/ignore"
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
			// Names that differ only in a soft hyphen collate as equal.
			entries = append(entries, facts.Entry{Name: fmt.Sprintf("%c%s%d", "aAbB"[rng.IntN(4)], strings.Repeat("\u00ad", rng.IntN(3)), rng.IntN(4))})
		}
		shown := func(name string) bool { return !strings.HasSuffix(name, "0") }
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

func TestPictureIsTheTreeAlone(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/r/a", "").File("/r/b/c", "").Dir("/r/empty").Dir("/r/.git")
	ignored := facts.NewMemory().File("/g/.git/HEAD", "x").File("/g/.gitignore", "x\n").File("/g/d/.gitignore", "y\n").File("/g/d/x", "").File("/g/d/y", "").File("/g/d/z", "")
	rules := ignore.NewGemini(ignored, "/g", ignore.Options{})
	for _, c := range []struct {
		about string
		w     facts.World
		dir   string
		o     TreeOptions
		want  string
	}{
		{"all", w, "/r", TreeOptions{}, "/r/\n├───a\n├───.git/...\n├───b/\n│   └───c\n└───empty/"},
		{"other folders closed", w, "/r", TreeOptions{IgnoredFolders: []string{"b"}}, "/r/\n├───a\n├───.git/\n├───b/...\n└───empty/"},
		{"some files", w, "/r", TreeOptions{Include: regexp.MustCompile("^x")}, "/r/\n├───.git/...\n├───b/\n└───empty/"},
		{"one item", w, "/r", TreeOptions{MaxItems: 1}, "/r/\n├───a\n└───..."},
		{"two items", w, "/r", TreeOptions{MaxItems: 2}, "/r/\n├───a\n├───.git/...\n└───..."},
		{"no limit below one", w, "/r", TreeOptions{MaxItems: -1}, "/r/\n├───a\n├───.git/...\n├───b/\n│   └───c\n└───empty/"},
		{"an empty folder", w, "/r/empty", TreeOptions{}, "/r/empty/\n"},
		{"a missing folder", w, "/none", TreeOptions{}, ""},
		{"a missing folder that the agent makes", w, "/none", TreeOptions{Made: true}, "/none/\n"},
		{"a file", w, "/r/a", TreeOptions{}, ""},
		{"rules of folders", ignored, "/g", TreeOptions{Ignore: rules}, "/g/\n├───.gitignore\n├───.git/...\n└───d/\n    ├───.gitignore\n    └───z"},
		{"rules of the folder above", ignored, "/g/d", TreeOptions{Ignore: rules}, "/g/d/\n├───.gitignore\n└───z"},
	} {
		if got := Picture(t.Context(), c.w, c.dir, c.o); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.about, got, c.want)
		}
	}
}

// If the root cannot be read, or a folder in it cannot be listed because of a fault, the agent
// sends an error in place of the tree.
func TestTreeOfAFolderWithAFault(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/r/d/x", "").Throw("/r/d", errors.New("broken disk"))
	for dir, want := range map[string]string{
		"/none": `Error: Could not read directory "/none". Check path and permissions.`,
		"/r":    `Error processing directory "/r": readdir /r/d: broken disk`,
	} {
		if got := Tree(t.Context(), w, dir, TreeOptions{}, marked).String(); got != want {
			t.Errorf("%s\n got %q\nwant %q", dir, got, want)
		}
	}
}

// If the ignore rules of a tree are known, the tree of a recorded world is made only once for each
// set of options. If making it was interrupted, it is made again.
func TestTreesAreKept(t *testing.T) {
	t.Parallel()
	w := facts.NewRecording(facts.NewMemory().File("/r/a", "").File("/r/d/b", ""))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got := Picture(ended, w, "/r", TreeOptions{Known: "k"}); got != "/r/\n" {
		t.Errorf("interrupted: %q", got)
	}
	for range 2 {
		for _, c := range []struct {
			dir  string
			o    TreeOptions
			want string
		}{
			{"/r", TreeOptions{}, "/r/\n├───a\n└───d/\n    └───b"},
			{"/r", TreeOptions{MaxItems: 1}, "/r/\n├───a\n└───..."},
			{"/r", TreeOptions{IgnoredFolders: []string{"d"}}, "/r/\n├───a\n└───d/..."},
			{"/r", TreeOptions{Include: regexp.MustCompile("b")}, "/r/\n└───d/\n    └───b"},
			{"/r/d", TreeOptions{}, "/r/d/\n└───b"},
			{"/none", TreeOptions{}, ""},
			{"/none", TreeOptions{Made: true}, "/none/\n"},
		} {
			c.o.Known = "k"
			if got := Picture(t.Context(), w, c.dir, c.o); got != c.want {
				t.Errorf("%s %+v\n got %q\nwant %q", c.dir, c.o, got, c.want)
			}
		}
	}
}

// A structure is made once for each recorded world, unless its rules are not known or it shows only
// some files. An interrupted one is made again.
func TestAStructureIsMadeOnce(t *testing.T) {
	t.Parallel()
	w := facts.NewRecording(facts.NewMemory().File("/r/a", ""))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		o    TreeOptions
		ctx  context.Context
		once bool
	}{
		"known rules": {TreeOptions{Known: "k"}, t.Context(), true}, "unknown rules": {TreeOptions{}, t.Context(), false},
		"some files": {TreeOptions{Known: "k", Include: regexp.MustCompile("a")}, t.Context(), false}, "interrupted": {TreeOptions{Known: "l"}, ended, false},
	} {
		if first, again := c.o.cached(c.ctx, w, "/r"), c.o.cached(c.ctx, w, "/r"); first.root == nil || (first.root == again.root) != c.once {
			t.Errorf("%s: made once %v", name, !c.once)
		}
	}
}

func TestFoldersAreVisitedBreadthFirst(t *testing.T) {
	t.Parallel()
	root := &Folder{Path: "/", Folders: []*Folder{{Path: "/a", Folders: []*Folder{{Path: "/a/x"}}}, {Path: "/closed", Closed: true}, {Path: "/b"}}}
	var seen []string
	err := BreadthFirst(t.Context(), root, func(f *Folder) (bool, error) {
		seen = append(seen, f.Path)
		return f.Path != "/b", nil
	})
	if got := strings.Join(seen, " "); got != "/ /a /b" || err != nil {
		t.Errorf("visited %s, %v", got, err)
	}
	for part, want := range map[*Folder]bool{
		{}: false, {MoreFiles: true}: true, {MoreFolders: true}: true, {Closed: true}: true, {Folders: []*Folder{{}}}: false, {Folders: []*Folder{{}, {MoreFiles: true}}}: true,
	} {
		if part.Cut() != want {
			t.Errorf("%+v: cut %v", part, !want)
		}
	}
	part := &Folder{Files: []string{"f"}, MoreFiles: true, MoreFolders: true, Folders: []*Folder{{Path: "/p/d", Files: []string{"x"}}}}
	if got := strings.Join(part.Lines(), "\n"); got != "├───f\n├───...\n├───d/\n│   └───x\n└───..." {
		t.Errorf("lines\n%s", got)
	}
}
