package facts

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The same tree and paths are tested in a world in memory and on a real disk. Both must give the
// same answers.
var (
	treeFiles = [][2]string{
		{"AGENTS.md", "rules"}, {"sub/deep/x.md", "x"}, {"locked/in.md", "secret"}, {"unreadable.md", "secret"},
	}
	treeLinks = [][2]string{
		{"rel", "AGENTS.md"}, {"abs", "$ROOT/rel"}, {"dir", "sub/deep"}, {"dangling", "nowhere"},
		{"loop", "loop2"}, {"loop2", "loop"}, {"to-unreadable", "unreadable.md"}, {"up", "sub/../AGENTS.md"},
	}
	treeModes = map[string]fs.FileMode{"locked": 0o600, "unreadable.md": 0}

	pathTests = []struct {
		path string // relative to the root
		want string
		err  error
	}{
		{"/AGENTS.md", "rules", nil},
		{"//./sub/../AGENTS.md", "rules", nil},
		{"/rel", "rules", nil},
		{"/abs", "rules", nil},
		{"/up", "rules", nil},
		{"/dir/x.md", "x", nil},
		{"/dir/../deep/x.md", "x", nil}, // the .. is that of the link's target
		{"/dir/../AGENTS.md", "", fs.ErrNotExist},
		{"/dangling", "", fs.ErrNotExist},
		{"/loop", "", ErrLoop},
		{"/nothing/../AGENTS.md", "", fs.ErrNotExist},
		{"/AGENTS.md/x", "", ErrNotDir},
		{"/AGENTS.md/x", "", fs.ErrNotExist},
		{"/AGENTS.md/", "", ErrNotDir},
		{"/sub", "", ErrNotRegular},
		{"/AGENTS.md\x00", "", fs.ErrInvalid},
		{"/locked/in.md", "", fs.ErrPermission},
		{"/unreadable.md", "", fs.ErrPermission},
		{"/to-unreadable", "", fs.ErrPermission},
	}
)

func TestPathsInMemory(t *testing.T) {
	m := NewMemory()
	for _, f := range treeFiles {
		m.File("/p/"+f[0], f[1])
	}
	for _, l := range treeLinks {
		m.Link("/p/"+l[0], strings.ReplaceAll(l[1], "$ROOT", "/p"))
	}
	for name, mode := range treeModes {
		m.Mode("/p/"+name, mode)
	}
	checkPaths(t, m, "/p", false)
}

func TestPathsOnDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and modes differ on Windows")
	}
	root := t.TempDir()
	for _, f := range treeFiles {
		name := filepath.Join(root, f[0])
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(f[1]), 0o644))
	}
	for _, l := range treeLinks {
		must(t, os.Symlink(strings.ReplaceAll(l[1], "$ROOT", root), filepath.Join(root, l[0])))
	}
	for name, mode := range treeModes {
		must(t, os.Chmod(filepath.Join(root, name), mode))
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, "locked"), 0o700) })
	checkPaths(t, NewLive(), root, os.Getuid() == 0)
}

