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

// One tree and one table of paths, asked of a world in memory and of a real
// disk: what holds on the one must hold on the other.
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
		path string // below the root
		want string
		err  error
	}{
		{"/AGENTS.md", "rules", nil},
		{"//./sub/../AGENTS.md", "rules", nil},
		{"/rel", "rules", nil},
		{"/abs", "rules", nil},
		{"/up", "rules", nil},
		{"/dir/x.md", "x", nil},
		{"/dir/../deep/x.md", "x", nil}, // ".." from where the link leads
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
		t.Skip("links and modes are another matter on Windows")
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
				t.Skip("running as root, who may read everything")
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
		t.Error("a file and the link to it are not seen to be one")
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
