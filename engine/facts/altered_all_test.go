package facts

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// alteredDisk returns the project that the tests of altered worlds start from.
func alteredDisk() *Memory {
	return NewMemory().
		File("/p/AGENTS.md", "old").File("/p/sub/a.md", "a").File("/p/sub/b.md", "b").File("/p/deep/er/only.md", "x").
		Link("/p/CLAUDE.md", "AGENTS.md").Link("/p/linked", "sub").Link("/p/dangling.md", "later.md").Link("/q", "/p").
		Dir("/p/empty").File("/z.md", "z")
}

// alteredPaths are the paths that the tests ask about: those that exist before or after a change,
// and some others.
var alteredPaths = []string{
	"/", "/p", "/p/", "/q", "/p/AGENTS.md", "/p/./AGENTS.md", "/q/AGENTS.md", "/p/CLAUDE.md", "/p/dangling.md", "/p/later.md", "/p/AGENTS.md/x",
	"/p/sub", "/p/sub/a.md", "/p/sub/b.md", "/p/sub/c.md", "/p/linked", "/p/linked/a.md", "/p/linked/c.md", "/q/linked/c.md", "/q/sub/c.md",
	"/p/deep", "/p/deep/er", "/p/deep/er/only.md", "/p/empty", "/p/empty/x.md", "/p/new", "/p/new/er", "/p/new/er/file.md", "/q/new/er/file.md", "/q/new",
	"/p/link", "/p/link/a.md", "/p/link/file.md", "/q/link", "/p/chain", "/nowhere", "/z.md", "/top.md",
}

// An altered world answers as the disk would if the same changes were made on it.
func TestAnAlteredWorldAnswersAsTheChangedDisk(t *testing.T) {
	t.Parallel()
	gone := Instead{Gone: true}
	for name, others := range map[string]map[string]Instead{
		"nothing":                          nil,
		"another text":                     {"/p/AGENTS.md": Text("new text")},
		"an empty text":                    {"/p/AGENTS.md": Text("")},
		"a path that is not clean":         {"/p/./sub/../AGENTS.md": Text("new")},
		"a file less":                      {"/p/sub/a.md": gone},
		"all files of a directory":         {"/p/sub/a.md": gone, "/p/sub/b.md": gone},
		"all files of nested directories":  {"/p/deep/er/only.md": gone},
		"a new file":                       {"/p/sub/c.md": Text("c")},
		"a new file at the top":            {"/top.md": Text("top")},
		"new directories":                  {"/p/new/er/file.md": Text("new")},
		"a new file in an empty directory": {"/p/empty/x.md": Text("x")},
		"one file for another":             {"/p/sub/a.md": gone, "/p/sub/b.md": gone, "/p/sub/c.md": Text("c")},
		"a file that was not there":        {"/p/sub/c.md": gone},
		"nothing of an empty directory":    {"/p/empty/x.md": gone},
		"a link for a file":                {"/p/AGENTS.md": {Link: "sub/a.md"}},
		"a file for a link":                {"/p/CLAUDE.md": Text("a file now")},
		"a link less":                      {"/p/CLAUDE.md": gone},
		"the target of a dangling link":    {"/p/later.md": Text("later")},
		"a link as target of a link":       {"/p/later.md": {Link: "AGENTS.md"}},
		"a link to a directory":            {"/p/link": {Link: "sub"}},
		"a link to a new directory":        {"/p/link": {Link: "new/er"}, "/p/new/er/file.md": Text("new")},
		"a link to a link":                 {"/p/link": {Link: "/p/chain"}, "/p/chain": {Link: "sub"}},
		"a link that dangles":              {"/p/link": {Link: "/p/none"}},
	} {
		changed := alteredDisk()
		for _, path := range slices.Sorted(maps.Keys(others)) {
			switch other := others[path]; {
			case other.Gone:
				changed.Remove(path)
				for dir := Dir(path); strings.Count(dir, "/") > 1; dir = Dir(dir) { // git keeps no empty directories
					if entries, err := changed.ReadDir(dir); err == nil && len(entries) == 0 && dir != "/p/empty" {
						changed.Remove(dir)
					}
				}
			case other.Link != "":
				changed.Link(path, other.Link)
			default:
				text, _ := other.Read()
				changed.Remove(path).File(path, text)
			}
		}
		got, want := tellPaths(Altered(alteredDisk(), others), alteredPaths, false), tellPaths(changed, alteredPaths, false)
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: answered %q, not %q", name, got[i], want[i])
			}
		}
	}
}

func TestFilesOfAnAlteredWorldAreIdentified(t *testing.T) {
	t.Parallel()
	disk := alteredDisk()
	w := Altered(disk, map[string]Instead{
		"/p/AGENTS.md": Text("new text"), "/p/b/new.md": Text("n"), "/p/a/new.md": Text("n"), "/p/l": {Link: "AGENTS.md"}, "/p/later.md": Text(""),
	})
	old, err := disk.Stat("/p/AGENTS.md")
	must(t, err)
	epoch := time.Unix(0, 0)
	const device = 1<<64 - 1
	for name, want := range map[string]Info{
		"/p/AGENTS.md":   {"AGENTS.md", 8, 0o644, old.ModTime, old.Device, old.Inode},
		"/p/CLAUDE.md":   {"CLAUDE.md", 8, 0o644, old.ModTime, old.Device, old.Inode},
		"/p/a/new.md":    {"new.md", 1, 0o644, epoch, device, 2},
		"/p/b/new.md":    {"new.md", 1, 0o644, epoch, device, 3},
		"/p/l":           {"l", 8, 0o644, old.ModTime, old.Device, old.Inode},
		"/p/a":           {"a", 0, fs.ModeDir | 0o755, epoch, device, 0},
		"/p/dangling.md": {"dangling.md", 0, 0o644, epoch, device, 5},
	} {
		if got, err := w.Stat(name); err != nil || got != want {
			t.Errorf("%s: got %+v, %v; want %+v", name, got, err, want)
		}
	}
	if got, err := w.Lstat("/p/l"); err != nil || got != (Info{"l", 9, fs.ModeSymlink | 0o777, epoch, device, 4}) {
		t.Errorf("the link itself: %+v, %v", got, err)
	}
	if BudgetOf(Altered(NewBudget(DefaultLimits).World(disk), nil)) == nil {
		t.Error("the budget below is not found")
	}
}

