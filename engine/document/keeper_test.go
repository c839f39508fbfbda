package document

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// left returns the unsaved text of a file that would be found if the program died now, or "". More
// than one text fails the test.
func left(t *testing.T, state, path string) string {
	t.Helper()
	found, err := asAnother(state).Find(path)
	must(t, err)
	switch len(found) {
	case 0:
		return ""
	case 1:
		return found[0].Text
	}
	t.Fatalf("%d texts remain", len(found))
	return ""
}

// asAnother returns the Recovery of another program for the same state directory.
func asAnother(state string) *Recovery {
	r := NewRecovery(state)
	r.self.ID = "another"
	return r
}

// keeper returns a Keeper whose program looks as if it had died.
func keeper(state string) *Keeper { return NewKeeper(crashed(state, "gone")) }

func TestTextIsStoredWithin250Milliseconds(t *testing.T) {
	dir := t.TempDir()
	name := put(t, dir+"/a.md", "base")
	origin := load(t, name).Origin()
	synctest.Test(t, func(t *testing.T) {
		k := keeper(dir + "/state")
		for _, text := range []string{"one", "one two", "one two three"} {
			k.Put(origin, text, time.Now())
			time.Sleep(250 * time.Millisecond)
			if got := left(t, dir+"/state", name); got != text {
				t.Errorf("250 ms after %q: %q", text, got)
			}
		}
		time.Sleep(5 * time.Second)
		for _, s := range []*slot{&k.recovery.fresh, &k.recovery.sure} {
			s.mu.Lock()
			file := s.files[name].name
			s.mu.Unlock()
			if u, _, err := readUnsaved(file, func(unsavedHead) bool { return true }); err != nil || u.Text != "one two three" {
				t.Errorf("%s: %q, %v", s.suffix, u.Text, err)
			}
		}
	})
}

func TestFastKeysCauseOneWrite(t *testing.T) {
	dir := t.TempDir()
	origin := Origin{Path: dir + "/a.md"}
	synctest.Test(t, func(t *testing.T) {
		k := keeper(dir + "/state")
		for i := range 100 {
			k.Put(origin, strings.Repeat("x", i), time.Now())
		}
		time.Sleep(KeepDelay / 2)
		k.recovery.fresh.mu.Lock()
		n := len(k.recovery.fresh.files)
		k.recovery.fresh.mu.Unlock()
		if n != 0 {
			t.Errorf("the key's path wrote to the disk")
		}
		time.Sleep(10 * time.Second)
		if got := left(t, dir+"/state", origin.Path); len(got) != 99 {
			t.Errorf("%d bytes", len(got))
		}
	})
}

func TestFailedWriteIsRetried(t *testing.T) {
	dir := t.TempDir()
	state := put(t, dir+"/state", "a file where the directory should be")
	origin := Origin{Path: dir + "/a.md"}
	synctest.Test(t, func(t *testing.T) {
		k := keeper(state)
		k.Put(origin, "pasted once, and no key after it", time.Now())
		time.Sleep(time.Minute)
		if k.Err() == nil {
			t.Error("the failure to store the text is not reported")
		}
		must(t, os.Remove(state))
		time.Sleep(maxRetry + KeepDelay)
		if got := left(t, state, origin.Path); got != "pasted once, and no key after it" {
			t.Errorf("kept: %q", got)
		}
		if err := k.Err(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute)
	})
}

// Put calls its callback once the text is on disk. After a text was restored, the callback removes
// the stored text that it was restored from.
func TestPutCallsBackWhenTextIsOnDisk(t *testing.T) {
	dir := t.TempDir()
	state := put(t, dir+"/state", "a file where the directory should be")
	origin := Origin{Path: dir + "/a.md"}
	synctest.Test(t, func(t *testing.T) {
		k := keeper(state)
		var called atomic.Int32
		k.Put(origin, "restored", time.Now(), func() error { called.Add(1); return nil })
		time.Sleep(time.Minute)
		if called.Load() != 0 {
			t.Fatal("called before the text is on disk")
		}
		must(t, os.Remove(state))
		time.Sleep(time.Minute)
		k.recovery.sure.mu.Lock()
		kept := k.recovery.sure.files[origin.Path].name
		k.recovery.sure.mu.Unlock()
		if called.Load() != 1 || kept == "" {
			t.Errorf("called %d times", called.Load())
		}
		k.Put(origin, "thrown away", time.Now(), func() error { called.Add(1); return nil })
		must(t, k.Drop()())
		if called.Load() != 2 {
			t.Errorf("after a save: called %d times", called.Load())
		}
		time.Sleep(time.Minute)
	})
}

func TestDropKeepsLaterText(t *testing.T) {
	dir := t.TempDir()
	origin := Origin{Path: dir + "/a.md"}
	synctest.Test(t, func(t *testing.T) {
		k := keeper(dir + "/state")
		k.Put(origin, "saved", time.Now())
		time.Sleep(time.Second)
		finish := k.Drop() // finish is called later, as on a slow disk
		k.Put(origin, "typed since", time.Now())
		time.Sleep(10 * time.Second)
		must(t, finish())
		if got := left(t, dir+"/state", origin.Path); got != "typed since" {
			t.Errorf("left: %q", got)
		}
		must(t, k.Drop()())
		time.Sleep(time.Minute)
		if files, _ := filepath.Glob(dir + "/state/unsaved/*"); len(files) > 0 {
			t.Errorf("left: %v", files)
		}
	})
}

func TestDropRemovesAPendingWrite(t *testing.T) {
	dir := t.TempDir()
	k := keeper(dir + "/state")
	k.last = 1
	late := kept{origin: Origin{Path: dir + "/a.md"}, text: "saved", number: 1}
	k.text = late
	must(t, k.Drop()())
	must(t, k.recovery.write(&k.recovery.fresh, late, k.isWanted))
	if files, _ := filepath.Glob(dir + "/state/unsaved/*"); len(files) > 0 {
		t.Errorf("left: %v", files)
	}
}

