package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
)

func TestAFileIsSavedUnderItsNameOrAnother(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.text("one\n", false).types("two\n").text("two\n", true).save().Hears("Saved p.md, 4 bytes").holds("p.md", "two\n").text("two\n", false)
		b.Does(func() tea.Cmd { b.Current().SaveAs(); return nil }).Sees("Save as").Press("clear", "q.md", "enter").Hears("Saved q.md").holds("q.md", "two\n")
		if got := b.Current().Path(); got != filepath.Join(b.dir, "q.md") {
			t.Errorf("the file is %s", got)
		}
		b.Does(func() tea.Cmd { b.Current().SaveAs(); return nil }).Press("clear", "enter").Hears("")
		b.Does(func() tea.Cmd { b.Current().SaveAs(); return nil }).Press("clear", "none/x.md", "esc").Hears("")
	})
}

// Text from standard input has no file. Saving it asks for a name, and asks again before it
// overwrites an existing file.
func TestTextWithoutAFileAsksForItsName(t *testing.T) {
	tell(t, "-", func(o *Options, _ string) { o.Piped = "from a pipe\n" }, func(b *bench) {
		if name, _ := b.Current().Title(); name != "standard input" || b.Current().Path() != "" || b.Current().Form() != nil {
			t.Errorf("its name is %q", name)
		}
		b.text("from a pipe\n", true).writes("p.md", "theirs\n").save().Sees("Save as", "p.md").Press("enter").Sees("Not saved: the file exists already").
			Press("esc").holds("p.md", "theirs\n").text("from a pipe\n", true)
		b.save().Press("enter", "k").Hears("Saved p.md").holds("p.md", "from a pipe\n").text("from a pipe\n", false)
		if name, state := b.Current().Title(); name+state != "p.md" {
			t.Errorf("its name is %q", name+state)
		}
	})
}

func TestBuiltInTemplateHasNoFileUntilSaved(t *testing.T) {
	tell(t, "-", func(o *Options, _ string) { o.BuiltIn = true }, func(b *bench) {
		f := b.Current()
		if name, _ := f.Title(); name != "built-in template" || !f.BuiltIn() || f.Dirty() || !f.IsTemplate() {
			t.Errorf("its name is %q, built in %v, unsaved %v", name, f.BuiltIn(), f.Dirty())
		}
		b.save().Press("enter").Hears("Saved p.md")
		if f.BuiltIn() {
			t.Error("after a save it still counts as built in")
		}
	})
}

// If a file has changed on disk, galley loads the new text if nothing would be lost; otherwise it
// asks.
func TestChangedFileIsReloadedOrAskedAbout(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		if b.check().Hears(""); b.Dialog() != "" {
			t.Error("no change was found")
		}
		b.rebuilt = 0
		if b.writes("p.md", "theirs\n").check().Hears("Reloaded p.md").text("theirs\n", false); b.rebuilt != 1 {
			t.Errorf("the prompt is made again %d times", b.rebuilt)
		}
		b.types("mine\n").writes("p.md", "other\n").check().Sees("The file has changed on disk", "and here too").Press("d").Sees("-other", "+mine").
			Press("esc").Sees("The file has changed on disk").Press("k").text("mine\n", true).holds("p.md", "other\n")
		b.check().Press("t").Hears("Reloaded").text("other\n", false)
		b.types("line\nother\n").writes("p.md", "other\nend\n").check().Press("m").Hears("Merged the changes").text("line\nother\nend\n", true).save().holds("p.md", "line\nother\nend\n")
	})
}

func TestSavingOverAChangeAsks(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.types("mine\n").writes("p.md", "theirs\n").save().Sees("Not saved: the file has changed on disk").Press("d").Sees("-theirs", "+mine").Press("esc").
			Press("k").Hears("Saved p.md").holds("p.md", "mine\n").text("mine\n", false)
		b.types("mine again\n").writes("p.md", "theirs again\n").save().Press("t").text("theirs again\n", false).holds("p.md", "theirs again\n")
		if err := os.Remove(filepath.Join(b.dir, "p.md")); err != nil {
			t.Fatal(err)
		}
		b.check().Warned("p.md was deleted from the disk; saving writes it again").text("theirs again\n", true)
		if name, state := b.Current().Title(); name+state != "p.md (gone)" {
			t.Errorf("its name is %q", name+state)
		}
		b.save().Sees("Not saved: the file was deleted").Misses("Show the difference", "Merge both").Press("k").holds("p.md", "theirs again\n").text("theirs again\n", false)
	})
}

// If several files have changed, one dialog asks about all of them, with a choice for each.
func TestSeveralFilesThatChangedAreAskedAboutTogether(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("q.md", "two\n").opens("q.md").types("my two\n").Show(b.Template(), Place{})
		b.types("my one\n").writes("p.md", "their one\n").writes("q.md", "their two\n").check().
			Sees("Files have changed on disk", "p.md", "q.md", "Keep mine").Press("t", "enter").text("their one\n", false)
		b.opens("q.md").text("my two\n", true).holds("q.md", "their two\n")
	})
}