func TestListingsOfAnAlteredWorld(t *testing.T) {
	t.Parallel()
	disk := NewMemory().File("/p/b", "").File("/p/a", "").File("/p/d/x", "").Link("/p/l", "a").Link("/r/to", "/p/d").ReadDirOrder("/p", "d", "b")
	list := func(others map[string]Instead, dir string) string {
		entries, err := Altered(disk, others).ReadDir(dir)
		if err != nil {
			return errorName(err)
		}
		var out []string
		for _, e := range entries {
			out = append(out, e.Name+map[fs.FileMode]string{0: "", fs.ModeDir: "/", fs.ModeSymlink: "@"}[e.Type])
		}
		return strings.Join(out, " ")
	}
	gone := Instead{Gone: true}
	for _, c := range []struct {
		others    map[string]Instead
		dir, want string
	}{
		{nil, "/p", "d/ b a l@"},
		{map[string]Instead{"/q": gone}, "/p", "d/ b a l@"},
		{map[string]Instead{"/p/b": gone}, "/p", "d/ a l@"},
		{map[string]Instead{"/p/d/x": gone}, "/p", "b a l@"},
		{map[string]Instead{"/p/d/y": gone}, "/p", "d/ b a l@"},
		{map[string]Instead{"/p/z": Text(""), "/p/c": {Link: "a"}, "/p/y/x": Text("")}, "/p", "d/ b a l@ c@ y/ z"},
		{map[string]Instead{"/p/b": {Link: "a"}, "/p/l": Text("")}, "/p", "d/ a b@ l"},
		{map[string]Instead{"/p/d/x": gone, "/p/d/y": Text("")}, "/p/d", "y"},
		{map[string]Instead{"/p/n/o/x": Text("")}, "/p/n", "o/"},
		{map[string]Instead{"/p/n/o/x": Text(""), "/p/n/o/y": Text("")}, "/p/n/o", "x y"},
		{map[string]Instead{"/p/b": Text("")}, "/p/b", "not a directory"},
		{map[string]Instead{"/r/to/x": gone}, "/r", "to@"}, // the altered path leads through a link
		{map[string]Instead{"/p/b": gone}, "/p/a", "not a directory"},
	} {
		if got := list(c.others, c.dir); got != c.want {
			t.Errorf("%v: %s is %q, want %q", slices.Sorted(maps.Keys(c.others)), c.dir, got, c.want)
		}
	}
}

func TestErrorsOfAnAlteredWorldNameTheQuestion(t *testing.T) {
	t.Parallel()
	bad := errors.New("no object")
	w := Altered(alteredDisk(), map[string]Instead{
		"/p/AGENTS.md": {Gone: true}, "/p/bad.md": {Read: func() (string, error) { return "", bad }}, "/p/new/x.md": Text("x"), "/p/l": {Link: "l"},
	})
	errOf := func(_ any, err error) string {
		if err == nil {
			return "<nil>"
		}
		return err.Error()
	}
	for want, got := range map[string]string{
		"stat /p/AGENTS.md: file does not exist":     errOf(w.Stat("/p/AGENTS.md")),
		"lstat /p/AGENTS.md: file does not exist":    errOf(w.Lstat("/p/AGENTS.md")),
		"readlink /p/AGENTS.md: file does not exist": errOf(w.Readlink("/p/AGENTS.md")),
		"realpath /p/AGENTS.md: file does not exist": errOf(w.RealPath("/p/AGENTS.md")),
		"readdir /p/AGENTS.md: file does not exist":  errOf(w.ReadDir("/p/AGENTS.md")),
		"read /p/AGENTS.md: file does not exist":     errOf(w.ReadFile("/p/AGENTS.md")),
		"stat /p/l: file does not exist":             errOf(w.Stat("/p/l")),
		"stat /p/bad.md: no object":                  errOf(w.Stat("/p/bad.md")),
		"lstat /p/bad.md: no object":                 errOf(w.Lstat("/p/bad.md")),
		"read /p/bad.md: no object":                  errOf(w.ReadFile("/p/bad.md")),
		"read /p/new: not a regular file":            errOf(w.ReadFile("/p/new")),
		"readlink /p/new: invalid argument":          errOf(w.Readlink("/p/new")),
		"readlink /p/new/x.md: invalid argument":     errOf(w.Readlink("/p/new/x.md")),
		"readdir /p/new/x.md: not a directory":       errOf(w.ReadDir("/p/new/x.md")),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if head, err := w.ReadHead("/p/bad.md", 3); head != "" || !errors.Is(err, bad) {
		t.Errorf("ReadHead: %q, %v", head, err)
	}
	for limit, want := range map[int]string{-1: "", 0: "", 1: "x", 2: "x"} {
		if head, err := w.ReadHead("/p/new/x.md", limit); head != want || err != nil {
			t.Errorf("ReadHead %d: %q, %v", limit, head, err)
		}
	}
	if head, err := w.ReadHead("/p/sub/a.md", 5); head != "a" || err != nil {
		t.Errorf("ReadHead of the world below: %q, %v", head, err)
	}
}
