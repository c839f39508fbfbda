package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/template"
	"galley/ui/editor"
)

// disk is a store that fails or gives other answers if a test sets its fields.
type disk struct {
	Disk
	load, save error
	saved      *document.Saved
	outside    func(d *document.Document) (*document.ConflictError, error)
}

func (s *disk) Load(path string) (*document.Document, error) {
	if s.load != nil {
		return nil, s.load
	}
	return s.Disk.Load(path)
}

func (s *disk) Save(d *document.Document, text string, o document.SaveOptions) (document.Saved, error) {
	if s.save != nil {
		return document.Saved{}, s.save
	}
	got, err := s.Disk.Save(d, text, o)
	if s.saved != nil {
		got = *s.saved
	}
	return got, err
}

func (s *disk) Outside(d *document.Document) (*document.ConflictError, error) {
	if s.outside != nil {
		return s.outside(d)
	}
	return s.Disk.Outside(d)
}

// withDisk lets a story use a store.
func withDisk(s *disk) func(*Options, string) { return func(o *Options, _ string) { o.Store = s } }

func TestFailuresOfTheDiskAreSaidAndLoseNothing(t *testing.T) {
	store := new(disk)
	tell(t, "one\n", withDisk(store), func(b *bench) {
		f := b.Current()
		store.save = errors.New("the disk is full")
		b.types("two\n").save().Warned("Not saved: the disk is full").text("two\n", true).holds("p.md", "one\n")
		b.rebuilt = 0
		store.save, store.saved = nil, &document.Saved{Path: f.Path(), Size: 4, InPlace: true, Why: "it has two names"}
		f.in.o.Written = func(g *File, named bool) string { return fmt.Sprint(g == f, " ", named) }
		if b.save().Hears("Saved p.md, 4 bytes (written in place: it has two names); true false"); b.rebuilt != 1 {
			t.Errorf("the prompt is made again %d times", b.rebuilt)
		}
		store.load = errors.New("it cannot be read")
		b.opens("q.md").Warned("Not opened: it cannot be read")
		b.writes("p.md", "theirs\n").check().Warned("Not reloaded: it cannot be read").text("two\n", false)
		b.types("mine\n").check().Press("m").Warned("Not merged: it cannot be read").text("mine\n", true)
		store.outside = func(*document.Document) (*document.ConflictError, error) { return nil, errors.New("no permission") }
		b.check().Warned("p.md can no longer be read; the text here is safe: no permission").text("mine\n", true)
	})
}

// While a save runs, the user may type on: the file then still has unsaved text.
func TestTextTypedDuringASaveStaysUnsaved(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		f := b.types("two\n").Current()
		save := f.Save()
		f.Edit(func() { f.Editor.Replace("three\n") })
		b.Run(save).Hears("Saved p.md, 4 bytes").holds("p.md", "two\n").text("three\n", true)
		b.writes("p.md", "theirs\n").Does(func() tea.Cmd { f.Editor.MarkSaved(); return nil })
		taking := f.take(f.Path(), true)
		f.Edit(func() { f.Editor.Replace("typed meanwhile\n") })
		b.Run(taking).text("typed meanwhile\n", true).Sees("The file has changed on disk").Press("k")
	})
}

