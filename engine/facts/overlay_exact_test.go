package facts

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// failing is a world in which some questions fail. A question is given by a word and a path:
// "readlink /p".
type failing struct {
	World
	errs map[string]error
}

func (f failing) Stat(name string) (Info, error) {
	if err := f.errs["stat "+name]; err != nil {
		return Info{}, err
	}
	return f.World.Stat(name)
}

func (f failing) Lstat(name string) (Info, error) {
	if err := f.errs["lstat "+name]; err != nil {
		return Info{}, err
	}
	return f.World.Lstat(name)
}

func (f failing) Readlink(name string) (string, error) {
	if err := f.errs["readlink "+name]; err != nil {
		return "", err
	}
	return f.World.Readlink(name)
}

func (f failing) RealPath(name string) (string, error) {
	if err := f.errs["realpath "+name]; err != nil {
		return "", err
	}
	return f.World.RealPath(name)
}

func (f failing) ReadFile(name string) (string, error) {
	if err := f.errs["read "+name]; err != nil {
		return "", err
	}
	return f.World.ReadFile(name)
}

func TestWhereANewFileWouldBe(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/f", "x").Link("/p/l", "new/er").Link("/p/abs", "/q/new").Link("/p/chain", "l").Link("/p/d", "/real").Dir("/real").
		Link("/p/none", "/nowhere").Link("/p/self", "self").Link("/p/tofile", "f")
	for path, want := range map[string]string{
		"/p/f": "/p/f", "/p/./f": "/p/f", "/p/a": "/p/a", "/p/a/b/c": "/p/a/b/c", "/top": "/top", "/a/b": "/a/b", "/p/l": "/p/new/er", "/p/abs": "/q/new", "/p/chain": "/p/new/er",
		"/p/d/x": "/real/x", "/p/d/x/y": "/real/x/y", "/p/none/x": "", "/p/self": "", "/p/f/x": "", "/p/tofile/x": "", "/p/tofile": "/p/f",
	} {
		if got := (&Overlay{World: m}).lead(path); got != want {
			t.Errorf("%s leads to %q, want %q", path, got, want)
		}
	}
	boom := errors.New("boom")
	for path, question := range map[string]string{
		"/p/l": "readlink /p/l", "/p/a": "lstat /p/a", "/p/f": "realpath /p/f", "/p/a/b": "realpath /p/a", "/p/b": "stat /p", "/p/c/d": "stat /p", "/real/x/y": "realpath /real/x",
	} {
		o := &Overlay{World: failing{m, map[string]error{question: boom}}}
		if got := o.lead(path); got != "" {
			t.Errorf("although %s fails, %s leads to %q", question, path, got)
		}
	}
	rootless := failing{m, map[string]error{"realpath /": fs.ErrNotExist, "lstat /": fs.ErrNotExist}}
	if got := (&Overlay{World: rootless}).lead("/top"); got != "" {
		t.Errorf("without a root, a path leads to %q", got)
	}
	// As many as forty links are followed, as on disk.
	chain := NewMemory()
	for i := range 40 {
		chain.Link(fmt.Sprintf("/%d", i), fmt.Sprintf("/%d", i+1))
	}
	if got := (&Overlay{World: chain}).lead("/1"); got != "/40" {
		t.Errorf("39 links lead to %q", got)
	}
	if got := (&Overlay{World: chain}).lead("/0"); got != "" {
		t.Errorf("40 links lead to %q", got)
	}
}

