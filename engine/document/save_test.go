package document

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSaveKeepsMixedLineEnds(t *testing.T) {
	const mixed = "lf\ncrlf\r\ncr\rnone"
	name := put(t, t.TempDir()+"/a.md", mixed)
	d := load(t, name)
	if kind := d.Info().LineEnds.Kind(); kind != Mixed {
		t.Errorf("line ends: %s", kind)
	}
	save(t, d, d.Text())
	if got := get(t, name); got != mixed {
		t.Errorf("saved %q", got)
	}
}

func TestSaveNeverOverwritesAFileThatAnotherProgramMade(t *testing.T) {
	name := t.TempDir() + "/AGENTS.md"
	d := load(t, name)
	if d.Info().Exists || d.Text() != "" {
		t.Fatalf("%+v", d.Info())
	}
	put(t, name, "x\n")
	_, err := d.Save("mine", SaveOptions{})
	var c *ConflictError
	if !errors.As(err, &c) || !errors.Is(err, ErrChanged) || c.Kind != Created || c.Text != "x\n" {
		t.Fatalf("err = %v", err)
	}
	if get(t, name) != "x\n" {
		t.Error("the file was overwritten")
	}
}

func TestSaveAsksAgainAtEveryOutsideChange(t *testing.T) {
	name := put(t, t.TempDir()+"/AGENTS.md", "base")
	d := load(t, name)
	ask := func(text string, o SaveOptions) *ConflictError {
		t.Helper()
		_, err := d.Save(text, o)
		var c *ConflictError
		if !errors.As(err, &c) {
			t.Fatalf("saved without asking: %v", err)
		}
		return c
	}
	put(t, name, "theirs")
	c := ask("mine", SaveOptions{})
	if c.Kind != Changed || c.Text != "theirs" {
		t.Errorf("%+v", c)
	}
	ask("mine", SaveOptions{}) // the user has cancelled and saves again
	put(t, name, "THEIRS")     // a text of the same size
	c2 := ask("mine", SaveOptions{Over: c})
	if c2.Text != "THEIRS" || get(t, name) != "THEIRS" {
		t.Errorf("%+v", c2)
	}
	if _, err := d.Save("mine", SaveOptions{Over: c2}); err != nil || get(t, name) != "mine" {
		t.Errorf("overwriting the version that was shown: %v", err)
	}
	save(t, d, "mine again") // galley's own save is not an outside change
	must(t, os.Remove(name))
	if c := ask("more", SaveOptions{}); c.Kind != Deleted {
		t.Errorf("%+v", c)
	}
	if _, err := d.Save("more", SaveOptions{Force: true}); err != nil || get(t, name) != "more" {
		t.Errorf("forced: %v", err)
	}
}

func TestSaveIsNoConflictWhenTheTextsAgree(t *testing.T) {
	name := put(t, t.TempDir()+"/a.md", "base")
	d := load(t, name)
	put(t, name, "base") // same content, new modification time
	if c, err := d.Outside(); c != nil || err != nil {
		t.Errorf("touched: %v, %v", c, err)
	}
	save(t, d, "next")
	put(t, name, "same edit elsewhere")
	if c, _ := d.Outside(); c == nil || c.Kind != Changed {
		t.Errorf("changed: %v", c)
	}
	save(t, d, "same edit elsewhere")
}

func TestSaveDetectsAChangedLink(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/one.md", "one")
	put(t, dir+"/two.md", "two")
	must(t, os.Symlink("one.md", dir+"/a.md"))
	d := load(t, dir+"/a.md")
	must(t, os.Remove(dir+"/a.md"))
	must(t, os.Symlink("two.md", dir+"/a.md"))
	if _, err := d.Save("mine", SaveOptions{}); !errors.Is(err, ErrChanged) || get(t, dir+"/two.md") != "two" {
		t.Errorf("err = %v", err)
	}
}

func TestSaveMakesTheDirectoriesOfANewFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), ".galley", "deep", "system-prompt.md")
	s := save(t, load(t, name), "text\n")
	if !s.Created || s.InPlace || get(t, name) != "text\n" {
		t.Errorf("%+v", s)
	}
	noLeftovers(t, filepath.Dir(name))
}

func TestSaveGoesThroughLinksToTheRealFile(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/docs/real.md", "old")
	must(t, os.Symlink("docs/real.md", dir+"/middle.md"))
	must(t, os.Symlink("middle.md", dir+"/a.md"))
	must(t, os.Symlink("new/dir/b.md", dir+"/dangling.md"))
	must(t, os.Symlink("dangling.md", dir+"/chain.md"))

	save(t, load(t, dir+"/a.md"), "new")
	save(t, load(t, dir+"/chain.md"), "made")
	for _, link := range []string{"a.md", "middle.md", "dangling.md", "chain.md"} {
		if fi, err := os.Lstat(dir + "/" + link); err != nil || fi.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is not a link any more", link)
		}
	}
	if get(t, dir+"/docs/real.md") != "new" || get(t, dir+"/new/dir/b.md") != "made" {
		t.Error("the real file was not written")
	}
	noLeftovers(t, dir+"/docs")
}

