//go:build unix

package document

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func mode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	fi, err := os.Stat(name)
	must(t, err)
	return fi.Mode()
}

func TestSaveKeepsPermissionsAndTheExecutableBit(t *testing.T) {
	for _, m := range []fs.FileMode{0o640, 0o755, 0o600, 0o666, 0o644 | fs.ModeSetgid} {
		name := put(t, t.TempDir()+"/AGENTS.md", "old")
		must(t, os.Chmod(name, m))
		want := mode(t, name)
		save(t, load(t, name), "new")
		if got := mode(t, name); got != want || get(t, name) != "new" {
			t.Errorf("%v became %v", want, got)
		}
	}
}

func TestSaveOfANewFileObeysTheUmask(t *testing.T) {
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	name := t.TempDir() + "/new.md"
	save(t, load(t, name), "x")
	if got := mode(t, name); got != 0o640 {
		t.Errorf("mode %v", got)
	}
}

func TestSaveWritesInPlaceWhenTheFileHasSeveralNames(t *testing.T) {
	dir := t.TempDir()
	name := put(t, dir+"/a.md", "a long old text")
	must(t, os.Link(name, dir+"/b.md"))
	d := load(t, name)
	s := save(t, d, "new")
	if !s.InPlace || !strings.Contains(s.Why, "2 names") || d.Info().Names != 2 {
		t.Errorf("%+v", s)
	}
	if get(t, dir+"/b.md") != "new" {
		t.Error("the names are different files now")
	}
}

func TestSaveWritesInPlaceWhenTheDirectoryIsReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("running as root, who can write to read-only directories")
	}
	dir := t.TempDir()
	name := put(t, dir+"/a.md", "old and long")
	must(t, os.Chmod(dir, 0o555))
	defer func() { _ = os.Chmod(dir, 0o755) }()
	d := load(t, name)
	s := save(t, d, "new")
	if !s.InPlace || s.Why != "the directory is read-only" || get(t, name) != "new" {
		t.Errorf("%+v", s)
	}
	if _, err := load(t, dir+"/other.md").Save("x", SaveOptions{}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a new file there: %v", err)
	}
}

func TestSaveAsksBeforeItWritesAReadOnlyFile(t *testing.T) {
	name := put(t, t.TempDir()+"/a.md", "old")
	must(t, os.Chmod(name, 0o444))
	d := load(t, name)
	if !d.Info().ReadOnly {
		t.Error("not reported as read-only")
	}
	if _, err := d.Save("new", SaveOptions{}); !errors.Is(err, ErrReadOnly) || get(t, name) != "old" {
		t.Errorf("err = %v", err)
	}
	if _, err := d.Save("new", SaveOptions{ReadOnly: true}); err != nil || get(t, name) != "new" || mode(t, name) != 0o444 {
		t.Errorf("after confirmation: %v", err)
	}
}

func TestSaveKeepsTheOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can own files of others")
	}
	name := put(t, t.TempDir()+"/a.md", "old")
	must(t, os.Chown(name, 12345, 23456))
	must(t, os.Chmod(name, 0o6755))
	if s := save(t, load(t, name), "new"); s.InPlace {
		t.Errorf("%+v", s)
	}
	fi, err := os.Stat(name)
	must(t, err)
	if st := fi.Sys().(*syscall.Stat_t); st.Uid != 12345 || st.Gid != 23456 || fi.Mode().Perm() != 0o755 {
		t.Errorf("owner %d:%d, mode %v", st.Uid, st.Gid, fi.Mode())
	}
}

func TestSaveKeepsExtendedAttributes(t *testing.T) {
	name := put(t, t.TempDir()+"/a.md", "old")
	if err := unix.Setxattr(name, "user.galley", []byte("kept"), 0); err != nil {
		t.Skipf("this file system has no extended attributes: %v", err)
	}
	save(t, load(t, name), "new")
	value := make([]byte, 16)
	n, err := unix.Getxattr(name, "user.galley", value)
	if err != nil || string(value[:n]) != "kept" {
		t.Errorf("%q, %v", value[:max(n, 0)], err)
	}
}

func TestLoadNeverOpensAPipe(t *testing.T) {
	name := t.TempDir() + "/pipe"
	must(t, syscall.Mkfifo(name, 0o644))
	if _, err := Load(name); err == nil {
		t.Error("a pipe was loaded")
	}
}

// A process whose files are limited in size fails in the middle of a write, as on a full disk. The
// limit would also apply to the test's own output, so a separate process has it.
func TestSaveToAFullDiskLosesNothing(t *testing.T) {
	const child = "GALLEY_TEST_FULL_DISK"
	if os.Getenv(child) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		cmd.Env = append(os.Environ(), child+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	dir := t.TempDir()
	replaced := put(t, dir+"/replaced.md", "old text, kept")
	inPlace := put(t, dir+"/inplace.md", "old text, kept")
	must(t, os.Link(inPlace, dir+"/second-name.md"))
	docs := []*Document{load(t, replaced), load(t, inPlace), load(t, dir+"/new.md")}
	recovery := NewRecovery(dir + "/state")
	must(t, recovery.Write(docs[0].Origin(), "kept before", when))

	signal.Ignore(syscall.SIGXFSZ)
	var before unix.Rlimit
	must(t, unix.Getrlimit(unix.RLIMIT_FSIZE, &before))
	full := before
	full.Cur = 4096
	must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &full))
	var errs []error
	long := strings.Repeat("x", 10000)
	for _, d := range docs {
		_, err := d.Save(long, SaveOptions{})
		errs = append(errs, err)
	}
	unkept := recovery.Write(docs[0].Origin(), long, when)
	must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &before))

	for i, err := range errs {
		if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), docs[i].Path()) {
			t.Errorf("%s: %v", docs[i].Path(), err)
		}
	}
	for _, name := range []string{replaced, inPlace} {
		if got := get(t, name); got != "old text, kept" {
			t.Errorf("%s: %.20q, %d bytes", name, got, len(got))
		}
	}
	if _, err := os.Lstat(dir + "/new.md"); err == nil {
		t.Error("a partial new file remains")
	}
	noLeftovers(t, dir)
	if !errors.Is(unkept, syscall.EFBIG) {
		t.Errorf("the recovery file: %v", unkept)
	}
	if kept := get(t, recovery.sure.files[replaced].name); !strings.HasSuffix(kept, "\nkept before") {
		t.Errorf("the recovery file does not contain the former text: %.200q", kept)
	}
	// The disk now has room again, so the same save succeeds without asking.
	for _, d := range docs {
		save(t, d, "new")
	}
}
