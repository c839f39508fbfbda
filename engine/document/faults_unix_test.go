//go:build unix

package document

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"galley/engine/facts"
)

// nothingElse checks that a folder has only these files, so that no temporary file remains.
func nothingElse(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %q, want %q", got, names)
	}
}

// atPath returns the state of a file on disk.
func atPath(t *testing.T, name string) snapshot {
	t.Helper()
	s, err := look(name)
	must(t, err)
	return s
}

func TestAFileIsCreatedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := put(t, dir+"/file", "old")
	if err := create(file, "new"); err != errOvertaken || get(t, file) != "old" {
		t.Errorf("onto a file: %v", err)
	}
	if err := create(file+"/below/x", "new"); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("below a file: %v", err)
	}
	if err := create(dir+"/"+strings.Repeat("x", 256), "new"); !errors.Is(err, syscall.ENAMETOOLONG) {
		t.Errorf("a name that is too long: %v", err)
	}
	must(t, create(dir+"/sub/new", "text"))
	nothingElse(t, dir, "file", "sub")
	nothingElse(t, dir+"/sub", "new")
	if get(t, dir+"/sub/new") != "text" {
		t.Error("another text")
	}
}

func TestPutReplacesAFileInOneStep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.MkdirAll(dir+"/folder/full", 0o755))
	if err := Put(dir+"/none/x", "text", 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a missing folder: %v", err)
	}
	if err := Put(dir+"/folder", "text", 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	must(t, Put(dir+"/x", "one", 0o600))
	must(t, Put(dir+"/x", "two", 0o640))
	if get(t, dir+"/x") != "two" || mode(t, dir+"/x") != 0o640 {
		t.Errorf("%q, %v", get(t, dir+"/x"), mode(t, dir+"/x"))
	}
	nothingElse(t, dir, "folder", "x")
	boom := errors.New("boom")
	for _, sync := range []bool{true, false} {
		if temp, err := writeNew(dir+"/y", "text", 0o600, func(*os.File) error { return boom }, sync); temp != "" || err != boom {
			t.Errorf("a step that fails: %q, %v", temp, err)
		}
		// The first step after a file was closed fails: it is the sync, if there is one.
		var failed *fs.PathError
		step := map[bool]string{true: "sync", false: "close"}[sync]
		if _, err := writeNew(dir+"/y", "text", 0o600, (*os.File).Close, sync); !errors.As(err, &failed) || failed.Op != step {
			t.Errorf("a file that is closed early: %v, want the error of %s", err, step)
		}
		temp, err := writeNew(dir+"/y", "text", 0o600, nil, sync)
		if err != nil || filepath.Dir(temp) != dir || !strings.HasPrefix(filepath.Base(temp), ".y.galley-") || get(t, temp) != "text" {
			t.Errorf("%q, %v", temp, err)
		}
		must(t, os.Remove(temp))
	}
	nothingElse(t, dir, "folder", "x")
	long, err := writeTemp(dir+"/"+strings.Repeat("n", 255), "", 0o600, nil)
	if err != nil || !strings.HasPrefix(filepath.Base(long), "."+strings.Repeat("n", 200)+".galley-") {
		t.Errorf("a long name: %q, %v", long, err)
	}
}

func TestAFileThatChangedIsNotReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := put(t, dir+"/f", "old")
	seen := atPath(t, name)
	put(t, name, "changed meanwhile")
	if why, err := replace(seen, "new"); why != "" || err != errOvertaken {
		t.Errorf("replacing: %q, %v", why, err)
	}
	if err := overwrite(seen, "new"); err != errOvertaken {
		t.Errorf("overwriting: %v", err)
	}
	must(t, os.Remove(name))
	if why, err := replace(seen, "new"); why != "" || err != errOvertaken {
		t.Errorf("replacing a removed file: %q, %v", why, err)
	}
	if err := overwrite(seen, "new"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("overwriting a removed file: %v", err)
	}
	nothingElse(t, dir)
	must(t, os.RemoveAll(dir))
	if why, err := replace(seen, "new"); why != "" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("replacing in a removed folder: %q, %v", why, err)
	}
}