func TestFilesOfAnOverlayAreDescribed(t *testing.T) {
	t.Parallel()
	m := overlaidDisk()
	o := NewOverlay(m, DefaultFileCap, []Unsaved{{"/p/AGENTS.md", "new text\n"}, {"/p/.claude/rules/go.md", "rule"}, {"/p/later.md", "late"}})
	old, err := m.Stat("/p/AGENTS.md")
	must(t, err)
	now := m.Now()
	for name, want := range map[string]Info{
		"/p/AGENTS.md":           {"AGENTS.md", 9, 0o644, now, old.Device, old.Inode},
		"/p/CLAUDE.md":           {"CLAUDE.md", 9, 0o644, now, old.Device, old.Inode},
		"/p/.claude/rules/go.md": {"go.md", 4, 0o644, now, 0, 0},
		"/p/.claude/rules":       {"rules", 0, fs.ModeDir | 0o755, now, 0, 0},
		"/p/.claude":             {".claude", 0, fs.ModeDir | 0o755, now, 0, 0},
		"/p/dangling.md":         {"dangling.md", 4, 0o644, now, 0, 0},
	} {
		if got, err := o.Stat(name); got != want || err != nil {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, want)
		}
	}
	if BudgetOf(NewOverlay(NewBudget(DefaultLimits).World(m), 0, nil)) == nil {
		t.Error("the budget below is not found")
	}
	for path, want := range map[string]string{
		"/p": ".claude/ AGENTS.md CLAUDE.md@ dangling.md@ empty/ later.md linked@ other.md sub/", "/p/.claude": "rules/", "/p/.claude/rules": "go.md", "/p/sub": "CLAUDE.md",
	} {
		entries, err := o.ReadDir(path)
		var got []string
		for _, e := range entries {
			got = append(got, e.Name+map[fs.FileMode]string{fs.ModeDir: "/", fs.ModeSymlink: "@"}[e.Type])
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
	// A new name is inserted before the first name that sorts after it, in whatever order the disk
	// lists the names.
	m.ReadDirOrder("/p", "sub", "other.md")
	entries, err := o.ReadDir("/p")
	if err != nil || !slices.Equal([]Entry{entries[0], entries[1], entries[2]}, []Entry{{".claude", fs.ModeDir}, {"later.md", 0}, {"sub", fs.ModeDir}}) {
		t.Errorf("in the disk's order: %v, %v", entries, err)
	}
}

func TestErrorsOfAnOverlayNameTheQuestion(t *testing.T) {
	t.Parallel()
	o := NewOverlay(overlaidDisk(), 3, []Unsaved{{"/p/AGENTS.md", "long"}, {"/p/new/a.md", "fits"}, {"/p/other.md", "abc"}})
	for want, got := range map[string]error{
		"read /p/AGENTS.md: larger than the file cap": second(o.ReadFile("/p/AGENTS.md")),
		"readlink /p/new/a.md: invalid argument":      second(o.Readlink("/p/new/a.md")),
		"readlink /p/new: invalid argument":           second(o.Readlink("/p/new")),
		"readdir /p/new/a.md: not a directory":        second(o.ReadDir("/p/new/a.md")),
		"read /p/new: not a regular file":             second(o.ReadFile("/p/new")),
		"open /none: file does not exist":             second(o.ReadDir("/none")),
		"stat /p/new/b.md: file does not exist":       second(o.Stat("/p/new/b.md")),
		"readlink /p/new/b.md: file does not exist":   second(o.Readlink("/p/new/b.md")),
		"realpath /p/new/b.md: file does not exist":   second(o.RealPath("/p/new/b.md")),
		"readdir /p/other.md: not a directory":        second(o.ReadDir("/p/other.md")),
		"readlink /p/AGENTS.md: invalid argument":     second(o.Readlink("/p/AGENTS.md")),
	} {
		if got == nil || got.Error() != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
	if text, err := o.ReadFile("/p/other.md"); text != "abc" || err != nil {
		t.Errorf("a text that fits: %q, %v", text, err)
	}
	for limit, want := range map[int]string{-1: "", 0: "", 3: "lon", 5: "long"} {
		if head, err := o.ReadHead("/p/AGENTS.md", limit); head != want || err != nil {
			t.Errorf("ReadHead %d: %q, %v", limit, head, err)
		}
	}
	if head, err := o.ReadHead("/p/new", 3); head != "" || err == nil {
		t.Errorf("ReadHead of a new folder: %q, %v", head, err)
	}
	for name, want := range map[string]string{"/p/new": "/p/new", "/p/new/a.md": "/p/new/a.md", "/p/linked": "/p/sub"} {
		if real, err := o.RealPath(name); real != want || err != nil {
			t.Errorf("RealPath %s: %s, %v", name, real, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// An unsaved text replaces a file that cannot be read, but not one whose Stat fails.
func TestAnOverlayOfAnUnreadableFile(t *testing.T) {
	t.Parallel()
	m := overlaidDisk().Throw("/p/AGENTS.md", nil)
	if text, err := NewOverlay(m, 9, []Unsaved{{"/p/AGENTS.md", "text"}}).ReadFile("/p/AGENTS.md"); text != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	// A question about a folder or a link does not make the overlay look up its texts.
	idle := NewOverlay(overlaidDisk(), 9, []Unsaved{{"/p/other.md", "text"}})
	_, statErr := idle.Stat("/p")
	_, linkErr := idle.Lstat("/p/CLAUDE.md")
	if statErr != nil || linkErr != nil || idle.made != nil {
		t.Errorf("looking at a folder and a link: %v, %v, %v", statErr, linkErr, idle.made)
	}
	boom := errors.New("boom")
	o := NewOverlay(failing{overlaidDisk(), map[string]error{"stat /p/other.md": boom}}, 9, []Unsaved{{"/p/other.md", "text"}})
	if text, err := o.ReadFile("/p/other.md"); text != "other\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if o.files() != nil || o.Used() != nil {
		t.Errorf("it is known: %v", o.files())
	}
	if text, err := NewOverlay(overlaidDisk(), 9, nil).ReadFile("/p/other.md"); text != "other\n" || err != nil {
		t.Errorf("without texts: %q, %v", text, err)
	}
}