// A file that has become too large is neither compared nor merged.
func TestFileThatHasBecomeLarge(t *testing.T) {
	store := new(disk)
	tell(t, "one\n", withDisk(store), func(b *bench) {
		p := b.Current().Path()
		large := &document.ConflictError{Path: p, Kind: document.Changed, Large: true, Size: 3_000_000}
		store.outside = func(*document.Document) (*document.ConflictError, error) { return large, nil }
		const size = "It has 3000000 bytes now: too much to compare or merge."
		b.check().Sees("The file has changed on disk", "p.md was changed by another program.", size, "Keep mine; saving asks again", "Take theirs; undo restores mine").
			Misses("Merge", "difference", "and here too").Press("k").text("one\n", false)
		b.writes("p.md", "theirs\n").check().Press("t").Hears("Reloaded p.md").text("theirs\n", false)
		store.save = large
		b.types("mine\n").save().Sees("Not saved: the file has changed on disk", "p.md is not the file that was opened here.", size, "Keep mine: overwrite the file").
			Misses("Merge", "difference").Press("t").text("theirs\n", false)
		store.save = nil
		b.writes("q.md", "2\n").opens("q.md").types("my two\n").Show(b.Template(), Place{})
		b.types("my one\n").check().Sees("Files have changed on disk", size).Press("m", "t", "enter").text("theirs\n", false)
		store.outside = nil
		// The file becomes too large after it was compared.
		grown := false
		store.outside = func(d *document.Document) (*document.ConflictError, error) {
			if grown {
				return large, nil
			}
			grown = true
			return &document.ConflictError{Path: p, Kind: document.Changed, Text: "x"}, nil
		}
		b.Run(b.Changed([]string{p})).Screen.Pressed(tea.KeyMsg{Type: tea.KeyEsc})
		time.Sleep(time.Second)
		b.Run(b.Screen.Next()).Sees(size).Press("k").text("theirs\n", false)
	})
}

func TestSeveralChangedFilesGetWhatWasChosen(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("q.md", "1\n2\n3\n").opens("q.md").types("mine\n1\n2\n3\n").Show(b.Template(), Place{})
		b.types("my one\n").writes("p.md", "their one\n").writes("q.md", "1\n2\n3\ntheirs\n").check()
		b.Sees("Apply", "Merge both", "Take theirs").Press("down", "m", "v").Sees("On disk (−) and here (+)", "+mine", "-theirs").Press("esc")
		b.Sees("Files have changed on disk").Press("enter").text("my one\n", true).holds("p.md", "their one\n")
		b.opens("q.md").text("mine\n1\n2\n3\ntheirs\n", true)
	})
}

// Without a state directory, nothing can be kept for the next start.
func TestWithoutADirectoryOfStateNothingIsKept(t *testing.T) {
	tell(t, "one\n", func(o *Options, _ string) { o.StateDir = "" }, func(b *bench) {
		b.Warned("Unsaved text is not stored: neither XDG_STATE_HOME nor HOME says where")
		b.types("two\n").Run(b.Keep())
		b.Does(b.Quit).Sees("Save and quit", "Discard them and quit").Misses("Keep", "Choose for each").Press("esc")
		b.writes("q.md", "1\n").opens("q.md").types("2\n")
		b.Does(b.Quit).Sees("Choose for each file").Misses("Keep").Press("e").Sees("Save", "Discard", "Apply and quit").Misses("Keep").
			Press("d", "s", "enter").holds("p.md", "one\n").holds("q.md", "2\n")
		if !b.left {
			t.Error("the program does not end")
		}
		if err := b.Rescue(); err != nil {
			t.Error(err)
		}
	})
}

// stored returns the number of files with unsaved texts in the state directory.
func (b *bench) stored() int {
	all, err := filepath.Glob(filepath.Join(b.Files.o.StateDir, "unsaved", "*"))
	if err != nil {
		b.T.Fatal(err)
	}
	return len(all)
}