// A full disk is reported, as is the fact that the old text cannot be written back either.
func TestAFullDiskIsReported(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		return // other systems have no /dev/full
	}
	info, err := os.Stat("/dev/full")
	must(t, err)
	seen := snapshot{place: resolvedPath{real: "/dev/full"}, exists: true, stat: info}
	if err := overwrite(seen, "new"); !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "put back") {
		t.Errorf("without the old text: %v", err)
	}
	seen.digest, seen.bytes = "known", "old"
	if err := overwrite(seen, "new"); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "; and the old text could not be put back: ") {
		t.Errorf("with the old text: %v", err)
	}
}

func TestSavingWhatCannotBeSaved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := put(t, dir+"/f", "old")
	d := load(t, name)
	if to, saved, err := d.SaveAs(name+"/below", "x", SaveOptions{}); to != nil || saved != (Saved{}) || err == nil || !strings.HasPrefix(err.Error(), "saving "+name+"/below: ") {
		t.Errorf("below a file: %+v, %v", saved, err)
	}
	if to, _, err := d.SaveAs(dir+"/g", "x", SaveOptions{}); err != nil || get(t, dir+"/g") != "x" || to.path != dir+"/g" {
		t.Errorf("to another name: %v", err)
	}
	must(t, os.Remove(name))
	must(t, os.MkdirAll(name+"/full", 0o755))
	for _, o := range []SaveOptions{{}, {Force: true}} {
		if _, err := d.Save("new", o); err == nil || !strings.HasPrefix(err.Error(), "saving "+name+": ") || !strings.Contains(err.Error(), "regular file") {
			t.Errorf("onto a folder, %+v: %v", o, err)
		}
	}
	must(t, os.RemoveAll(name))
	must(t, os.Symlink("f", name))
	if _, err := d.Save("new", SaveOptions{Force: true}); !errors.Is(err, facts.ErrLoop) {
		t.Errorf("onto a link to itself: %v", err)
	}
	must(t, os.Remove(name))
	if saved, err := d.Save("new", SaveOptions{Force: true}); err != nil || !saved.Created || get(t, name) != "new" {
		t.Errorf("a file that was removed: %+v, %v", saved, err)
	}
}

func TestTheStateWithoutTheContent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := put(t, dir+"/f", "text")
	if s, err := unread(name); err != nil || !s.exists || s.stat.Size() != 4 || s.bytes != "" || s.place.real != name {
		t.Errorf("a file: %+v, %v", s, err)
	}
	if s, err := unread(dir + "/none"); err != nil || s.exists || s.place.real != dir+"/none" {
		t.Errorf("no file: %+v, %v", s, err)
	}
	if _, err := unread(dir); err == nil || err.Error() != "not a regular file: only ordinary files can be edited" {
		t.Errorf("a folder: %v", err)
	}
	if _, err := unread(name + "/x"); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("below a file: %v", err)
	}
	if _, err := unread(dir + "/none/../x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("above a missing folder: %v", err)
	}
	must(t, syscall.Mkfifo(dir+"/pipe", 0o600))
	for path, want := range map[string]error{dir: facts.ErrNotRegular, dir + "/pipe": facts.ErrNotRegular, dir + "/none": fs.ErrNotExist} {
		if sum, err := digestFile(path); sum != "" || !errors.Is(err, want) {
			t.Errorf("%s: %q, %v", path, sum, err)
		}
	}
	if sum, err := digestFile(name); err != nil || sum != digest("text") {
		t.Errorf("%s, %v", sum, err)
	}
	must(t, os.Truncate(name, MaxSize+1))
	if _, err := digestFile(name); !errors.Is(err, facts.ErrTooLarge) {
		t.Errorf("a file that is too large: %v", err)
	}
}

