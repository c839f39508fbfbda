//go:build unix

package writing

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/facts"
	"galley/engine/transfer"
)

// A page about a capture has the identifiers and notes of the capture. A page about a prompt has
// those of the prompt.
func TestAPageHasTheNotesOfItsCapture(t *testing.T) {
	r, err := engine.New(facts.NewMemory().Env("HOME", "/h").Dir("/p")).Render(context.Background(), engine.Request{Cwd: "/p", Template: engine.Template{Text: "T"}})
	if err != nil {
		t.Fatal(err)
	}
	without := PageOptions(agent.Known(), r, nil)
	c := &capture.Capture{Notes: []string{"a note of the capture"}, Body: []byte(`{"metadata":{"user_id":"user_0123456789abcdef0123456789abcdef"},"messages":[]}`)}
	with := PageOptions(agent.Known(), r, c)
	if with.Count == nil || without.Count == nil || !slices.Equal(with.Notes, append(slices.Clone(without.Notes), "a note of the capture")) {
		t.Errorf("the notes are %q and %q", without.Notes, with.Notes)
	}
	if len(without.Identifiers) != 0 || !slices.Equal(with.Identifiers, capture.Identifiers(c.Body)) {
		t.Errorf("the identifiers are %q and %q", without.Identifiers, with.Identifiers)
	}
}

// A file that is replaced keeps its permissions. A file that has changed since it was read is not
// replaced.
func TestAFileIsReplacedOnlyAsItWasSeen(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.md")
	write(t, name, "old")
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := replace(name, "other", "new"); err == nil || !strings.Contains(err.Error(), "has changed meanwhile") {
		t.Errorf("%v", err)
	}
	holds(t, name, "old")
	if err := replace(name, "old", "new"); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "new")
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info, err)
	}
	if err := replace(filepath.Join(dir, "none.md"), "", "new"); err == nil {
		t.Error("a file that is gone is replaced")
	}
	if err := os.Symlink(name, filepath.Join(dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	if err := replace(filepath.Join(dir, "link.md"), "new", "newer"); err == nil {
		t.Error("a link is replaced")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".galley-*")); len(left) > 0 {
		t.Errorf("left are %q", left)
	}
}

// Each project has a record, which only the user can read. The files that a transfer makes have
// ordinary permissions.
func TestATransfersFilesHavePermissions(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	w := facts.NewMemory().Env("HOME", home)
	plan := &transfer.Plan{Changes: []transfer.Change{{Path: project + "/sub/dir/a.md", Made: true, After: "made\n"}}}
	if err := Transfer(w, project, plan); err != nil {
		t.Fatal(err)
	}
	path, err := journalPath(w, project)
	if err != nil {
		t.Fatal(err)
	}
	other, err := journalPath(w, project+"/other")
	if err != nil || other == path || len(filepath.Base(path)) != 16+len(".json") || filepath.Base(filepath.Dir(path)) != "transfers" {
		t.Errorf("the records are %s and %s, %v", path, other, err)
	}
	for name, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700, project + "/sub/dir": 0o755, project + "/sub/dir/a.md": 0o644} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm()&^0o077 != want&^0o077 || want&0o077 == 0 && info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	// If the file exists already, it is not made again, and the record of the last transfer stays.
	if err := Transfer(w, project, plan); err == nil {
		t.Error("a file is made twice")
	}
	names, err := UndoTransfer(w, project)
	if err != nil || !slices.Equal(names, []string{"sub/dir/a.md"}) || there(project+"/sub") || there(path) {
		t.Errorf("taken back: %q, %v", names, err)
	}
	if _, err := UndoTransfer(w, project); err == nil || !strings.Contains(err.Error(), "no transfer was written") {
		t.Errorf("%v", err)
	}
	// A record that is a directory can be neither read nor written.
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Transfer(w, project, plan); err == nil || !strings.Contains(err.Error(), "cannot be read") || there(project+"/sub") {
		t.Errorf("%v", err)
	}
	if _, err := UndoTransfer(w, project); err == nil || !strings.Contains(err.Error(), "nothing was undone") {
		t.Errorf("%v", err)
	}
}