func TestUnsavedTextIsKeptForTheNextStart(t *testing.T) {
	for key, want := range map[string]bool{"k": true, "d": false} {
		tell(t, "one\n", nil, func(b *bench) {
			b.types("two\n").Run(b.Keep())
			if err := b.Rescue(); err != nil || b.stored() == 0 {
				t.Fatalf("%d texts are stored (%v)", b.stored(), err)
			}
			b.Does(b.Quit).Sees("Keep them for next time and quit").Press(key).holds("p.md", "one\n")
			if got := b.stored() > 0; got != want || !b.left {
				t.Errorf("%s: kept %v, ended %v", key, got, b.left)
			}
		})
	}
	tell(t, "one\n", nil, func(b *bench) { // one file's text is kept, the other's saved
		b.types("two\n").writes("q.md", "1\n").opens("q.md").types("2\n").Run(b.Keep())
		b.Does(b.Quit).Press("e").Sees("Keep for next time").Press("k", "s", "enter").holds("p.md", "one\n").holds("q.md", "2\n")
		if b.stored() == 0 || !b.left {
			t.Errorf("%d texts are kept, ended %v", b.stored(), b.left)
		}
	})
	tell(t, "one\n", func(o *Options, dir string) { // in a state directory where nothing can be written
		o.StateDir = filepath.Join(dir, "p.md")
	}, func(b *bench) {
		b.types("two\n").Run(b.Keep())
		if err := b.Rescue(); err == nil {
			t.Error("text that could not be kept counts as kept")
		}
		b.Tick()
		b.Warned("Typed text cannot be stored: ")
		b.Does(b.Quit).Press("k").Warned("The text was not stored: ")
		if b.left {
			t.Error("the program ended although the text is lost")
		}
	})
}

func TestFilesBesideTheTemplate(t *testing.T) {
	tell(t, "one\n", func(o *Options, dir string) { o.Editor.Margin = 3 }, func(b *bench) {
		b.writes("q.md", "two\n")
		q := filepath.Join(b.dir, "q.md")
		var got *File
		then := func(f *File) tea.Cmd { got = f; return nil }
		b.rebuilt = 0
		b.Does(func() tea.Cmd { return b.OpenBeside(q, then) })
		if got == nil || got.Path() != q || b.Current() != b.Template() || b.shown != nil || b.rebuilt != 1 || len(b.All()) != 2 {
			t.Fatalf("beside: %v, %d files, rebuilt %d times", got, len(b.All()), b.rebuilt)
		}
		first := got
		if b.Does(func() tea.Cmd { return b.OpenBeside(q, then) }); got != first || b.rebuilt != 1 {
			t.Error("an open file was opened again")
		}
		if b.Put(first); b.Current() != first || first.Editor.Options().Margin != 3 {
			t.Errorf("the file is not shown, or its the margin is %d", first.Editor.Options().Margin)
		}
		b.SetEditorOptions(func(o *editor.Options) { o.Margin = 5 })
		b.writes("r.md", "three\n").opens("r.md")
		for _, f := range b.All() {
			if w := f.Editor.Options().Margin; w != 5 {
				t.Errorf("%s: the margin is %d", f.Path(), w)
			}
		}
		b.rebuilt = 0
		b.Does(func() tea.Cmd { return b.Drop(first) })
		if len(b.All()) != 2 || b.Current() != b.All()[1] || b.rebuilt != 1 {
			t.Errorf("%d files, rebuilt %d times", len(b.All()), b.rebuilt)
		}
		if b.Does(func() tea.Cmd { return b.Drop(b.Current()) }); b.Current() != b.Template() || len(b.All()) != 1 {
			t.Error("the template is not shown after the other file is closed")
		}
		for i := 1; i < mostOpen; i++ {
			b.opens(fmt.Sprintf("n%d.md", i)).Hears("does not exist yet")
		}
		if b.opens("more.md").Warned("50 files are open: close one first"); len(b.All()) != mostOpen {
			t.Errorf("%d files are open", len(b.All()))
		}
		b.opens("n7.md").Hears("n7.md does not exist yet")
	})
}