// A file is unchanged only if nothing about it differs.
func TestAnUnchangedFileIsTheSameInEveryRespect(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	then := time.Unix(1_000_000_000, 0)
	state := func(name, text string, mode fs.FileMode, at time.Time) fs.FileInfo {
		must(t, os.WriteFile(dir+"/"+name, []byte(text), 0o600))
		must(t, os.Chmod(dir+"/"+name, mode))
		must(t, os.Chtimes(dir+"/"+name, at, at))
		info, err := os.Stat(dir + "/" + name)
		must(t, err)
		return info
	}
	seen := state("f", "text", 0o600, then)
	for _, c := range []struct {
		what string
		now  fs.FileInfo
		want bool
	}{
		{"nothing", state("f", "next", 0o600, then), true},
		{"the size", state("f", "longer", 0o600, then), false},
		{"the time", state("f", "text", 0o600, then.Add(time.Second)), false},
		{"the mode", state("f", "text", 0o640, then), false},
		{"the file", state("g", "text", 0o600, then), false},
		{"all but the file", state("f", "longer", 0o640, then.Add(time.Second)), false},
	} {
		if got := unchanged(seen, c.now); got != c.want {
			t.Errorf("%s differs: unchanged is %v, want %v", c.what, got, c.want)
		}
	}
}

func TestConflictsAreDescribed(t *testing.T) {
	t.Parallel()
	name := put(t, t.TempDir()+"/f", "\ufefftext")
	now := atPath(t, name)
	gone := snapshot{place: now.place}
	other := now
	other.digest, other.bytes = digest("other"), "\xff\xfeo"
	for want, c := range map[ConflictKind][2]snapshot{Created: {gone, now}, Deleted: {now, gone}, Changed: {other, now}} {
		got := compare(name, c[0], c[1])
		if got == nil || got.Kind != want || got.Path != name || got.Digest != c[1].digest {
			t.Errorf("%s: %+v", want, got)
			continue
		}
		if want != Deleted && (got.Text != "text" || !got.BOM || got.Size != 7) || want == Deleted && (got.Text != "" || got.Size != 0) {
			t.Errorf("%s: %+v", want, got)
		}
		if !errors.Is(got, ErrChanged) || errors.Is(got, ErrReadOnly) || got.Error() != name+" was "+string(want)+" by another program since it was read" {
			t.Errorf("%s: %v", want, got)
		}
	}
	if got := compare(name, now, now); got != nil {
		t.Errorf("the same: %+v", got)
	}
	if got := compare(name, gone, gone); got != nil {
		t.Errorf("missing as before: %+v", got)
	}
	if got := compare(name, now, other); got == nil || got.Text != "\xff\xfeo" || got.BOM {
		t.Errorf("another encoding: %+v", got)
	}
}

func TestNotesThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := put(t, dir+"/file", "")
	p := NewPresence(file)
	leave, err := p.Open(dir+"/doc", time.Unix(5, 0))
	if err == nil || !strings.HasPrefix(err.Error(), "other galleys will not know that "+dir+"/doc is open: ") {
		t.Errorf("below a file: %v", err)
	}
	leave()
	if others, err := p.Others(dir + "/doc"); others != nil || !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("others: %v, %v", others, err)
	}
	r := NewRecovery(file)
	if _, err := r.Find(dir + "/doc"); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("Find: %v", err)
	}
	if _, err := r.List(); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("List: %v", err)
	}
	if err := r.Clean(time.Unix(5, 0)); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("Clean: %v", err)
	}
	if err := NewRecovery(dir + "/none").Clean(time.Unix(5, 0)); err != nil {
		t.Errorf("Clean without a folder: %v", err)
	}
	if err := removeFile(dir + "/none"); err != nil {
		t.Errorf("a missing file: %v", err)
	}
	must(t, os.MkdirAll(dir+"/folder/full", 0o755))
	if err := removeFile(dir + "/folder"); err == nil {
		t.Error("a folder was removed")
	}
}
