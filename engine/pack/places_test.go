package pack

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"galley/engine/facts"
)

// The result of a search does not depend on the order in which a directory lists its entries.
func TestACheckoutIsSearchedInOrder(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/c/a/q/prompt/x.txt", "").File("/c/b/q/prompt/x.txt", "").ReadDirOrder("/c", "b", "a")
	if got := (Import{From: "/c"}).search(w, []string{"prompt/x"}); len(got) != 1 || got["prompt/x"] != "/c/a/q/prompt/x.txt" {
		t.Errorf("found %v", got)
	}
}

// many is a world in which each directory has the given number of text files.
type many struct {
	facts.World
	files int
}

func (m many) ReadDir(string) ([]facts.Entry, error) {
	return slices.Repeat([]facts.Entry{{Name: "a.txt"}}, m.files), nil
}

func TestASearchLooksAtLimitedlyManyNames(t *testing.T) {
	t.Parallel()
	for _, files := range []int{0, 1, searchNames - 1, searchNames, searchNames + 1, 2 * searchNames} {
		if got, want := len(textsBelow(many{files: files}, "/c")), min(files, 50_000); got != want {
			t.Errorf("of %d files %d are found, want %d", files, got, want)
		}
	}
}

// A directory that the import makes has the same mode as any new directory. A temporary file that
// an interrupted import has left in it is removed.
func TestTheDirectoryOfAnImport(t *testing.T) {
	t.Parallel()
	to := t.TempDir()
	i := Import{To: to, Family: "f", Now: time.Now()}
	w := facts.NewMemory().File("/a.txt", "one").File("/b.txt", "two")
	if _, err := i.take(w, "a", "/a.txt"); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(to, "other")
	if err := os.Mkdir(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if got, want := modeOf(t, filepath.Join(to, "f")), modeOf(t, other); got != want {
		t.Errorf("the mode is %v, want %v", got, want)
	}
	old := filepath.Join(to, "f", ".a.txt.galley-0123456789abcdef")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	i.Now = i.Now.Add(24 * time.Hour)
	if _, err := i.take(w, "b", "/b.txt"); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(to, "f"))
	if got := fmt.Sprint(entries, err); got != "[- a.txt - b.txt] <nil>" {
		t.Errorf("the directory has %s", got)
	}
}

func modeOf(t *testing.T, name string) os.FileMode {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func TestADirectoryThatCannotBeMadeFailsTheImport(t *testing.T) {
	t.Parallel()
	to := t.TempDir()
	if err := os.Symlink(filepath.Join(to, "gone"), filepath.Join(to, "f")); err != nil {
		t.Fatal(err)
	}
	one, err := Import{To: to, Family: "f"}.take(facts.NewMemory().File("/a.txt", "one"), "a", "/a.txt")
	if err == nil || strings.ReplaceAll(err.Error(), to, "TO") != "a: mkdir TO/f: file exists" || one != (Imported{}) {
		t.Errorf("%+v, %v", one, err)
	}
}

// The origin of an entry's text is the entry's whole file, from line 1 on.
func TestTheOriginOfAnEntry(t *testing.T) {
	t.Parallel()
	pieces := (*Pack)(nil).Before(ours).Text("yume", "identity").Pieces()
	if o := pieces[0].Origin; o.Line != 1 || o.Span.Start != 0 || o.Span.End != len(pieces[0].Text) || o.Source != "yume/identity" {
		t.Errorf("%+v", o)
	}
}

// The directory that is chosen for a family has the family's files. If it contains a directory
// with the family's name, that directory has them instead. A file with that name does not count.
func TestADirectoryThatHoldsAFileNamedAsItsFamily(t *testing.T) {
	t.Parallel()
	s := &StandIns{fstest.MapFS{"b/a.txt": {}}}
	w := facts.NewMemory().File("/one/b", "").File("/one/zz.txt", "").File("/one/a.txt", "")
	if got := fmt.Sprint(New(w, "", map[string]string{"b": "/one"}).Before(s).Check()); !strings.Contains(got, "/one/zz.txt") || strings.Contains(got, "cannot be read") {
		t.Errorf("problems %s", got)
	}
	if e, ok := (chosen{w, nil}).Entry("b", "a"); ok || e != (Entry{}) {
		t.Errorf("an entry of another family: %+v", e)
	}
	for _, name := range []string{"../one/a", "gone"} {
		if e, ok := (chosen{w, map[string]string{"b": "/one"}}).Entry("b", name); ok || e != (Entry{}) {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

//go:embed pack.go
var sources embed.FS

func TestAWrongDirectoryOfStandInsIsAMistakeInTheProgram(t *testing.T) {
	t.Parallel()
	if got, err := Embedded(sources, ".").files.Open("pack.go"); got == nil || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	defer func() {
		if err := recover(); err == nil {
			t.Error("a path out of the directory is accepted")
		}
	}()
	Embedded(sources, "../pack")
}