func TestTextUnderANewNameReplacesTheOldOne(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		k := keeper(dir + "/state")
		k.Put(Origin{Path: dir + "/a.md"}, "x", time.Now())
		time.Sleep(10 * time.Second)
		k.Put(Origin{Path: dir + "/b.md"}, "xy", time.Now())
		time.Sleep(10 * time.Second)
		if a, b := left(t, dir+"/state", dir+"/a.md"), left(t, dir+"/state", dir+"/b.md"); a != "" || b != "xy" {
			t.Errorf("%q, %q", a, b)
		}
	})
}

func TestFlushWritesTheLatestText(t *testing.T) {
	dir := t.TempDir()
	k := keeper(dir + "/state")
	must(t, k.Flush(time.Second)) // nothing to flush
	k.Put(Origin{Path: dir + "/a.md"}, "the last word", time.Now())
	must(t, k.Flush(10*time.Second))
	if got := left(t, dir+"/state", dir+"/a.md"); got != "the last word" {
		t.Errorf("left: %q", got)
	}
	must(t, k.Drop()())
}

func TestFlushReportsFailure(t *testing.T) {
	dir := t.TempDir()
	k := keeper(put(t, dir+"/state", "a file where the directory should be"))
	k.Put(Origin{Path: dir + "/a.md"}, "x", time.Now())
	if err := k.Flush(10 * time.Second); err == nil || !strings.Contains(err.Error(), "cannot be stored: ") {
		t.Errorf("err = %v", err)
	}
	_ = k.Drop()()
	// If the disk does not respond, Flush stops waiting and returns an error.
	k = keeper(dir + "/other")
	k.Put(Origin{Path: dir + "/a.md"}, "x", time.Now())
	k.recovery.fresh.mu.Lock()
	err := k.Flush(10 * time.Millisecond)
	k.recovery.fresh.mu.Unlock()
	if err == nil || !strings.Contains(err.Error(), "could not be stored within") {
		t.Errorf("err = %v", err)
	}
	must(t, k.Flush(10*time.Second))
	must(t, k.Drop()())
}

func TestNewerUncertainTextIsOffered(t *testing.T) {
	dir := t.TempDir()
	gone := crashed(dir+"/state", "gone")
	o := Origin{Path: dir + "/a.md"}
	always := func(uint64) bool { return true }
	must(t, gone.write(&gone.sure, kept{origin: o, text: "older", when: when, number: 1}, always))
	must(t, gone.write(&gone.fresh, kept{origin: o, text: "newer", when: when.Add(time.Second), number: 2}, always))
	found, err := asAnother(dir + "/state").Find(o.Path)
	if err != nil || len(found) != 1 || found[0].Text != "newer" {
		t.Fatalf("%+v, %v", found, err)
	}
	must(t, asAnother(dir+"/state").Discard(found[0]))
	if files, _ := filepath.Glob(dir + "/state/unsaved/*"); len(files) > 0 {
		t.Errorf("left: %v", files)
	}
}

func TestTruncatedTextIsSkipped(t *testing.T) {
	dir := t.TempDir()
	gone := crashed(dir+"/state", "gone")
	o := Origin{Path: dir + "/a.md"}
	must(t, gone.write(&gone.sure, kept{origin: o, text: "whole", when: when, number: 1}, func(uint64) bool { return true }))
	must(t, gone.write(&gone.fresh, kept{origin: o, text: "whole and more", when: when.Add(1), number: 2}, func(uint64) bool { return true }))
	must(t, os.Truncate(gone.fresh.files[o.Path].name, 300))
	found, err := asAnother(dir + "/state").Find(o.Path)
	if len(found) != 1 || found[0].Text != "whole" || err == nil {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestATextIsFoundByAPathThatIsNotUTF8(t *testing.T) {
	for _, path := range []string{"/caf\xe9.md", "/d\xff\xfe/a.md", "/\xc3\x28/b\x80.md"} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Dir(dir+path), 0o755); err != nil {
			t.Skipf("this file system does not allow such a name: %v", err)
		}
		gone := crashed(dir+"/state", "gone")
		must(t, gone.Write(Origin{Path: dir + path}, "x", when))
		found, err := asAnother(dir + "/state").Find(dir + path)
		if err != nil || len(found) != 1 || found[0].Path != dir+path {
			t.Errorf("%q: %+v, %v", path, found, err)
		}
	}
}

// If a text cannot be synced, galley tries again later, even if the user presses no key.
func TestFailedSyncIsRetried(t *testing.T) {
	dir := t.TempDir()
	origin := Origin{Path: dir + "/a.md"}
	synctest.Test(t, func(t *testing.T) {
		k := keeper(dir)
		k.Put(origin, "pasted once", time.Now())
		time.Sleep(syncDelay / 2)
		synctest.Wait()
		state := k.recovery.dir
		must(t, os.Rename(state, state+"-away"))
		put(t, state, "a file where the directory should be")
		time.Sleep(syncDelay + maxRetry/2)
		synctest.Wait()
		if k.Err() == nil {
			t.Error("the failure to sync the text is not reported")
		}
		must(t, os.Remove(state))
		time.Sleep(maxRetry)
		synctest.Wait()
		entries, err := os.ReadDir(state)
		must(t, err)
		if len(entries) != 1 || !strings.HasSuffix(entries[0].Name(), k.recovery.sure.suffix) || k.Err() != nil {
			t.Errorf("kept %v, %v", entries, k.Err())
		}
	})
}
