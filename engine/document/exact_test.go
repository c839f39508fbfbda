package document

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Put writes a whole file in one step, whether the file is new or replaces another. It fails if a
// directory has the name.
func TestPutWritesAFileInOneStep(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.txt")
	for _, text := range []string{"one\n", "", "two, longer\n"} {
		must(t, Put(name, text, 0o640))
		got, err := os.ReadFile(name)
		if info, _ := os.Stat(name); err != nil || string(got) != text || info.Mode().Perm() != 0o640 {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o755); err != nil {
		t.Fatal(err)
	}
	must(t, os.WriteFile(filepath.Join(dir, "d", "x"), nil, 0o600))
	if err := Put(filepath.Join(dir, "d"), "text", 0o600); err == nil {
		t.Error("a directory was replaced")
	}
	if err := Put(filepath.Join(dir, "none", "a.txt"), "text", 0o600); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in a directory that is not there: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("left over: %v, %v", entries, err)
	}
}

// If saving is interrupted, a temporary file can remain beside the saved name and, if the name is
// a link, beside the link's target.
func TestWhereSavingLeavesFiles(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	must(t, os.Mkdir(filepath.Join(dir, "real"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "real", "a.txt"), []byte("\xef\xbb\xbfx"), 0o600))
	must(t, os.Symlink("real/a.txt", filepath.Join(dir, "link")))
	if got, want := fmt.Sprint(SaveDirectories(filepath.Join(dir, "link"))), fmt.Sprint([]string{dir, filepath.Join(dir, "real")}); got != want {
		t.Errorf("of a link %s, want %s", got, want)
	}
	d, err := Load(filepath.Join(dir, "real", "a.txt"))
	must(t, err)
	if got := d.Encode("y"); got != "\xef\xbb\xbfy" {
		t.Errorf("with a byte order mark: %q", got)
	}
	for text, want := range map[string]string{"a": "a false", "\xef\xbb\xbfa": "a true", "": " false", "\xef\xbb": "\xef\xbb false"} {
		if got, bom, err := decode(text); err != nil || fmt.Sprint(got, " ", bom) != want {
			t.Errorf("%q is %q, %v, %v", text, got, bom, err)
		}
	}
	for _, text := range []string{"\xff\xfea", "\xfe\xffa", "\x00\x00\xfe\xff"} {
		if _, _, err := decode(text); !errors.Is(err, ErrUTF16) {
			t.Errorf("%q: %v", text, err)
		}
	}
	conflict := &ConflictError{Path: "/p/a", Kind: "deleted"}
	if conflict.Error() != "/p/a was deleted by another program since it was read" || !errors.Is(conflict, ErrChanged) || errors.Is(conflict, ErrUTF16) {
		t.Errorf("a conflict says %q", conflict.Error())
	}
	var here, there Unsaved
	here.Program, there.Program = thisProgram(), thisProgram()
	there.Program.Host = "other"
	if here.Elsewhere() != "" || there.Elsewhere() != "other" {
		t.Errorf("typed at %q and %q", here.Elsewhere(), there.Elsewhere())
	}
	here.files = []string{"/x/a", "/y/b"}
	if got := fmt.Sprint(here.Files()); got != "[a b]" {
		t.Errorf("files %s", got)
	}
}
