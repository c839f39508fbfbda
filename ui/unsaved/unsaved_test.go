package unsaved

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/document"
)

// left stores what a killed run leaves of a file: the text that its guard kept.
func left(t *testing.T, state, path, from, text string, now time.Time) {
	t.Helper()
	doc, err := document.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	g := New(state)
	g.Put(Text{Revision: 1, Origin: document.Origin{Path: path, From: from, Digest: doc.Digest()}, Text: text, When: now})
	if err := g.Flush(); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(state, "unsaved", "*"))
	if err != nil || len(all) == 0 {
		t.Fatal("nothing is stored", err)
	}
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dead := strings.NewReplacer(`"program":{"id":"`, `"program":{"id":"another`, fmt.Sprintf(`"pid":%d`, os.Getpid()), `"pid":1073741824`).Replace(string(text)) // above the largest process number
		if err := os.WriteFile(strings.TrimSuffix(name, ".unsaved")+"-another.unsaved", []byte(dead), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStateOfTheFileIsReported(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		name                   string
		change                 func(path string) error
		want                   Change
		short, asks, restoring string
	}{
		{"the same", func(string) error { return nil }, Same, "typed on ", " was not saved.", "Restore it; undo reverts that"},
		{"changed", func(path string) error { return os.WriteFile(path, []byte("other\n"), 0o600) }, Changed, "file changed since ", "The file has changed since, on ", "in place of the changed"},
		{"gone", os.Remove, Gone, "file deleted; typed on ", "The file has been deleted since.", "creates the file again"},
		{"a directory now", func(path string) error { os.Remove(path); return os.Mkdir(path, 0o700) }, Changed, "file changed since ", "The file has changed since:", "in place of the changed"},
	} {
		dir := t.TempDir()
		state, path := filepath.Join(dir, "state"), filepath.Join(dir, "a.md")
		if err := os.WriteFile(path, []byte("saved\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		left(t, state, path, "", "typed\n", now)
		if err := c.change(path); err != nil {
			t.Fatal(err)
		}
		found, ok := New(state).Find(path, now)().(Found)
		if !ok || found.Text != "typed\n" || found.Change != c.want {
			t.Errorf("%s: %v %+v", c.name, ok, found)
			continue
		}
		text, restore := found.Question()
		if !strings.HasPrefix(found.Short(), c.short) || !strings.Contains(text, c.asks) || !strings.Contains(restore, c.restoring) {
			t.Errorf("%s: %q, %q, %q", c.name, found.Short(), text, restore)
		}
		if holds := map[string]string{"the same": "saved\n", "changed": "other\n"}[c.name]; found.Now != holds || found.Written.IsZero() != (holds == "") {
			t.Errorf("%s: now %q, written %v", c.name, found.Now, found.Written)
		}
	}
}

func TestTextOfAnEarlierRunIsFoundOnce(t *testing.T) {
	now := time.Now()
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	at := func(name string) string { return filepath.Join(dir, name) }
	left(t, state, at("a"), dir, "A", now)
	left(t, state, at("b"), dir, "B", now)
	left(t, state, at("c"), "/elsewhere", "C", now)
	names := func(from string, paths ...string) string {
		msg, ok := New(state).FindLeft(paths, from, now)().(Left)
		if !ok {
			t.Fatal("nothing can be read")
		}
		var all []string
		for _, f := range msg.Found {
			all = append(all, filepath.Base(f.Path))
		}
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		from  string
		paths []string
		want  string
	}{
		{dir, []string{at("a"), at("none")}, "a b"}, {dir, nil, "a b"}, {"", []string{at("a")}, "a"}, {"/elsewhere", nil, "c"}, {"/nowhere", []string{at("c")}, "c"},
	} {
		got := strings.Fields(names(c.from, c.paths...))
		want := map[string]bool{}
		for _, w := range strings.Fields(c.want) {
			want[w] = true
		}
		for _, g := range got {
			if !want[g] {
				t.Errorf("from %q: found %v, want %s", c.from, got, c.want)
			}
		}
		if len(got) != len(want) {
			t.Errorf("from %q: found %v, want %s", c.from, got, c.want)
		}
	}
	var none *Guard
	if msg := none.Find(at("a"), now)(); msg != nil {
		t.Errorf("without a guard: %v", msg)
	}
	if msg, ok := none.FindLeft([]string{at("a")}, dir, now)().(Left); !ok || len(msg.Found) > 0 {
		t.Errorf("without a guard: %v", msg)
	}
	if msg := New(state).Find(at("none"), now)(); msg != (FailedMsg{}) {
		t.Errorf("where nothing was stored: %v", msg)
	}
}

func TestGuardRemembersItsText(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	g := New(filepath.Join(dir, "state"))
	path := filepath.Join(dir, "a")
	if g.Has(0) || g.TypedHere() || g.Drop() != nil {
		t.Error("a new guard has a text")
	}
	text := Text{Revision: 3, Origin: document.Origin{Path: path}, Text: "one", When: now}
	g.Put(text)
	if !g.Has(3) || g.Has(4) || !g.TypedHere() {
		t.Error("the text that was put is not known")
	}
	if msg := g.Drop()(); msg != (FailedMsg{}) || g.Has(3) || g.TypedHere() {
		t.Errorf("the dropped text is still stored: %v", msg)
	}
	left(t, filepath.Join(dir, "state"), path, "", "left", now)
	found, ok := g.Find(path, now)().(Found)
	if !ok {
		t.Fatal("nothing is found")
	}
	g.Restore(text, found.Unsaved)
	if g.TypedHere() || !g.Has(3) {
		t.Error("a restored text counts as typed here")
	}
	if err := g.Flush(); err != nil {
		t.Fatal(err)
	}
	if text, bad := g.News(); text != "" || bad {
		t.Errorf("news %q", text)
	}
	var none *Guard
	if !none.Has(1) || none.TypedHere() || none.Drop() != nil || none.Flush() != nil || New("") != nil {
		t.Error("a guard without a directory does something")
	}
	none.Put(text)
	none.Keep()
}

func TestFailureToStoreIsReportedOnce(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	if err := os.WriteFile(state, nil, 0o600); err != nil { // no directory can be made there
		t.Fatal(err)
	}
	g := New(state)
	g.Put(Text{Revision: 1, Origin: document.Origin{Path: filepath.Join(dir, "a")}, Text: "one", When: time.Now()})
	if err := g.Flush(); err == nil {
		t.Fatal("it is stored")
	}
	if text, bad := g.News(); !bad || text != "Typed text cannot be stored: not a directory: "+state {
		t.Errorf("news %q, bad %v", text, bad)
	}
	if text, bad := g.News(); text != "" || bad {
		t.Errorf("told twice: %q", text)
	}
	if err := os.Remove(state); err != nil {
		t.Fatal(err)
	}
	g.Put(Text{Revision: 2, Origin: document.Origin{Path: filepath.Join(dir, "a")}, Text: "two", When: time.Now()})
	g.Keep()
	if text, bad := g.News(); text != "Typed text is stored again" || bad {
		t.Errorf("news %q, bad %v", text, bad)
	}
	if text, bad := g.News(); text != "" || bad {
		t.Errorf("told twice: %q", text)
	}
	var none *Guard
	if text, bad := none.News(); text != "" || bad {
		t.Errorf("without a guard the news is %q", text)
	}
}