func TestUnsavedTextsOfFilesAreGivenAsTheyWouldBeWritten(t *testing.T) {
	tell(t, "\ufeffone\r\n", nil, func(b *bench) {
		if got := b.Unsaved(); got != nil {
			t.Errorf("nothing is unsaved, but %v", got)
		}
		p, q := filepath.Join(b.dir, "p.md"), filepath.Join(b.dir, "q.md")
		b.types("two\r\n").writes("q.md", "1\n").opens("q.md").writes("r.md", "3\n").opens("r.md").types("4\n").Show(b.All()[1], Place{})
		want := []facts.Unsaved{{Path: p, Text: "\ufefftwo\r\n"}, {Path: filepath.Join(b.dir, "r.md"), Text: "4\n"}}
		if got := b.Unsaved(); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		b.types("2\n")
		if got := b.Unsaved(); len(got) != 3 || got[1] != (facts.Unsaved{Path: q, Text: "2\n"}) {
			t.Errorf("%q", got)
		}
		for _, f := range b.All() {
			if got := f.Names(); !slices.Equal(got, []string{f.Path(), f.Path()}) {
				t.Errorf("%s may change as %q", f.Path(), got)
			}
		}
	})
	tell(t, "-", func(o *Options, _ string) { o.BuiltIn = true }, func(b *bench) {
		b.types("changed\n")
		if got := b.Unsaved(); got != nil {
			t.Errorf("the built-in template is among %q", got)
		}
		if b.Template().Names() != nil || b.Check() != nil {
			t.Error("the built-in template is compared with a file")
		}
	})
}

// A new file begins with the text that comes with the place to open. If it is opened again, its
// own text stays.
func TestNewFileBeginsWithItsText(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		at := Place{Text: "# Rules\n"}
		open := func(name string) { b.Does(func() tea.Cmd { return b.Open(filepath.Join(b.dir, name), at) }) }
		open("new.md")
		b.Hears("new.md does not exist yet: saving creates it").text("# Rules\n", true)
		b.types("mine\n")
		open("new.md")
		b.Hears("").text("mine\n", true)
		open("p.md")
		b.Hears("").text("one\n", false)
		b.Does(func() tea.Cmd { b.Show(b.All()[1], Place{}); return b.Current().Save() }).Hears("Saved new.md, 5 bytes")
		if name, state := b.Current().Title(); name+state != "new.md" {
			t.Errorf("its name is %q", name+state)
		}
	})
}

func TestRuleFileIsShownAtTheStart(t *testing.T) {
	for name, locked := range map[string]bool{"rule.md": false, "../rule.md": true} {
		tell(t, "-", func(o *Options, dir string) {
			path := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(path, []byte("rule\n"), 0o644)); err != nil {
				t.Fatal(err)
			}
			doc, err := document.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			o.Rule, o.BuiltIn = doc, true
		}, func(b *bench) {
			b.text("rule\n", false)
			if b.Current().IsTemplate() || len(b.All()) != 2 || b.Template().Editor.Text() != template.Default || (strings.Join(b.Current().Form(), " ") == "read-only") != locked || b.Current().Locked() != locked {
				t.Errorf("%s: %d files, form %q", name, len(b.All()), b.Current().Form())
			}
		})
	}
}

// A note in the state directory says that the file is open, until it is closed.
func TestANoteThatAFileIsOpenIsWithdrawn(t *testing.T) {
	notes := func(b *bench) int {
		all, err := filepath.Glob(filepath.Join(b.Files.o.StateDir, "open", "*"))
		if err != nil {
			b.T.Fatal(err)
		}
		return len(all)
	}
	tell(t, "one\n", nil, func(b *bench) {
		if n := notes(b); n != 1 {
			t.Fatalf("%d notes about the template", n)
		}
		b.writes("q.md", "two\n").opens("q.md")
		if n := notes(b); n != 2 {
			t.Errorf("%d notes about two files", n)
		}
		b.Does(func() tea.Cmd { return b.Close(b.Current()) })
		if n := notes(b); n != 1 {
			t.Errorf("%d notes after one is closed", n)
		}
		b.Does(func() tea.Cmd { b.Current().SaveAs(); return nil }).Press("clear", "r.md", "enter").Hears("Saved r.md")
		if n := notes(b); n != 1 {
			t.Errorf("%d notes under the new name", n)
		}
		b.Withdraw()
		if n := notes(b); n != 0 {
			t.Errorf("%d notes are left", n)
		}
		for _, c := range []struct {
			msg  tea.Msg
			want bool
		}{{openedMsg{err: errors.New("x")}, true}, {"x", false}, {nil, false}} {
			if _, ok := b.Files.Update(c.msg); ok != c.want {
				t.Errorf("%T is handled: %v", c.msg, ok)
			}
		}
	})
}
