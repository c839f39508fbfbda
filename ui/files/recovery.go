package files

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/engine/facts"
	"galley/ui/dialog"
	"galley/ui/unsaved"
	"galley/ui/words"
)

// Keep starts to store a copy of unsaved text, once for each state of the text. It must be called
// after every message, and does not wait. Its command deletes a copy of changes that were undone,
// so that the next start does not offer it.
func (fs *Files) Keep() tea.Cmd {
	var forget []tea.Cmd
	for _, f := range fs.all {
		switch {
		case f.Dirty() && !f.unsaved.Has(f.Editor.Revision()):
			f.unsaved.Put(f.unsavedText())
		case !f.Dirty() && f.unsaved.TypedHere():
			forget = append(forget, f.unsaved.Drop())
		}
	}
	return tea.Batch(forget...)
}

// unsavedText returns the editor's current text and its file. A text without a file is stored under
// the name under which it would be saved.
func (f *File) unsavedText() unsaved.Text {
	origin := document.Origin{Path: f.in.o.SaveAs}
	if f.doc != nil {
		origin = f.doc.Origin()
	}
	if !f.template {
		origin.From = f.in.o.Paths.Cwd
	}
	return unsaved.Text{Revision: f.Editor.Revision(), Origin: origin, Text: f.Editor.Text(), When: f.in.o.Clock()}
}

// Rescue saves copies of unsaved text when the program ends: on a signal, on a panic,
// or when it hangs. It may be called from any goroutine, and blocks. The error says
// which text could not be kept.
func (fs *Files) Rescue() error {
	var failed []error
	for _, f := range fs.all {
		failed = append(failed, f.unsaved.Flush())
	}
	return errors.Join(failed...)
}

// findRecovery looks for unsaved text of the file from an earlier run, and deletes old copies.
func (f *File) findRecovery() tea.Cmd {
	find := f.unsaved.Find(f.wouldBe(), f.in.o.Clock(), f.in.o.Leftovers...)
	return func() tea.Msg {
		msg := find()
		if found, ok := msg.(unsaved.Found); ok {
			return unsaved.Left{Found: []unsaved.Found{found}}
		}
		return msg
	}
}

// findLeft looks for unsaved text from an earlier run, both of the open files and of files that
// were open in that run.
func (fs *Files) findLeft() tea.Cmd {
	guard := fs.Template().unsaved
	if guard == nil {
		fs.screen.Warn("Unsaved text is not stored: neither XDG_STATE_HOME nor HOME says where")
	}
	var paths []string
	for _, f := range fs.all {
		paths = append(paths, f.wouldBe())
	}
	return guard.FindLeft(paths, fs.o.Paths.Cwd, fs.o.Clock(), fs.o.Leftovers...)
}

// askLeft asks in one dialog what to do with the texts that were found.
func (fs *Files) askLeft(found []unsaved.Found) {
	if len(found) == 1 {
		fs.askUnsaved(found[0])
		return
	}
	rows := make([]dialog.Choice, len(found))
	for i, f := range found {
		rows[i] = dialog.Choice{Label: fs.o.Paths.Short(f.Path), Detail: f.Short(), Way: "r"}
	}
	ways := []dialog.Way{{Key: "r", Label: "Restore"}, {Key: "l", Label: "Leave for later"}, {Key: "x", Label: "Delete…"}}
	ask := dialog.NewChoices("Texts from an earlier session", "Text typed in these files was not saved.", "Apply", ways, rows, func(ways []string) tea.Cmd {
		var cmds []tea.Cmd
		var gone []unsaved.Found
		var names []string
		for i, way := range ways {
			switch way {
			case "r":
				names = append(names, fs.o.Paths.Short(found[i].Path))
				cmds = append(cmds, fs.restore(found[i], len(found) == 1))
			case "x":
				gone = append(gone, found[i])
			}
		}
		if len(names) > 0 {
			fs.screen.Say("Restored " + words.List(names) + ", not saved yet")
		}
		if len(gone) > 0 {
			fs.askDiscard(gone...)
		}
		return tea.Batch(cmds...)
	})
	ask.Else("Decide at the next start").Viewing(func(row int) {
		fs.screen.OpenThen(dialog.NewDiff("On disk (−) and unsaved (+)", found[row].Now, found[row].Text), func() { fs.screen.Open(ask) })
	})
	fs.screen.Open(ask)
}

// restore opens a file and puts the found text into it. If tell is set, it shows a message
// about the restored text.
func (fs *Files) restore(found unsaved.Found, tell bool) tea.Cmd {
	for _, f := range fs.all {
		if f.wouldBe() == found.Path || f.named([]string{facts.Slash(found.Path)}) {
			return f.restore(found, tell)
		}
	}
	return fs.load(found.Path, Place{}, func(f *File) tea.Cmd { return f.restore(found, tell) })
}

func (f *File) restore(found unsaved.Found, tell bool) tea.Cmd {
	f.locked = false
	cmd := f.edit(func() { f.Editor.Replace(found.Text) })
	name := f.in.o.Paths.Short(f.wouldBe())
	if !f.Dirty() {
		f.in.screen.Say(name + " already has this text")
		return tea.Batch(cmd, f.unsaved.Discard(found.Unsaved))
	}
	if tell {
		f.in.screen.Say("Restored " + name + "; it is not saved yet")
	}
	f.unsaved.Restore(f.unsavedText(), found.Unsaved)
	return cmd
}

// wouldBe returns the file's path, or the path to which the text would be saved.
func (f *File) wouldBe() string {
	if f.doc != nil {
		return f.doc.Path()
	}
	return f.in.o.SaveAs
}

// askUnsaved asks what to do with a found text.
func (fs *Files) askUnsaved(found unsaved.Found) {
	text, restore := found.Question()
	text = fs.o.Paths.Short(found.Path) + ": " + strings.ToLower(text[:1]) + text[1:]
	fs.screen.Open(dialog.NewQuestion("Text from an earlier session", text,
		dialog.Answer{Key: "r", Label: restore, Do: func() tea.Cmd { return fs.restore(found, true) }},
		dialog.Answer{Key: "v", Label: "View the difference", Do: func() tea.Cmd {
			fs.screen.OpenThen(dialog.NewDiff("On disk (−) and unsaved (+)", found.Now, found.Text), func() { fs.askUnsaved(found) })
			return nil
		}},
		dialog.Answer{Key: "x", Label: "Delete the unsaved text…; the file is not touched", Do: func() tea.Cmd {
			fs.askDiscard(found)
			return nil
		}},
	).Else("Decide at the next start"))
}

// askDiscard asks for confirmation before it deletes unsaved texts.
func (fs *Files) askDiscard(found ...unsaved.Found) {
	bytes := 0
	for _, f := range found {
		bytes += len(f.Text)
	}
	fs.screen.Open(dialog.NewQuestion("Delete the unsaved text?", words.Plural(bytes, "byte")+" would be deleted. This cannot be undone.",
		dialog.Answer{Key: "y", Label: "Delete it", Do: func() tea.Cmd {
			var cmds []tea.Cmd
			for _, f := range found {
				cmds = append(cmds, fs.Template().unsaved.Discard(f.Unsaved))
			}
			return tea.Batch(cmds...)
		}},
		dialog.Answer{Key: "n", Label: "Keep it and ask again later", Do: func() tea.Cmd { return nil }},
	))
}
