//go:build unix

package writing

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/transfer"
)

// steps are changes in a project that contains old.md and keep/x.
func steps(t *testing.T) (w facts.World, project string, plan *transfer.Plan) {
	t.Helper()
	w, project, _ = transferred(t)
	write(t, filepath.Join(project, "old.md"), "before\n")
	if err := os.MkdirAll(filepath.Join(project, "keep"), 0o755); err != nil {
		t.Fatal(err)
	}
	return w, project, &transfer.Plan{Changes: []transfer.Change{
		{Path: facts.Join(project, "a/b/made.md"), Made: true, After: "made\n"},
		{Path: facts.Join(project, "keep/made.md"), Made: true, After: "made\n"},
		{Path: facts.Join(project, "old.md"), Before: "before\n", After: "after\n"},
		{Path: facts.Join(project, "c/linked.md"), Made: true, Link: "../old.md"},
	}}
}

func holds(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s holds %q (%v), want %q", name, got, err, want)
	}
}

func there(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// A transfer is written and undone as a whole: undoing removes the files and directories that it
// created, and restores the text and mode of those that it changed.
func TestTransferAndUndo(t *testing.T) {
	w, project, plan := steps(t)
	in := func(name string) string { return filepath.Join(project, name) }
	if err := os.Chmod(in("old.md"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Transfer(w, project, plan); err != nil {
		t.Fatal(err)
	}
	holds(t, in("a/b/made.md"), "made\n")
	holds(t, in("old.md"), "after\n")
	if target, err := os.Readlink(in("c/linked.md")); err != nil || target != "../old.md" {
		t.Errorf("the link points to %q, %v", target, err)
	}
	names, err := UndoTransfer(w, project)
	if want := "c/linked.md old.md keep/made.md a/b/made.md"; err != nil || strings.Join(names, " ") != want {
		t.Errorf("%q were undone, want %s: %v", names, want, err)
	}
	holds(t, in("old.md"), "before\n")
	if info, err := os.Stat(in("old.md")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the changed file has the mode %v", info.Mode())
	}
	for name, want := range map[string]bool{"a": false, "c": false, "keep": true, "keep/made.md": false} {
		if there(in(name)) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}
	if _, err := UndoTransfer(w, project); err == nil || !strings.Contains(err.Error(), "no transfer was written in "+project) {
		t.Errorf("undone twice: %v", err)
	}
	if left, _ := filepath.Glob(in(".galley-*")); len(left) > 0 {
		t.Errorf("%q remains", left)
	}
}

// A file that somebody has changed since the transfer is not restored, and then no other change of
// the transfer is undone either.
func TestChangedFilesAreNotUndone(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, in func(string) string)
		told   string
	}{
		"a made file of another length":  {func(t *testing.T, in func(string) string) { write(t, in("keep/made.md"), "made longer\n") }, "keep/made.md changed since"},
		"a made file of the same length": {func(t *testing.T, in func(string) string) { write(t, in("keep/made.md"), "MADE\n") }, "keep/made.md changed since"},
		"a changed file":                 {func(t *testing.T, in func(string) string) { write(t, in("old.md"), "later\n") }, "old.md changed since"},
		"a deleted file":                 {func(t *testing.T, in func(string) string) { os.Remove(in("old.md")) }, "old.md changed since"},
		"a file that became a directory": {func(t *testing.T, in func(string) string) { os.Remove(in("old.md")); os.Mkdir(in("old.md"), 0o755) }, "old.md changed since"},
		"a link with another target": {func(t *testing.T, in func(string) string) {
			os.Remove(in("c/linked.md"))
			os.Symlink("x", in("c/linked.md"))
		}, "c/linked.md is no longer the link"},
		"a link that became a file": {func(t *testing.T, in func(string) string) {
			os.Remove(in("c/linked.md"))
			write(t, in("c/linked.md"), "x")
		}, "c/linked.md is no longer the link"},
	} {
		t.Run(name, func(t *testing.T) {
			w, project, plan := steps(t)
			if err := Transfer(w, project, plan); err != nil {
				t.Fatal(err)
			}
			in := func(name string) string { return filepath.Join(project, name) }
			c.change(t, in)
			if _, err := UndoTransfer(w, project); err == nil || !strings.Contains(err.Error(), "nothing was undone: "+project+"/"+c.told) {
				t.Errorf("told %v", err)
			}
			if !there(in("a/b/made.md")) {
				t.Error("part of the transfer was undone")
			}
		})
	}
}

// A directory that has other content by now stays.
func TestUsedDirectoryStays(t *testing.T) {
	w, project, plan := steps(t)
	if err := Transfer(w, project, plan); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(project, "a", "other.md"), "x")
	if _, err := UndoTransfer(w, project); err != nil {
		t.Fatal(err)
	}
	if there(filepath.Join(project, "a", "b")) || !there(filepath.Join(project, "a", "other.md")) {
		t.Error("the empty directory remains, or the used one was removed")
	}
}

