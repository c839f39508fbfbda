//go:build unix

package writing

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"galley/engine/facts"
	"galley/engine/transfer"
)

// The journal is a file in the home, where another program may damage it. Even then, undoing
// changes only files of the project, and an error names the file.
func TestDamagedJournalUndoesNothing(t *testing.T) {
	outside := `{"project":"PROJECT","steps":[{"path":"PROJECT/PATH","made":true,"after":"x","dirs":DIRS}]}`
	for name, c := range map[string]struct{ path, dir, told string }{
		"a path that leads up":            {"../out/x", "", "outside the project"},
		"a path through a link":           {"link/x", "", "outside the project"},
		"a directory that is not":         {"x", "PROJECT/../out/empty", "outside the project"},
		"the project's own":               {"x", "PROJECT", "outside the project"},
		"a directory behind a link":       {"x", "PROJECT/link/empty", "outside the project"},
		"another spelling of the path":    {"./x", "", "outside the project"},
		"the project itself":              {"", "", "outside the project"},
		"another spelling of a directory": {"x", "PROJECT/./sub", "outside the project"},
	} {
		t.Run(name, func(t *testing.T) {
			w, project, journal := transferred(t)
			dirs := "[]"
			if c.dir != "" {
				dirs = `["` + c.dir + `"]`
			}
			text := strings.NewReplacer("PATH", c.path, "DIRS", dirs).Replace(outside)
			write(t, journal, strings.ReplaceAll(text, "PROJECT", project))
			_, err := UndoTransfer(w, project)
			if err == nil || !strings.Contains(err.Error(), c.told) || !strings.Contains(err.Error(), journal) {
				t.Errorf("told %v", err)
			}
			for _, kept := range []string{"out/x", "out/empty", "project/x"} {
				if _, err := os.Stat(filepath.Join(filepath.Dir(project), kept)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	t.Run("not JSON", func(t *testing.T) {
		w, project, journal := transferred(t)
		write(t, journal, "[[")
		if _, err := UndoTransfer(w, project); err == nil || !strings.Contains(err.Error(), journal+" is damaged") {
			t.Errorf("told %v", err)
		}
	})
	t.Run("a pipe, which is not waited for", func(t *testing.T) {
		w, project, journal := transferred(t)
		if err := syscall.Mkfifo(journal, 0o600); err != nil {
			t.Skip(err)
		}
		if _, err := UndoTransfer(w, project); err == nil || !strings.Contains(err.Error(), journal) {
			t.Errorf("told %v", err)
		}
	})
}

// If a transfer fails, the one before it can still be undone.
func TestATransferThatFailsKeepsTheJournalOfTheLastOne(t *testing.T) {
	w, project, _ := transferred(t)
	made := facts.Join(project, "made.md")
	if err := Transfer(w, project, &transfer.Plan{Changes: []transfer.Change{{Path: made, Made: true, After: "a"}}}); err != nil {
		t.Fatal(err)
	}
	if err := Transfer(w, project, &transfer.Plan{Changes: []transfer.Change{{Path: facts.Join(project, "x"), Made: true, After: "b"}}}); err == nil {
		t.Fatal("an existing file was created")
	}
	if _, err := UndoTransfer(w, project); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(made); err == nil {
		t.Error("the first transfer was not undone")
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// transferred returns a world with a project that contains x and a link to the outside, and the
// path of the project's journal.
func transferred(t *testing.T) (w facts.World, project, journal string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", filepath.Join(root, "state"))
	w, project = facts.NewLive(), filepath.Join(root, "project")
	if journal, err = journalPath(w, project); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{project, filepath.Join(root, "out", "empty"), filepath.Dir(journal)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(project, "x"), "x")
	write(t, filepath.Join(root, "out", "x"), "x")
	if err := os.Symlink("../out", filepath.Join(project, "link")); err != nil {
		t.Fatal(err)
	}
	return w, project, journal
}
