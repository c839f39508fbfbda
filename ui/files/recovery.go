package files

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/dialog"
	"galley/ui/unsaved"
	"galley/ui/words"
)

// foundMsg brings text of an earlier run that never reached its file.
type foundMsg struct {
	file  *File
	found unsaved.Found
}

// Keep puts unsaved text in safety, once for each state of it; to be called after
// every message. It does not wait.
func (fs *Files) Keep() {
	for _, f := range fs.all {
		if f.Dirty() && !f.unsaved.Has(f.Editor.Revision()) {
			f.unsaved.Put(f.unsavedText())
		}
	}
}

// unsavedText is what the editor holds at this moment, and whose it is: text without
// a file is kept under the name that it would be saved as.
func (f *File) unsavedText() unsaved.Text {
	origin := document.Origin{Path: f.in.o.SaveAs}
	if f.doc != nil {
		origin = f.doc.Origin()
	}
	return unsaved.Text{Revision: f.Editor.Revision(), Origin: origin, Text: f.Editor.Text(), When: f.in.o.Clock()}
}

// Rescue puts unsaved text in safety when the program ends: on a signal, on a panic,
// or when it hangs. It may be called from any goroutine, and blocks. The error says
// that a text could not be kept.
func (fs *Files) Rescue() error {
	var failed []error
	for _, f := range fs.all {
		failed = append(failed, f.unsaved.Flush())
	}
	return errors.Join(failed...)
}

// findRecovery looks for what an earlier run left, and removes what is old.
func (f *File) findRecovery() tea.Cmd {
	if f.unsaved == nil {
		f.in.screen.Warn("Unsaved text is not kept: neither XDG_STATE_HOME nor HOME says where")
	}
	find := f.unsaved.Find(f.wouldBe(), f.in.o.Clock(), f.in.o.Leftovers...)
	return func() tea.Msg {
		msg := find()
		if found, ok := msg.(unsaved.Found); ok {
			return foundMsg{f, found}
		}
		return msg
	}
}

// wouldBe is the file's path, or the one that it would be saved under.
func (f *File) wouldBe() string {
	if f.doc != nil {
		return f.doc.Path()
	}
	return f.in.o.SaveAs
}

func (f *File) askUnsaved(found unsaved.Found) {
	screen := f.in.screen
	text, restore := found.Question()
	if name := f.wouldBe(); name != "" {
		text = f.in.o.Paths.Short(name) + ": " + strings.ToLower(text[:1]) + text[1:]
	}
	screen.Open(dialog.NewQuestion("Text from an earlier session", text,
		dialog.Answer{Key: "r", Label: restore, Do: func() tea.Cmd {
			cmd := f.Edit(func() { f.Editor.Replace(found.Text) })
			screen.Say("Restored; it is not saved yet")
			if !f.Dirty() { // the file says the same by now
				return tea.Batch(cmd, f.unsaved.Discard(found.Unsaved))
			}
			f.unsaved.Restore(f.unsavedText(), found.Unsaved)
			return cmd
		}},
		dialog.Answer{Key: "v", Label: "View the difference", Do: func() tea.Cmd {
			screen.OpenThen(dialog.NewDiff("Here (−) and what was not saved (+)", f.Editor.Text(), found.Text), func() { f.askUnsaved(found) })
			return nil
		}},
		dialog.Answer{Key: "x", Label: "Throw it away…; the file stays as it is", Do: func() tea.Cmd {
			f.askDiscard(found)
			return nil
		}},
	))
}

// askDiscard asks once more before unsaved text goes.
func (f *File) askDiscard(found unsaved.Found) {
	f.in.screen.Open(dialog.NewQuestion("Throw the unsaved text away?", words.Plural(len(found.Text), "byte")+" would be deleted. Nothing brings them back.",
		dialog.Answer{Key: "y", Label: "Throw it away", Do: func() tea.Cmd { return f.unsaved.Discard(found.Unsaved) }},
		dialog.Answer{Key: "n", Label: "Keep it and ask again later", Do: func() tea.Cmd { return nil }},
	))
}