func checkPaths(t *testing.T, w World, root string, asRoot bool) {
	for _, tt := range pathTests {
		t.Run(strings.ReplaceAll(tt.path, "\x00", "NUL"), func(t *testing.T) {
			if asRoot && tt.err == fs.ErrPermission {
				t.Skip("running as root, who can read everything")
			}
			got, err := w.ReadFile(root + tt.path)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("ReadFile = %q, %v; want %q, %v", got, err, tt.want, tt.err)
			}
			if err != nil && !strings.Contains(err.Error(), root+tt.path) {
				t.Errorf("the error does not name the path: %v", err)
			}
			if tt.err == nil {
				if _, err := w.Stat(root + tt.path); err != nil {
					t.Errorf("Stat: %v", err)
				}
			}
			real, err := w.RealPath(root + tt.path)
			if tt.err != nil && tt.err != ErrNotRegular && tt.err != fs.ErrPermission && !errors.Is(err, tt.err) {
				t.Errorf("RealPath = %q, %v; want %v", real, err, tt.err)
			}
		})
	}
	if _, err := w.ReadFile("relative.md"); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a relative path: %v", err)
	}
	if _, err := w.ReadDir(root + "/AGENTS.md"); !errors.Is(err, ErrNotDir) || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("listing a file: %v", err)
	}
	if target, err := w.Readlink(root + "/rel"); target != "AGENTS.md" || err != nil {
		t.Errorf("Readlink = %q, %v", target, err)
	}
	if i, err := w.Lstat(root + "/rel"); !i.IsLink() || err != nil {
		t.Errorf("Lstat = %+v, %v", i, err)
	}
	st, err := w.Stat(root + "/rel")
	if st.Name != "rel" || st.Size != 5 || !st.IsRegular() || err != nil {
		t.Errorf("Stat = %+v, %v", st, err)
	}
	if direct, _ := w.Stat(root + "/AGENTS.md"); direct.Inode != st.Inode || direct.Inode == 0 {
		t.Error("a file and a link to it are not recognised as one")
	}
	if real, err := w.RealPath(root + "/dir/x.md"); !strings.HasSuffix(real, "/sub/deep/x.md") || err != nil {
		t.Errorf("RealPath = %q, %v", real, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestUpEndsAtEveryRoot(t *testing.T) {
	for dir, want := range map[string]string{
		"/": "/", "/a/b": "/a/b /a /", "/a//b/./c/..": "/a/b /a /", "C:/": "C:/", "C:": "C:/", "c:/p/q": "c:/p/q c:/p c:/",
		"//server/share": "//server/share", "//server/share/p/q/": "//server/share/p/q //server/share/p //server/share",
		"///a": "/a /", "a/b": "a/b a .", "": ".",
	} {
		var got []string
		for at := range Up(dir) {
			if got = append(got, at); len(got) > 10 {
				t.Fatalf("%q: the climb does not end: %q", dir, got)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Up(%q) = %q, want %q", dir, got, want)
		}
	}
}

func TestPathsOfWindowsKeepTheirVolume(t *testing.T) {
	for _, c := range [][2]string{
		{Join("C:/", "p", "../../q"), "C:/q"}, {Join("C:", "p"), "C:/p"}, {Join("//s/h", "..", "p"), "//s/h/p"}, {Join("/a", "//b/c"), "/a/b/c"},
		{Join("", "C:/p"), "C:/p"}, {Join("p", "C:/q"), "p/C:/q"}, {Dir("C:/p"), "C:/"}, {Dir("C:/"), "C:/"}, {Dir("//s/h/p/q"), "//s/h/p"},
		{Dir("//s/h"), "//s/h"}, {Clean("C:/p/./q/"), "C:/p/q"}, {Clean("//s/h/../.."), "//s/h"}, {Base("C:/"), "/"}, {Base("C:/p"), "p"},
		{Root("C:/p/q"), "C:/"}, {Root("//s/h/p"), "//s/h"}, {Root("/p"), "/"}, {Resolve("/p", `C:\x`), `/p/C:\x`}, {Resolve("/p", "//a/b"), "/a/b"},
		{Resolve("C:/p", `D:\x\..\y`), "D:/y"}, {Resolve("C:/p", `\x`), "C:/x"}, {Resolve("C:/p", `..\x`), "C:/x"},
		{Resolve("C:/p", `\\s\h\x`), "//s/h/x"}, {Resolve("//s/h/p", "/x"), "//s/h/x"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
	for _, tt := range []struct {
		name, dir string
		want      bool
	}{{"C:/p", "C:/", true}, {"D:/p", "C:/", false}, {"//s/h/p", "//s/h", true}, {"//s/h2", "//s/h", false}, {"/p", "/", true}, {"/pq", "/p", false}} {
		if Within(tt.name, tt.dir) != tt.want {
			t.Errorf("Within(%q, %q) is not %v", tt.name, tt.dir, tt.want)
		}
	}
}

func TestNearestTakesTheFirstNameOfTheNearestDirectory(t *testing.T) {
	w := NewMemory().File("/a/.git/HEAD", "x").File("/a/b/two", "x").File("/a/b/one", "x").Dir("/a/b/c")
	if at, marker, found := Nearest(w, "/a/b/c", "one", "two"); at != "/a/b" || marker != "/a/b/one" || !found {
		t.Errorf("%q %q %v", at, marker, found)
	}
	if at, marker, found := Nearest(w, "/a/b/c", ".git"); at != "/a" || marker != "/a/.git" || !found {
		t.Errorf("%q %q %v", at, marker, found)
	}
	if at, marker, found := Nearest(w, "/a/b/c", "nowhere"); at != "" || marker != "" || found {
		t.Errorf("%q %q %v", at, marker, found)
	}
}

func TestVariablesHoldPathsAsTheSystemSpellsThem(t *testing.T) {
	unix := NewMemory().Env("HOME", "//h/u").Env("ODD", `C:\x`)
	windows := NewMemory().SetPlatform("win32").Env("USERPROFILE", `C:\Users\u`).Env("ODD", `\\s\h\x`)
	for _, c := range [][2]string{
		{Home(unix), "/h/u"}, {EnvPath(unix, "ODD"), `C:\x`}, {Home(windows), "C:/Users/u"}, {EnvPath(windows, "ODD"), "//s/h/x"}, {EnvPath(unix, "NONE"), ""},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}

func TestMemoryOfWindows(t *testing.T) {
	m := NewMemory().SetPlatform("win32").FoldCase().File("C:/P/Agents.md", "one").File("//s/h/x.md", "two").Link("C:/l", "C:/P")
	m.File("C:/p/AGENTS.MD", "again")
	for name, want := range map[string]string{"c:/p/agents.md": "again", "C:/l/AGENTS.md": "again", "//s/h/../../x.md": "two", "C:/../P/Agents.md": "again"} {
		if got, err := m.ReadFile(name); got != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for name, want := range map[string]string{"C:/L/agents.MD": "C:/P/Agents.md", "C:/": "C:/", "//S/h": "//s/h", "//s/h/x.md": "//s/h/x.md"} {
		if got, err := m.RealPath(name); got != want || err != nil {
			t.Errorf("RealPath(%s) = %q, %v", name, got, err)
		}
	}
}