// A change that galley notices by itself is asked about only when nobody is typing.
func TestAChangeFromOutsideWaitsUntilNobodyTypes(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		names := []string{filepath.Join(b.dir, "p.md")}
		b.writes("p.md", "theirs\n").Run(b.Changed(append(names, "/other")))
		b.text("theirs\n", false).types("mine\n").writes("p.md", "others\n")
		b.Screen.Pressed(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")})
		if b.Run(b.Changed(names)); b.Dialog() != "" {
			t.Error("a question appears while the user types")
		}
		time.Sleep(time.Second)
		b.Run(b.Screen.Next()).Sees("The file has changed on disk").Press("k")
		if b.Changed([]string{"/other"}) != nil {
			t.Error("a file that is not open was compared")
		}
	})
}

func TestAFileIsOpenedOnceAndClosedWhenNothingIsLost(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("q.md", "two\n").opens("q.md").text("two\n", false)
		if err := os.Symlink("q.md", filepath.Join(b.dir, "l.md")); err != nil {
			t.Fatal(err)
		}
		b.opens("q.md").opens("l.md").Hears("l.md is a link to q.md, which is open")
		if len(b.All()) != 2 || b.shown != b.All()[1] || b.Current() != b.shown {
			t.Errorf("%d files are open", len(b.All()))
		}
		b.opens("new.md").Hears("new.md does not exist yet: saving creates it")
		if name, state := b.Current().Title(); name+state != "new.md (new)" || len(b.All()) != 3 {
			t.Errorf("%q of %d", name+state, len(b.All()))
		}
		close := func() *bench { return b.Does(func() tea.Cmd { return b.Close(b.Current()) }) }
		if close(); len(b.All()) != 2 || b.Current() != b.Template() {
			t.Errorf("%d files are open, template shown: %v", len(b.All()), b.Current() == b.Template())
		}
		close().Hears("The template stays open")
		b.opens("q.md").types("more\n")
		close().Sees("Unsaved changes", "q.md has changes that are not saved.").Press("esc").text("more\n", true)
		if close().Press("s").holds("q.md", "more\n"); len(b.All()) != 1 {
			t.Error("a saved file was not closed")
		}
		b.opens("q.md").types("thrown away\n")
		if close().Press("d").holds("q.md", "more\n"); len(b.All()) != 1 {
			t.Error("a discarded file was not closed")
		}
		b.opens("p.md/x").Warned("Not opened: ")
	})
}

func TestTheCaretGoesToAPlace(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("q.md", "first\nsecond\nthird\n")
		for _, c := range []struct {
			at           Place
			line, column int
		}{{Place{Line: 2, Column: 3}, 2, 3}, {Place{Line: 3}, 3, 1}, {Place{}, 3, 1}, {Place{Offset: 7}, 2, 2}, {Place{Line: 1, Offset: 9}, 1, 1}} {
			b.Does(func() tea.Cmd { return b.Open(filepath.Join(b.dir, "q.md"), c.at) })
			if p := b.Current().Editor.Position(); p.Line != c.line || p.Column != c.column {
				t.Errorf("%+v: the caret is at %d:%d, want %d:%d", c.at, p.Line, p.Column, c.line, c.column)
			}
		}
	})
}

// A file outside the project is edited only after the user has agreed.
func TestOutsideFileIsEditedAfterConsent(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("../out.md", "out\n").opens("../out.md")
		if form := strings.Join(b.Current().Form(), " "); form != "read-only" {
			t.Errorf("its format is %q", form)
		}
		b.types("changed\n").Sees("A file outside the project").Press("esc").text("out\n", false)
		b.types("changed\n").Press("y").text("changed\n", true)
		if form := b.Current().Form(); form != nil {
			t.Errorf("its format is %q", form)
		}
		b.types("again\n").text("again\n", true)
	})
}

func TestLeavingAsksAboutWhatIsNotSaved(t *testing.T) {
	quit := func(b *bench) *bench { return b.Does(b.Quit) }
	tell(t, "one\n", nil, func(b *bench) {
		if quit(b); !b.left {
			t.Error("the program does not end although nothing is unsaved")
		}
	})
	tell(t, "one\n", nil, func(b *bench) {
		if quit(b.types("two\n")).Sees("Unsaved changes", "p.md has changes").Press("esc"); b.left {
			t.Error("the program ended without an answer")
		}
		if quit(b).Press("s").holds("p.md", "two\n"); !b.left {
			t.Error("the program does not end after saving")
		}
	})
	tell(t, "one\n", nil, func(b *bench) {
		if quit(b.types("two\n")).Press("d").holds("p.md", "one\n"); !b.left {
			t.Error("the program does not end after discarding")
		}
	})
	tell(t, "one\n", nil, func(b *bench) {
		b.types("two\n").writes("q.md", "1\n").opens("q.md").types("2\n")
		if quit(b).Sees("p.md and q.md have changes").Press("e").Sees("These files have changes").Press("d", "enter").holds("p.md", "one\n").holds("q.md", "2\n"); !b.left {
			t.Error("it stays")
		}
	})
	for key, want := range map[string][2]string{"s": {"two\n", "2\n"}, "d": {"one\n", "1\n"}} { // all files at once
		tell(t, "one\n", nil, func(b *bench) {
			b.types("two\n").writes("q.md", "1\n").opens("q.md").types("2\n")
			if quit(b).Press(key).holds("p.md", want[0]).holds("q.md", want[1]); !b.left {
				t.Errorf("%s: it stays", key)
			}
		})
	}
	tell(t, "one\n", nil, func(b *bench) { // if many files are unsaved, the first ones are named
		b.types("two\n")
		for _, name := range []string{"a.md", "b.md", "c.md", "d.md", "e.md", "f.md", "g.md", "h.md"} {
			b.writes(name, "1\n").opens(name).types("2\n")
		}
		quit(b).Sees("p.md, a.md, b.md, c.md, d.md, e.md and 3 other files have").Misses("f.md").Press("esc")
	})
	tell(t, "one\n", nil, func(b *bench) { // if the save fails, the program does not end
		b.types("two\n").writes("p.md", "theirs\n")
		if quit(b).Press("s").Sees("Not saved"); b.left {
			t.Error("the program ended although the file is not saved")
		}
	})
}

