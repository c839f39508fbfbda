package document

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var when = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// crashed returns the Recovery of another galley that has crashed.
func crashed(dir, id string) *Recovery {
	r := NewRecovery(dir)
	r.self = program{ID: id, PID: 1 << 30, Host: thisProgram().Host}
	return r
}

func TestRecoveryOffersTextOfACrash(t *testing.T) {
	state := t.TempDir()
	name := put(t, t.TempDir()+"/a.md", utf8BOM+"base")
	d := load(t, name)
	text := "unsaved\r\n\xff\x00 and {\"json\"}\n\n"
	gone := crashed(state, "gone")
	must(t, gone.Write(d.Origin(), "earlier", when.Add(-time.Second)))
	must(t, gone.Write(d.Origin(), text, when))
	must(t, gone.Write(load(t, name+".other").Origin(), "of another file", when))

	found, err := NewRecovery(state).Find(name)
	must(t, err)
	if len(found) != 1 {
		t.Fatalf("found %d", len(found))
	}
	u := found[0]
	if u.Text != text || u.Path != name || !u.BOM || !u.When.Equal(when) || u.Digest != d.Digest() {
		t.Errorf("%+v", u)
	}
	all, err := NewRecovery(state).List()
	must(t, err)
	if len(all) != 2 {
		t.Errorf("listed %d", len(all))
	}
	must(t, NewRecovery(state).Discard(u))
	if found, _ := NewRecovery(state).Find(name); len(found) != 0 {
		t.Error("still offered after discarding")
	}
}

func TestRecoveryIsPrivate(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	r := NewRecovery(state)
	must(t, r.Write(load(t, t.TempDir()+"/a.md").Origin(), "secret", when))
	err := filepath.WalkDir(state+"/unsaved", func(name string, e fs.DirEntry, err error) error {
		must(t, err)
		fi, err := e.Info()
		must(t, err)
		if fi.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", name, fi.Mode())
		}
		return nil
	})
	must(t, err)
}

