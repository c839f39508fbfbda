package unsaved

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/document"
)

// put writes a file into a directory that may not exist.
func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A message says what could not be read or removed.
func TestFailuresSayWhatWasTried(t *testing.T) {
	now := time.Now()
	damaged := func(t *testing.T, dir string) {
		put(t, filepath.Join(dir, "state", "unsaved", "x.unsaved"), "no head\n")
	}
	blocked := func(t *testing.T, dir string) { put(t, filepath.Join(dir, "state", "unsaved"), "") }
	for _, c := range []struct {
		name  string
		state func(t *testing.T, dir string)
		do    func(g *Guard, path string) any
		want  string
	}{
		{"a damaged copy", damaged, func(g *Guard, path string) any { return g.Find(path, now)() }, "A copy of unsaved text cannot be read: "},
		{"a damaged copy, among all", damaged, func(g *Guard, _ string) any { return g.FindLeft(nil, "/", now)() }, "A copy of unsaved text cannot be read: "},
		{"a damaged copy, while another file's is looked for", damaged, func(g *Guard, path string) any { return g.FindLeft([]string{path}, "/", now)() }, "A copy of unsaved text cannot be read: "},
		{"a file in the place of the directory", blocked, func(g *Guard, path string) any { return g.Find(path, now)() }, "Old copies of unsaved text were not removed: "},
	} {
		dir := t.TempDir()
		c.state(t, dir)
		msg, ok := c.do(New(filepath.Join(dir, "state")), filepath.Join(dir, "a.md")).(FailedMsg)
		if !ok || msg.Err == nil || !strings.HasPrefix(msg.Err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, msg.Err)
		}
	}
}

// The found copy is deleted once it is discarded, or once the restored text is on disk.
func TestAFoundCopyIsDeletedWhenItIsNotNeeded(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		name    string
		do      func(g *Guard, found Found, path string) any
		deleted bool
	}{
		{"nothing is done", func(*Guard, Found, string) any { return FailedMsg{} }, false},
		{"discarded", func(g *Guard, found Found, _ string) any { return g.Discard(found.Unsaved)() }, true},
		{"restored", func(g *Guard, found Found, path string) any {
			g.Restore(Text{Revision: 2, Origin: document.Origin{Path: path}, Text: found.Text, When: now}, found.Unsaved)
			return FailedMsg{g.Flush()}
		}, true},
		{"discarded where it cannot be deleted", func(g *Guard, found Found, path string) any {
			name := filepath.Join(filepath.Dir(path), "state", "unsaved", found.Files()[0])
			os.Remove(name)
			put(t, filepath.Join(name, "in the way"), "")
			msg := g.Discard(found.Unsaved)().(FailedMsg)
			if msg.Err == nil || !strings.HasPrefix(msg.Err.Error(), "The copy of unsaved text was not removed: ") {
				t.Errorf("the failure is %v", msg.Err)
			}
			return FailedMsg{}
		}, false},
	} {
		dir := t.TempDir()
		state, path := filepath.Join(dir, "state"), filepath.Join(dir, "a.md")
		left(t, state, path, "", "typed\n", now)
		g := New(state)
		found, ok := g.Find(path, now)().(Found)
		if !ok {
			t.Fatal("nothing is found")
		}
		if msg := c.do(g, found, path); msg != (FailedMsg{}) {
			t.Errorf("%s: %v", c.name, msg)
		}
		if _, err := os.Stat(filepath.Join(state, "unsaved", found.Files()[0])); os.IsNotExist(err) != c.deleted {
			t.Errorf("%s: deleted %v", c.name, !c.deleted)
		}
	}
}

// A restored text names the copy that it was made from: if the program ends before that copy is
// deleted, only one of them is offered.
func TestARestoredTextReplacesItsCopy(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	state, path := filepath.Join(dir, "state"), filepath.Join(dir, "a.md")
	left(t, state, path, "", "typed\n", now)
	g := New(state)
	found, ok := g.Find(path, now)().(Found)
	if !ok {
		t.Fatal("nothing is found")
	}
	g.Restore(Text{Revision: 2, Origin: document.Origin{Path: path}, Text: "typed\nmore\n", When: now}, found.Unsaved)
	if err := g.Flush(); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(state, "unsaved", "*.unsaved"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), `"instead":["`+found.Files()[0]) {
			t.Errorf("the copy %s does not name the one that it replaces", text)
		}
	}
}

// Temporary files that interrupted saves left are removed beside the file, and in the directories
// that are named, whether or not unsaved text is kept.
func TestLeftoversOfSavesAreRemoved(t *testing.T) {
	now := time.Now()
	for _, g := range []*Guard{nil, New(t.TempDir())} {
		dir, other := t.TempDir(), t.TempDir()
		old := filepath.Join(dir, ".a.md.galley-0123456789abcdef")
		beside := filepath.Join(other, ".b.md.galley-0123456789abcdef")
		put(t, old, "half")
		put(t, beside, "half")
		g.Find(filepath.Join(dir, "a.md"), now.Add(24*time.Hour), other)()
		for _, name := range []string{old, beside} {
			if _, err := os.Stat(name); !os.IsNotExist(err) {
				t.Errorf("%s is still there", name)
			}
		}
	}
}

func TestTheQuestionSaysWhenAndWhereTheTextWasTyped(t *testing.T) {
	when := time.Date(2026, 3, 4, 5, 6, 0, 0, time.Local)
	here, there := Found{}, Found{}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	here.When, there.When = when, when
	here.Program.Host, there.Program.Host = host, "another"
	for _, c := range []struct {
		found Found
		want  string
	}{
		{here, "Text typed on 4 March at 05:06 was not saved."}, {there, "Text typed on 4 March at 05:06, on another, was not saved."},
	} {
		if text, _ := c.found.Question(); text != c.want {
			t.Errorf("asked %q, want %q", text, c.want)
		}
		if text := c.found.Short(); text != "typed on 4 March at 05:06" {
			t.Errorf("said %q", text)
		}
	}
}
