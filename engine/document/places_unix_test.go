//go:build unix

package document

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/sys/unix"
)

// If the working directory was removed, a relative path names no file.
func TestARelativePathInARemovedDirectory(t *testing.T) {
	state := t.TempDir()
	gone := filepath.Join(t.TempDir(), "gone")
	must(t, os.Mkdir(gone, 0o755))
	file := put(t, state+"/file", "text")
	d := load(t, file)
	t.Chdir(gone)
	must(t, os.Remove(gone))
	r, p := NewRecovery(state), NewPresence(state)
	for name, do := range map[string]func() error{
		"loading":    func() error { _, err := Load("a"); return err },
		"saving as":  func() error { _, _, err := d.SaveAs("a", "text", SaveOptions{}); return err },
		"removing":   func() error { return r.Remove("a") },
		"finding":    func() error { _, err := r.Find("a"); return err },
		"opening":    func() error { _, err := p.Open("a", time.Unix(1, 0)); return err },
		"the others": func() error { _, err := p.Others("a"); return err },
	} {
		if err := do(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if leave, _ := p.Open("a", time.Unix(1, 0)); leave == nil {
		t.Error("what was not opened cannot be left")
	}
	if entries, err := os.ReadDir(state); err != nil || len(entries) != 1 {
		t.Errorf("files remain: %v, %v", entries, err)
	}
}

func TestWhatTheSystemSaysOfAFileAndAProcess(t *testing.T) {
	t.Parallel()
	info, err := fstest.MapFS{"a": {}}.Stat("a")
	must(t, err)
	if n := hardLinks(info); n != 1 || ownedByUs(info) {
		t.Errorf("a file that is not the system's has %d names, ours %v", n, ownedByUs(info))
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	must(t, err)
	if err := keepOwner(f, info); err != nil {
		t.Errorf("the owner of a file that is not the system's: %v", err)
	}
	must(t, f.Close())
	if err := keepOwner(f, info); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("the owner of a closed file: %v", err)
	}
	for mode, want := range map[fs.FileMode]bool{0: true, 0o001: true, 0o555: true, 0o002: false, 0o020: false, 0o200: false, 0o777: false} {
		info, err := fstest.MapFS{"a": {Mode: mode}}.Stat("a")
		must(t, err)
		if got := readOnly(f.Name(), info); got != want {
			t.Errorf("a file of mode %v is read-only: %v", mode, got)
		}
	}
	for pid, want := range map[int]bool{os.Getpid(): true, 0: false, -1: false, -os.Getpid(): false, 1 << 30: false} {
		if got := alive(pid); got != want {
			t.Errorf("process %d is alive: %v", pid, got)
		}
	}
	if start, dead := startOf(1 << 30); start != "" || dead {
		t.Errorf("a process that is missing started at %q, dead %v", start, dead)
	}
}

// A directory cannot be replaced by a file. The attempt leaves no temporary file.
func TestWhatTheSystemRefusesToReplace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.Mkdir(dir+"/d", 0o755))
	info, err := os.Lstat(dir + "/d")
	must(t, err)
	why, err := replace(snapshot{place: resolvedPath{real: dir + "/d"}, exists: true, stat: info}, "text")
	if why != "the system refuses to replace the file" || !errors.Is(err, errKeep) {
		t.Errorf("%q, %v", why, err)
	}
	nothingElse(t, dir, "d")
	if err := removeFile(dir); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a directory with a file is removed: %v", err)
	}
	if err := NewRecovery(dir).Discard(Unsaved{files: []string{dir, dir + "/none"}}); err == nil {
		t.Error("a text that stays was discarded")
	}
	if err := removeFile(dir + "/none"); err != nil {
		t.Errorf("removing what is missing: %v", err)
	}
}

// If the edited path is a link that now leads to another file, the unsaved text is stored only
// under that file.
func TestAKeptTextFollowsItsLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir+"/a", "")
	put(t, dir+"/b", "")
	must(t, os.Symlink("a", dir+"/link"))
	r := NewRecovery(dir)
	must(t, r.Write(Origin{Path: dir + "/link"}, "one", time.Unix(1, 0)))
	must(t, os.Remove(dir+"/link"))
	must(t, os.Symlink("b", dir+"/link"))
	must(t, r.Write(Origin{Path: dir + "/link"}, "two", time.Unix(2, 0)))
	nothingElse(t, r.dir, fileKey(dir+"/b")+"-"+r.self.ID+r.sure.suffix)
	lost := NewRecovery(dir)
	lost.self.ID = "no/such"
	if err := lost.Write(Origin{Path: dir + "/link"}, "three", time.Unix(3, 0)); !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), "cannot be stored: open "+lost.dir+": no such file or directory") {
		t.Errorf("a directory that is missing: %v", err)
	}
	if err := r.Write(Origin{Path: dir + "/link"}, "late", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)); err == nil || !strings.Contains(err.Error(), "year") {
		t.Errorf("a time that cannot be written: %v", err)
	}
}

// If attributes cannot be set on a file, keepAttributes compares them with the wanted ones,
// because the system may already have set them itself.
func TestAttributesThatCannotBeSet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, same, other := put(t, dir+"/old", ""), put(t, dir+"/same", ""), put(t, dir+"/other", "")
	for _, name := range []string{old, same} {
		if err := errors.Join(unix.Setxattr(name, "user.galley", []byte("kept"), 0), unix.Setxattr(name, "user.empty", nil, 0)); err != nil {
			t.Skipf("this file system has no extended attributes: %v", err)
		}
	}
	for _, name := range []string{same, other} {
		f, err := os.Open(name)
		must(t, err)
		must(t, f.Close())
		if err := keepAttributes(f, old); (err == nil) != (name == same) {
			t.Errorf("%s: %v", filepath.Base(name), err)
		}
	}
	f, err := os.OpenFile(other, os.O_RDWR, 0)
	must(t, err)
	defer f.Close()
	must(t, keepAttributes(f, old))
	for name, want := range map[string]string{"user.galley": "kept", "user.empty": ""} {
		if value, err := attribute(other, name); err != nil || string(value) != want {
			t.Errorf("%s is %q, %v", name, value, err)
		}
	}
	if value, err := attribute(other, "user.none"); value != nil || err == nil {
		t.Errorf("an attribute that is missing: %q, %v", value, err)
	}
	if err := keepAttributes(f, dir+"/none"); err != nil {
		t.Errorf("a file that is missing has attributes: %v", err)
	}
}