func TestSaveNeverFollowsALinkPlantedAtItsTemporaryName(t *testing.T) {
	dir := t.TempDir()
	victim := put(t, dir+"/bashrc", "precious")
	name := put(t, dir+"/p/a.md", "old")
	planted := dir + "/p/.a.md.galley-guessed"
	must(t, os.Symlink(victim, planted))
	before := tempSuffix
	defer func() { tempSuffix = before }()
	suffixes := []string{"guessed", "other"}
	tempSuffix = func() string {
		s := suffixes[0]
		suffixes = suffixes[1:]
		return s
	}
	save(t, load(t, name), "new")
	if get(t, victim) != "precious" || get(t, name) != "new" {
		t.Error("the link was followed")
	}
	if len(suffixes) != 0 {
		t.Error("the planted name was never used, so the test shows nothing")
	}
}

func TestTemporaryNamesAreRandomAndShort(t *testing.T) {
	if a, b := tempSuffix(), tempSuffix(); a == b || len(a) < 16 {
		t.Errorf("%q, %q", a, b)
	}
	name := put(t, filepath.Join(t.TempDir(), strings.Repeat("n", 255)), "old")
	save(t, load(t, name), "new")
}

func TestSaveDetectsAChangeAtTheLastMoment(t *testing.T) {
	dir := t.TempDir()
	name := put(t, dir+"/a.md", "base")
	seen, err := read(name)
	must(t, err)
	put(t, name, "theirs, just now")
	if _, err := write(seen, "mine"); !errors.Is(err, errOvertaken) {
		t.Errorf("an existing file: %v", err)
	}
	if err := overwrite(seen, "mine"); !errors.Is(err, errOvertaken) {
		t.Errorf("in place: %v", err)
	}
	if _, err := write(snapshot{place: resolvedPath{real: name}}, "mine"); !errors.Is(err, errOvertaken) {
		t.Errorf("a new file: %v", err)
	}
	if get(t, name) != "theirs, just now" {
		t.Error("the file was overwritten")
	}
	noLeftovers(t, dir)
}

func TestSaveReportsWhatItCannotDo(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/file", "")
	d := &Document{path: dir + "/file/x.md"}
	if _, err := d.Save("x", SaveOptions{}); err == nil || !strings.Contains(err.Error(), dir+"/file/x.md") {
		t.Errorf("err = %v", err)
	}
	name := put(t, dir+"/a.md", "x")
	d = load(t, name)
	must(t, os.Remove(name))
	must(t, os.Mkdir(name, 0o755))
	if _, err := d.Save("x", SaveOptions{Force: true}); err == nil {
		t.Error("a directory was overwritten")
	}
}

func TestSaveAsRefusesAnExistingFile(t *testing.T) {
	dir := t.TempDir()
	d := load(t, put(t, dir+"/a.md", utf8BOM+"a"))
	to, _, err := d.SaveAs(dir+"/new/b.md", "b", SaveOptions{})
	must(t, err)
	if get(t, dir+"/new/b.md") != utf8BOM+"b" || to.Text() != "b" || d.Text() != "a" {
		t.Error("the copy is wrong")
	}
	if _, _, err := d.SaveAs(dir+"/new/b.md", "c", SaveOptions{}); !errors.Is(err, ErrChanged) {
		t.Errorf("err = %v", err)
	}
}

// noLeftovers fails the test if a temporary file has remained.
func noLeftovers(t *testing.T, dir string) {
	t.Helper()
	if left, _ := filepath.Glob(dir + "/.*.galley-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// The user does not know the temporary file that galley writes first.
func TestAnErrorOfTheTemporaryFileNamesTheFile(t *testing.T) {
	t.Parallel()
	temp := "/p/.a.md.galley-" + processSuffix([]byte("12345678"))
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "write", Path: temp, Err: fs.ErrInvalid}, "saving /p/a.md: write /p/a.md: invalid argument"},
		{&fs.PathError{Op: "open", Path: "/p/a.md", Err: fs.ErrInvalid}, "saving /p/a.md: open /p/a.md: invalid argument"},
		{fmt.Errorf("%w; and more", &fs.PathError{Op: "write", Path: temp, Err: fs.ErrInvalid}), "saving /p/a.md: write " + temp + ": invalid argument; and more"},
		{errOvertaken, "saving /p/a.md: " + errOvertaken.Error()},
	} {
		if err := saveError("/p/a.md", c.err); err.Error() != c.want || !errors.Is(err, c.err) && !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%v", err)
		}
	}
}