func TestAnotherEditorSeesWhatIsSaved(t *testing.T) {
	external := func(b *bench) *bench { return b.Does(func() tea.Cmd { return b.Current().OpenExternally() }) }
	tell(t, "one\n", nil, func(b *bench) {
		if external(b); b.external != filepath.Join(b.dir, "p.md") {
			t.Errorf("it opened %q", b.external)
		}
		b.external = ""
		external(b.types("two\n")).Sees("The other editor opens the file on disk.").Press("esc")
		if b.external != "" {
			t.Error("the editor opened a file without the unsaved text")
		}
		if external(b).Press("s").holds("p.md", "two\n"); b.external == "" {
			t.Error("the editor does not open after saving")
		}
	})
	tell(t, "-", nil, func(b *bench) { external(b).Sees("Save as").Hears("needs a file") })
}

func TestReadOnlyFileAsks(t *testing.T) {
	tell(t, "one\n", func(o *Options, dir string) {
		if err := os.Chmod(filepath.Join(dir, "p.md"), 0o444); err != nil {
			t.Fatal(err)
		}
		doc, err := document.Load(filepath.Join(dir, "p.md"))
		if err != nil {
			t.Fatal(err)
		}
		o.Document = doc
	}, func(b *bench) {
		b.types("two\n").save().Sees("Not saved: the file is read-only").Press("a").Sees("Save as").Press("esc").holds("p.md", "one\n")
		b.save().Press("w").Hears("Saved p.md").holds("p.md", "two\n")
	})
}

// Text that was never saved is offered at the next start. The user can restore it, leave it or
// discard it.
func TestTextOfAnEarlierRunIsOffered(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.types("never saved\n")
		dies(t, b)
		again(t, b).Sees("Text from an earlier session", "p.md: ").Press("v").Sees("-one", "+never saved").Press("esc").Sees("Text from an earlier session").Press("esc").text("one\n", false)
		again(t, b).Press("x").Sees("Delete the unsaved text?", "12 bytes").Press("n")
		edited := 0
		b.Files.o.Edited = func(*File) tea.Cmd { return func() tea.Msg { edited++; return nil } }
		if again(t, b).Press("r"); edited != 1 {
			t.Errorf("restoring counts as %d edits", edited)
		}
		b.Hears("Restored p.md; it is not saved yet").text("never saved\n", true).save().holds("p.md", "never saved\n")
		if again(t, b); b.Dialog() != "" {
			t.Errorf("saved text is offered again:\n%s", b.Dialog())
		}
	})
	tell(t, "one\n", nil, func(b *bench) {
		b.types("never saved\n")
		dies(t, b)
		again(t, b).Press("x", "y").text("one\n", false)
		if again(t, b); b.Dialog() != "" {
			t.Errorf("discarded text is offered again:\n%s", b.Dialog())
		}
	})
}

// Text that was typed and then undone is not offered later.
func TestUndoneTextIsNotOffered(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.types("two\n").Run(b.Keep())
		guard := b.Current().unsaved
		if !guard.Has(b.Current().Editor.Revision()) {
			t.Error("the text was not stored")
		}
		b.Does(func() tea.Cmd { return b.Current().Edit(func() { b.Current().Editor.Undo() }) }).text("one\n", false).Run(b.Keep())
		if guard.TypedHere() || b.stored() != 0 {
			t.Errorf("undone text is still stored, in %d files", b.stored())
		}
	})
}

func TestFileReportsItsFormat(t *testing.T) {
	for text, want := range map[string]string{"a\n": "", "a\r\n": "CRLF", "\ufeffa\n": "BOM", "a\xff\n": "1 invalid byte", "a\nb\r\n": "mixed"} {
		tell(t, text, nil, func(b *bench) {
			if got := strings.Join(b.Current().Form(), " "); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
			if off := b.Current().Offset(0); off != strings.Count(text, "\ufeff")*3 {
				t.Errorf("%q: the text starts at byte %d", text, off)
			}
		})
	}
}
