package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/engine/template"
	"galley/ui/unsaved"
)

// The unsaved text is compared with the file as it is on disk now. If several files have unsaved
// text, the user chooses one.
func TestUnsavedChangesAreShown(t *testing.T) {
	changes := func(b *bench) *bench { return b.Does(b.Changes) }
	tell(t, "one\n", nil, func(b *bench) {
		changes(b).Hears("Nothing is unsaved")
		b.types("two\n")
		changes(b.writes("p.md", "now\n")).Sees("p.md on disk (−) and unsaved (+)", "-now", "+two").Misses("one").Press("esc")
		b.writes("q.md", "1\n").writes("r.md", "same\n").opens("r.md").opens("q.md").types("2\n")
		changes(b).Sees("Unsaved changes: in which file?", "p.md", "q.md").Misses("r.md").Press("down", "enter").Sees("q.md on disk (−) and unsaved (+)", "-1", "+2").Press("esc")
		if err := os.Remove(filepath.Join(b.dir, "q.md")); err != nil {
			t.Fatal(err)
		}
		b.check()
		b.Screen.ClearNews()
		changes(b).Sees("q.md (gone)").Press("down", "enter").Sees("+2").Misses("-1").Press("esc")
	})
	tell(t, "-", func(o *Options, _ string) { o.Piped = "from a pipe\n" }, func(b *bench) {
		changes(b).Sees("standard input (−) and the unsaved text (+)", "+from a pipe").Misses("-from")
	})
	tell(t, "-", func(o *Options, _ string) { o.BuiltIn = true }, func(b *bench) {
		b.types(template.Default + "more\n")
		changes(b).Sees("built-in template (−) and the unsaved text (+)", "+more").Misses("+" + strings.SplitN(template.Default, "\n", 2)[0])
	})
	tell(t, "one\n", func(o *Options, _ string) { o.Store = unreadable{} }, func(b *bench) {
		b.types("two\n")
		changes(b).Warned("Cannot compare: permission denied")
		if b.Dialog() != "" {
			t.Error("something is compared")
		}
	})
}

// unreadable is a disk that lets nobody read.
type unreadable struct{ Disk }

func (unreadable) Load(string) (*document.Document, error) { return nil, fs.ErrPermission }

// Text is not saved under a name that cannot be read.
func TestANameThatCannotBeReadIsNotSavedTo(t *testing.T) {
	tell(t, "-", func(o *Options, _ string) { o.Piped, o.Store = "from a pipe\n", unreadable{} }, func(b *bench) {
		b.save().Press("enter").Warned("Not saved: permission denied").text("from a pipe\n", true)
	})
}

// A file is closed after saving only if it was saved.
func TestAFileThatIsNotSavedStaysOpen(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("q.md", "1\n").opens("q.md").types("2\n")
		b.o.Written = func(f *File, _ bool) string { // the user types while the file is written
			f.Editor.Replace(f.Editor.Text() + "3\n")
			return "a note"
		}
		b.Does(func() tea.Cmd { return b.Close(b.Current()) }).Press("s").Hears("Saved q.md, 2 bytes; a note").holds("q.md", "2\n").text("2\n3\n", true)
		if len(b.All()) != 2 {
			t.Error("the file is closed")
		}
		if b.Does(b.Quit).Press("s"); b.left {
			t.Error("the program ends with unsaved text")
		}
	})
}

// The question at the end names the template if it has no file.
func TestTheTemplateWithoutAFileIsNamed(t *testing.T) {
	tell(t, "-", func(o *Options, _ string) { o.Piped = "from a pipe\n" }, func(b *bench) {
		b.Does(b.Quit).Sees("The template has changes that are not saved.").Press("esc")
		if b.left {
			t.Error("the program ended")
		}
	})
}

// A message says when the copies of unsaved text can no longer be written, and when they can be
// written again.
func TestAPlaceForCopiesThatFailsIsTold(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		state := b.o.StateDir
		if err := errors.Join(os.RemoveAll(state), os.WriteFile(state, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		keep := func(text string) {
			b.types(text).Run(b.Keep())
			time.Sleep(time.Minute)
			b.Current().unsaved.Keep()
			b.Tick()
		}
		b.Tick()
		b.Hears("")
		keep("two\n")
		b.Warned("Typed text cannot be stored: ")
		b.Tick()
		b.Hears("")
		if err := os.Remove(state); err != nil {
			t.Fatal(err)
		}
		keep("three\n")
		b.Hears("Typed text is stored again")
	})
}

// If a copy cannot be removed, a message says so.
func TestACopyThatCannotBeRemovedIsTold(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.Files.Update(unsaved.FailedMsg{Err: errors.New("it is locked")})
		b.Warned("it is locked").Files.Update(unsaved.FailedMsg{})
		b.Hears("")
		b.Files.Update(unsaved.Left{})
		if b.Hears(""); b.Dialog() != "" {
			t.Error("nothing was left, and something is asked")
		}
	})
}

// If a file is opened at a place, the place is in the middle of the pane.
func TestAPlaceIsShownInTheMiddle(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("long.md", strings.Repeat("line\n", 100)).opens("long.md")
		f := b.Current()
		for _, at := range []Place{{Line: 50}, {Offset: 49 * len("line\n")}} {
			f.Editor.Resize(40, 10)
			f.Editor.SetCaret(0)
			f.Editor.ScrollTo(0)
			b.Does(func() tea.Cmd { return b.Show(f, at) })
			if top := f.Editor.TopLine(); top != 45 || f.Editor.Position().Line != 50 {
				t.Errorf("%+v: line %d, the first on screen is %d", at, f.Editor.Position().Line, top)
			}
		}
	})
}

// Text that was typed after a pause is undone separately.
func TestAPauseSeparatesWhatIsTyped(t *testing.T) {
	tell(t, "", nil, func(b *bench) {
		for _, letter := range []string{"a", "b", "c"} {
			if letter == "c" {
				time.Sleep(time.Minute)
			}
			b.Does(func() tea.Cmd { return b.Current().Edit(func() { b.Current().Editor.Insert(letter) }) })
		}
		for _, want := range []string{"ab", ""} {
			b.Does(func() tea.Cmd { return b.Current().Edit(func() { b.Current().Editor.Undo() }) })
			if got := b.Current().Editor.Text(); got != want {
				t.Errorf("the text is %q, want %q", got, want)
			}
		}
	})
}
