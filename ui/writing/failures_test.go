//go:build unix

package writing

import (
	"context"
	"errors"
	"fmt"
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
	"galley/engine/report"
	"galley/engine/transfer"
)

// If a file has the name of a directory, nothing is stored, and the error says so.
func TestWhereAFileIsInThePlaceOfADirectory(t *testing.T) {
	w, project, journal := transferred(t)
	plan := &transfer.Plan{Changes: []transfer.Change{{Path: facts.Join(project, "new.md"), Made: true, After: "n"}}}
	file := filepath.Join(project, "x")
	for name, err := range map[string]error{"a choice": Remember(file, Chosen{Project: "/p", Profile: "a"}), "one below": Remember(file+"/below", Chosen{Project: "/p", Profile: "a"}), "a theme": RememberTheme(file, "dark")} {
		if err == nil || !strings.HasPrefix(err.Error(), "mkdir ") || !strings.HasSuffix(err.Error(), "not a directory") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if RecallTheme(file) != "" {
		t.Error("a theme below a file")
	}
	if _, ok := Recall(file, "/p"); ok {
		t.Error("a choice below a file")
	}
	dir := t.TempDir() // a directory has the name of the files
	for _, name := range []string{chosenFile, themeFile} {
		if err := os.MkdirAll(filepath.Join(dir, name, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := Remember(dir, Chosen{Project: "/p", Profile: "a"}); err == nil {
		t.Error("a choice replaced a directory")
	}
	if err := RememberTheme(dir, "dark"); err == nil || RecallTheme(dir) != "" {
		t.Errorf("a theme replaced a directory: %v", err)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 2 {
		t.Errorf("%d files are left", len(all))
	}
	if err := os.Mkdir(journal, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Transfer(w, project, plan); err == nil || !strings.HasPrefix(err.Error(), "the record of the last transfer cannot be read: ") || !strings.HasSuffix(err.Error(), "; remove it and write again") {
		t.Errorf("%v", err)
	}
	if _, err := UndoTransfer(w, project); err == nil || !strings.HasPrefix(err.Error(), "nothing was undone: ") {
		t.Errorf("%v", err)
	}
	if err := os.RemoveAll(filepath.Dir(journal)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Dir(journal), "a file")
	if err := Transfer(w, project, plan); err == nil {
		t.Error("a journal is written below a file")
	}
	if there(filepath.Join(project, "new.md")) {
		t.Error("a change was made without its journal")
	}
}

func TestWhatCannotBeMadeIsUndone(t *testing.T) {
	w, project, _ := transferred(t)
	for name, c := range map[string]transfer.Change{
		"below a file":            {Path: facts.Join(project, "x/y.md"), Made: true, After: "y"},
		"a link over a file":      {Path: facts.Join(project, "x"), Made: true, Link: "y"},
		"a change of a directory": {Path: facts.Join(project, "sub"), Before: "", After: "y"},
	} {
		if err := os.MkdirAll(filepath.Join(project, "sub"), 0o755); err != nil {
			t.Fatal(err)
		}
		plan := &transfer.Plan{Changes: []transfer.Change{{Path: facts.Join(project, "d/e/first.md"), Made: true, After: "1"}, c}}
		err := Transfer(w, project, plan)
		if err == nil || there(filepath.Join(project, "d")) || strings.HasPrefix(err.Error(), "mkdir ") != (name == "below a file") {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := filepath.Glob(filepath.Join(project, ".galley-*")); len(left) > 0 || err != nil {
			t.Errorf("%s: %q is left", name, left)
		}
	}
	holds(t, filepath.Join(project, "x"), "x")
}

// The names are in the order in which the files were undone, and relative to the project.
func TestTakingBackNamesTheFiles(t *testing.T) {
	w, project, plan := steps(t)
	if err := Transfer(w, project, plan); err != nil {
		t.Fatal(err)
	}
	names, err := UndoTransfer(w, project)
	if err != nil || !slices.Equal(names, []string{"c/linked.md", "old.md", "keep/made.md", "a/b/made.md"}) {
		t.Errorf("%q, %v", names, err)
	}
	if names, err := UndoTransfer(w, project); err == nil || names != nil || err.Error() != "no transfer was written in "+project {
		t.Errorf("twice: %q, %v", names, err)
	}
	for change, told := range map[string]string{"a/b/made.md": "changed since", "c/linked.md": "is no longer the link that was made"} {
		if err := Transfer(w, project, plan); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(project, change)
		text, _ := os.ReadFile(name)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the file is missing at first, then it has other bytes of the same length
			_, err := UndoTransfer(w, project)
			if want := fmt.Sprintf("nothing was undone: %s %s; restore the files by hand", name, told); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
			write(t, name, strings.Repeat("z", len(text)))
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if change == "c/linked.md" {
			err = os.Symlink("../old.md", name)
		} else {
			write(t, name, string(text))
		}
		if _, back := UndoTransfer(w, project); err != nil || back != nil {
			t.Errorf("as it was again: %v, %v", err, back)
		}
	}
}

// A file is not undone if a link to the same text has replaced it, or if its text has another
// length.
func TestWhatTookThePlaceOfAFileIsNotUndone(t *testing.T) {
	w, project, plan := steps(t)
	if err := Transfer(w, project, plan); err != nil {
		t.Fatal(err)
	}
	name, elsewhere := filepath.Join(project, "a/b/made.md"), filepath.Join(project, "copy.md")
	write(t, elsewhere, "made\n")
	for _, put := range []func() error{func() error { return os.Symlink("../../copy.md", name) }, func() error { return os.WriteFile(name, []byte("made\nmore"), 0o600) }, func() error { return os.Mkdir(name, 0o700) }} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
		if err := put(); err != nil {
			t.Fatal(err)
		}
		if _, err := UndoTransfer(w, project); err == nil || err.Error() != "nothing was undone: "+name+" changed since; restore the files by hand" {
			t.Errorf("%v", err)
		}
	}
	holds(t, elsewhere, "made\n")
	holds(t, filepath.Join(project, "old.md"), "after\n")
}

// A directory that was made for a file stays if it contains something else by now, and so do those
// above it.
func TestADirectoryWithOtherFilesStays(t *testing.T) {
	w, project, plan := steps(t)
	if err := Transfer(w, project, plan); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(project, "a/b/other.md"), "other\n")
	if _, err := UndoTransfer(w, project); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(project, "a/b/other.md"), "other\n")
	if there(filepath.Join(project, "a/b/made.md")) || there(filepath.Join(project, "c")) {
		t.Error("what was made is there still")
	}
}

// A file is written in a directory that exists, with its mode, and nothing else is left there.
func TestAFileIsWrittenInOneStep(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	for text, mode := range map[string]fs.FileMode{"one": 0o600, "two\n": 0o640} {
		if err := put(file, text, mode); err != nil {
			t.Fatal(err)
		}
		holds(t, file, text)
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != mode {
			t.Errorf("the mode is %v, %v", info.Mode(), err)
		}
	}
	if err := put(filepath.Join(dir, "none/b.txt"), "x", 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a directory that does not exist: %v", err)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("%d files are there, %v", len(all), err)
	}
}

// Only the user can read the journal, also after the journal of the earlier transfer was restored.
func TestTheJournalIsTheUsersAlone(t *testing.T) {
	w, project, journal := transferred(t)
	write(t, journal, fmt.Sprintf(`{"project":%q,"steps":[]}`, project))
	former, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change transfer.Change
		failed bool
	}{{transfer.Change{Path: facts.Join(project, "x/y.md"), Made: true, After: "y"}, true}, {transfer.Change{Path: facts.Join(project, "y.md"), Made: true, After: "y"}, false}} {
		if err := os.Chmod(journal, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Transfer(w, project, &transfer.Plan{Changes: []transfer.Change{c.change}}); (err != nil) != c.failed {
			t.Errorf("%s: %v", c.change.Path, err)
		}
		text, err := os.ReadFile(journal)
		if (string(text) == string(former)) != c.failed || err != nil {
			t.Errorf("%s: the journal is %s, %v", c.change.Path, text, err)
		}
		if info, err := os.Stat(journal); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: the journal has the mode %v, %v", c.change.Path, info.Mode(), err)
		}
	}
}

// A file that has changed since the plan was made is not overwritten.
func TestAFileThatChangedSinceThePlanIsKept(t *testing.T) {
	w, project, _ := transferred(t)
	old := filepath.Join(project, "old.md")
	for text, want := range map[string]string{"before\n": "after\n", "other\n": "other\n"} {
		write(t, old, text)
		err := Transfer(w, project, &transfer.Plan{Changes: []transfer.Change{{Path: facts.Join(project, "old.md"), Before: "before\n", After: "after\n"}}})
		if changed := err != nil && strings.HasSuffix(err.Error(), "old.md has changed meanwhile"); changed != (text == want) || err != nil && !changed {
			t.Errorf("%q: %v", text, err)
		}
		holds(t, old, want)
	}
	err := Transfer(w, project, &transfer.Plan{Changes: []transfer.Change{{Path: facts.Join(project, "gone.md"), Before: "b", After: "a"}}})
	if !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "in the meantime") || there(filepath.Join(project, "gone.md")) {
		t.Errorf("a file that is gone: %v", err)
	}
}

func TestAPageIsKnownByItsBeginning(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page")
	mark := `content="galley"`
	for at, want := range map[int]bool{0: true, 1024 - len(mark): true, 1024 - len(mark) + 1: false} {
		write(t, name, strings.Repeat(" ", at)+mark)
		if _, err := Page(facts.NewLive(), name, &engine.Result{}, report.PageOptions{}); (err == nil) != want {
			t.Errorf("a mark at byte %d: %v", at, err)
		}
	}
	if n, err := Page(facts.NewLive(), dir, &engine.Result{}, report.PageOptions{}); n != 0 || err == nil || err.Error() != "not a regular file: name another one, or - for standard output" {
		t.Errorf("%d, %v", n, err)
	}
}

func TestAPageMasksTheIdentifiersOfItsCapture(t *testing.T) {
	r, err := engine.New(facts.NewMemory().Env("HOME", "/h").Dir("/p")).Render(context.Background(), engine.Request{Cwd: "/p", Template: engine.Template{Text: "T"}})
	if err != nil {
		t.Fatal(err)
	}
	c := &capture.Capture{Prompt: "what was asked", Body: []byte(`{"metadata":{"user_id":"8f14e45f-ceea-467f-9d3b-0a1b2c3d4e5f"},"prompt_cache_key":"0b5e2a8c-1111-4222-8333-94d5e6f7a8b9","messages":[]}`)}
	want := capture.Identifiers(c.Body)
	if len(want) == 0 {
		t.Fatal("the body has no identifier")
	}
	if o := PageOptions(agent.Known(), r, c); !slices.Equal(o.Identifiers, want) || o.Asked != "what was asked" {
		t.Errorf("%q, %q", o.Identifiers, o.Asked)
	}
}

func TestBoundsOfWhatIsRemembered(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, themeFile), " \n"+strings.Repeat("x", 2*mostOfTheme))
	if got := RecallTheme(dir); got != strings.Repeat("x", mostOfTheme-2) {
		t.Errorf("%d bytes of a theme are read", len(got))
	}
	one := `{"project":"/p","profile":"a"}`
	for pad, want := range map[int]bool{mostOfThese - len(one) - 2: true, mostOfThese - len(one) - 1: false} {
		write(t, filepath.Join(dir, chosenFile), "["+strings.Repeat(" ", pad)+one+"]")
		if _, ok := Recall(dir, "/p"); ok != want {
			t.Errorf("behind %d blanks it is read: %v", pad, ok)
		}
	}
	var all []string
	for i := range mostChosen + 1 {
		all = append(all, fmt.Sprintf(`{"project":"/%d","profile":"a"}`, i))
	}
	write(t, filepath.Join(dir, chosenFile), "["+strings.Join(all, ",")+"]")
	_, last := Recall(dir, fmt.Sprint("/", mostChosen-1))
	if _, more := Recall(dir, fmt.Sprint("/", mostChosen)); !last || more {
		t.Errorf("the last is known: %v, one more: %v", last, more)
	}
}