func TestRecoveryForgetsSavedText(t *testing.T) {
	state := t.TempDir()
	name := put(t, t.TempDir()+"/a.md", "base")
	r := NewRecovery(state)
	d := load(t, name)
	must(t, r.Remove(name)) // nothing was stored
	must(t, r.Write(d.Origin(), "mine", when))
	must(t, r.Remove(name))
	if left, _ := filepath.Glob(state + "/unsaved/*"); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	must(t, r.Write(d.Origin(), "mine", when))
	stored, _ := filepath.Glob(state + "/unsaved/*")
	must(t, os.Remove(stored[0]))
	must(t, os.MkdirAll(filepath.Join(stored[0], "in the way"), 0o700))
	if err := r.Remove(name); err == nil {
		t.Error("a stored text that cannot be removed gives no error")
	}
	must(t, os.RemoveAll(stored[0]))
	// The program was killed after a save, before it removed the stored text. The stored text
	// equals the file.
	must(t, crashed(state, "gone").Write(d.Origin(), "saved", when))
	put(t, name, "saved")
	if found, _ := NewRecovery(state).Find(name); len(found) != 0 {
		t.Errorf("offered: %+v", found)
	}
	if left, _ := filepath.Glob(state + "/unsaved/*"); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestRecoveryLeavesTheTextsOfRunningProgramsAlone(t *testing.T) {
	state := t.TempDir()
	name := put(t, t.TempDir()+"/a.md", "base")
	running := crashed(state, "running")
	running.self.PID = os.Getppid()
	must(t, running.Write(load(t, name).Origin(), "theirs", when))
	mine := NewRecovery(state)
	must(t, mine.Write(load(t, name).Origin(), "mine", when))
	if found, _ := mine.Find(name); len(found) != 0 {
		t.Errorf("offered: %+v", found)
	}
	running.self.PID = 1 << 30
	must(t, running.Write(load(t, name).Origin(), "theirs", when))
	if found, _ := mine.Find(name); len(found) != 1 || found[0].Text != "theirs" {
		t.Errorf("after the program ended: %+v", found)
	}
}

func TestRecoveryIsFoundByEveryNameOfTheFile(t *testing.T) {
	state, dir := t.TempDir(), t.TempDir()
	put(t, dir+"/real.md", "base")
	must(t, os.Symlink("real.md", dir+"/link.md"))
	must(t, crashed(state, "gone").Write(load(t, dir+"/link.md").Origin(), "x", when))
	if found, _ := NewRecovery(state).Find(dir + "/real.md"); len(found) != 1 {
		t.Errorf("found %d", len(found))
	}
}

func TestRecoverySaysWhenItCannotKeepTheText(t *testing.T) {
	state := put(t, t.TempDir()+"/state", "a file where the directory should be")
	err := NewRecovery(state).Write(load(t, t.TempDir()+"/a.md").Origin(), "x", when)
	if err == nil || !strings.Contains(err.Error(), "cannot be stored: ") {
		t.Errorf("err = %v", err)
	}
}

func TestRecoverySkipsDamagedFiles(t *testing.T) {
	state := t.TempDir()
	name := t.TempDir() + "/a.md"
	must(t, crashed(state, "gone").Write(load(t, name).Origin(), "whole", when))
	put(t, state+"/unsaved/damaged.unsaved", "galley unsaved text 1\n{")
	put(t, state+"/unsaved/foreign.unsaved", "something else")
	put(t, state+"/unsaved/readme", "not ours")
	found, err := NewRecovery(state).Find(name)
	if len(found) != 1 || err == nil || !strings.Contains(err.Error(), "damaged.unsaved") || !strings.Contains(err.Error(), "foreign.unsaved") {
		t.Errorf("found %d, %v", len(found), err)
	}
}

func TestRecoveryRemovesStaleFiles(t *testing.T) {
	state := t.TempDir()
	must(t, NewRecovery(state).Clean(when)) // the directory does not exist yet
	for _, name := range []string{"old.unsaved", ".old.unsaved.galley-1234", "new.unsaved", "readme"} {
		put(t, state+"/unsaved/"+name, "")
		at := when.Add(-KeepUnsaved - time.Hour)
		if name == "new.unsaved" {
			at = when.Add(-time.Hour)
		}
		must(t, os.Chtimes(state+"/unsaved/"+name, at, at))
	}
	must(t, NewRecovery(state).Clean(when))
	entries, err := os.ReadDir(state + "/unsaved")
	must(t, err)
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if got := strings.Join(left, " "); got != "new.unsaved readme" {
		t.Errorf("left: %s", got)
	}
}

func TestTwoProgramsWithOneFileNoticeEachOther(t *testing.T) {
	state, dir := t.TempDir(), t.TempDir()
	put(t, dir+"/real.md", "")
	must(t, os.Symlink("real.md", dir+"/link.md"))
	first, second := NewPresence(state), NewPresence(state)
	second.self = program{ID: "second", PID: os.Getppid(), Host: thisProgram().Host}

	leaveFirst, err := first.Open(dir+"/real.md", when)
	must(t, err)
	if others, err := first.Others(dir + "/real.md"); len(others) != 0 || err != nil {
		t.Errorf("alone: %v, %v", others, err)
	}
	leaveSecond, err := second.Open(dir+"/link.md", when.Add(time.Minute))
	must(t, err)
	others, err := first.Others(dir + "/real.md")
	if len(others) != 1 || others[0].PID != os.Getppid() || !others[0].Since.Equal(when.Add(time.Minute)) || err != nil {
		t.Errorf("two: %+v, %v", others, err)
	}
	if others, _ := first.Others(dir + "/unrelated.md"); len(others) != 0 {
		t.Errorf("another file: %+v", others)
	}
	leaveSecond()
	if others, _ := first.Others(dir + "/real.md"); len(others) != 0 {
		t.Errorf("after the program ended: %+v", others)
	}
	leaveFirst()
	if left, _ := filepath.Glob(state + "/open/*"); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestNotesOfDeadProgramsAreRemoved(t *testing.T) {
	state := t.TempDir()
	name := t.TempDir() + "/a.md"
	for id, p := range map[string]program{
		"dead":    {PID: 1 << 30, Host: thisProgram().Host},
		"reused":  {PID: os.Getpid(), Host: thisProgram().Host},
		"foreign": {PID: 1, Host: "another-machine"},
	} {
		other := NewPresence(state)
		p.ID = id
		other.self = p
		_, err := other.Open(name, time.Now().Add(-foreignFor-time.Hour))
		must(t, err)
	}
	if others, err := NewPresence(state).Others(name); len(others) != 0 || err != nil {
		t.Errorf("%+v, %v", others, err)
	}
	if left, _ := filepath.Glob(state + "/open/*"); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// A restored text is stored before the older text that it was restored from is removed. If galley
// is killed between the two steps, both texts remain. Only the newer one may be offered.
func TestOnlyTheNewerOfATextAndWhatItWasRestoredFromIsOffered(t *testing.T) {
	state := t.TempDir()
	name := put(t, t.TempDir()+"/a.md", "base")
	o := load(t, name).Origin()
	must(t, crashed(state, "first").Write(o, "older", when))
	found, err := NewRecovery(state).Find(name)
	must(t, err)
	o.Instead = found[0].Files()
	must(t, crashed(state, "second").Write(o, "older and more", when.Add(time.Second)))
	found, err = NewRecovery(state).Find(name)
	if err != nil || len(found) != 1 || found[0].Text != "older and more" {
		t.Errorf("%+v, %v", found, err)
	}
	put(t, name, "older and more") // the program was killed after the save, before it removed the stored text
	found, err = NewRecovery(state).Find(name)
	if err != nil || len(found) != 0 {
		t.Errorf("after the save: %+v, %v", found, err)
	}
	if left, _ := filepath.Glob(state + "/unsaved/*"); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// If a stored text does not end, galley reads only a limited part of it and still finds the other
// texts.
func TestRecoveryReadsNoMoreThanATextCanHold(t *testing.T) {
	state := t.TempDir()
	d := load(t, put(t, t.TempDir()+"/a.md", "base"))
	must(t, crashed(state, "gone").Write(d.Origin(), "unsaved", when))
	for name, start := range map[string]string{
		"no line": "", "no second line": recoveryMagic + "\n",
		"no end of the text": recoveryMagic + "\n" + `{"path":"/x","program":{"id":"a","pid":1073741824,"host":"` + thisProgram().Host + `"}}` + "\n",
	} {
		f, err := os.Create(filepath.Join(state, "unsaved", name+unsavedSuffix))
		must(t, err)
		_, err = f.WriteString(start)
		must(t, err)
		must(t, f.Truncate(1<<40)) // a sparse file, which takes no space on disk
		must(t, f.Close())
	}
	allocated := testing.AllocsPerRun(1, func() {
		found, err := NewRecovery(state).Find(d.Path())
		if len(found) != 1 || found[0].Text != "unsaved" || strings.Count(err.Error(), "not a text stored") != 2 {
			t.Errorf("%d texts, %v", len(found), err)
		}
	})
	if allocated > 20_000 {
		t.Errorf("%v allocations", allocated)
	}
}