// A transfer that fails half way leaves everything as it was.
func TestATransferThatFailsLeavesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		fails transfer.Change
		told  string
	}{
		"a file that is there": {transfer.Change{Path: "x", Made: true, After: "y"}, "exists"},
		"a file that changed":  {transfer.Change{Path: "x", Before: "y", After: "z"}, "has changed meanwhile"},
		"a deleted file":       {transfer.Change{Path: "none", Before: "y", After: "z"}, "none"},
		"a link to change":     {transfer.Change{Path: "link", Before: "x", After: "z"}, "link"},
	} {
		t.Run(name, func(t *testing.T) {
			w, project, plan := steps(t)
			c.fails.Path = facts.Join(project, c.fails.Path)
			plan.Changes = append(plan.Changes, c.fails)
			if err := Transfer(w, project, plan); err == nil || !strings.Contains(err.Error(), c.told) {
				t.Errorf("told %v", err)
			}
			holds(t, filepath.Join(project, "old.md"), "before\n")
			holds(t, filepath.Join(project, "x"), "x")
			for _, made := range []string{"a", "c", "keep/made.md"} {
				if there(filepath.Join(project, made)) {
					t.Errorf("%s is left", made)
				}
			}
			if _, err := UndoTransfer(w, project); err == nil || !strings.Contains(err.Error(), "no transfer was written") {
				t.Errorf("it can be undone: %v", err)
			}
		})
	}
}

func TestWithoutAHomeNothingIsTransferred(t *testing.T) {
	w := facts.NewMemory()
	if err := Transfer(w, "/p", &transfer.Plan{}); err == nil || !strings.Contains(err.Error(), "set HOME or XDG_STATE_HOME") {
		t.Errorf("told %v", err)
	}
	if _, err := UndoTransfer(w, "/p"); err == nil || !strings.Contains(err.Error(), "set HOME or XDG_STATE_HOME") {
		t.Errorf("told %v", err)
	}
}

func TestJournalOfAnotherProjectUndoesNothing(t *testing.T) {
	w, project, journal := transferred(t)
	write(t, journal, `{"project":"/elsewhere","steps":[]}`)
	if _, err := UndoTransfer(w, project); err == nil || !strings.Contains(err.Error(), journal+" belongs to another project") {
		t.Errorf("told %v", err)
	}
}

// A page may overwrite only an earlier page of galley's.
func TestPageOverwritesOnlyPages(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	write(t, in("other"), "somebody's own file")
	write(t, in("page"), `<meta name="generator" content="galley">`)
	if err := os.Mkdir(in("directory"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"nowhere": "gone", "to-page": "page"} {
		if err := os.Symlink(target, in(link)); err != nil {
			t.Fatal(err)
		}
	}
	for name, told := range map[string]string{
		"new": "", "page": "", "to-page": "", "other": "galley did not create it", "directory": "not a regular file", "nowhere": "a link whose target does not exist", "none/page": "no such file",
	} {
		size, err := Page(facts.NewLive(), in(name), &engine.Result{}, report.PageOptions{})
		if (err == nil) != (told == "") || err != nil && !strings.Contains(err.Error(), told) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if text, _ := os.ReadFile(in(name)); len(text) != size || !strings.Contains(string(text), `content="galley"`) {
				t.Errorf("%s: %d bytes were reported, the file has %d", name, size, len(text))
			}
			if info, err := os.Stat(in(name)); name == "new" && (err != nil || info.Mode().Perm() != 0o600) {
				t.Errorf("others can read it: %v", info.Mode())
			}
		}
	}
	holds(t, in("other"), "somebody's own file")
	if there(in("gone")) {
		t.Error("a page was written to the target of a link")
	}
}