// If a step cannot be undone although its file is unchanged, the returned names are those of the
// files undone before it, and the journal stays.
func TestUndoingThatFailsHalfwayNamesWhatWasUndone(t *testing.T) {
	w, project, journal := transferred(t)
	step := `{"path":"PROJECT/x","made":true,"after":"x"}`
	write(t, journal, strings.ReplaceAll(`{"project":"PROJECT","steps":[`+step+`,`+step+`]}`, "PROJECT", project))
	if names, err := UndoTransfer(w, project); !slices.Equal(names, []string{"x"}) || !errors.Is(err, fs.ErrNotExist) || !there(journal) {
		t.Errorf("%q, %v", names, err)
	}
}

// Everybody can read the directories and files that a transfer makes, as far as the user's umask
// allows it.
func TestAllMayReadWhatIsMade(t *testing.T) {
	w, project, plan := steps(t)
	sample := filepath.Join(project, "sample")
	if err := os.Mkdir(sample, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Transfer(w, project, plan); err != nil {
		t.Fatal(err)
	}
	mode := func(name string) os.FileMode {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	mask := mode(sample)
	if dir, file := mode(filepath.Join(project, "a")), mode(filepath.Join(project, "a/b/made.md")); dir != 0o755&mask || file != 0o644&mask {
		t.Errorf("the directory has the mode %o, the file %o", dir, file)
	}
}
