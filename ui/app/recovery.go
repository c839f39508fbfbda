package app

import (
	"path/filepath"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/config"
	"galley/engine/document"
	"galley/ui/dialog"
	"galley/ui/term"
	"galley/ui/unsaved"
)

// tickMsg is the slow clock: news that has been read, questions that wait.
type tickMsg struct{}

func (w *Workbench) tick() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

func (w *Workbench) ticked() tea.Cmd {
	if w.note.text != "" && w.o.Clock().After(w.note.until) {
		w.note = note{}
	}
	if text, bad := w.unsaved.News(); bad {
		w.warn(text)
	} else if text != "" {
		w.say(text)
	}
	return tea.Batch(w.tick(), w.interruptNow())
}

// keep puts unsaved text in safety, once for each state of it.
func (w *Workbench) keep() {
	if w.dirty() && !w.unsaved.Has(w.editor.Revision()) {
		w.unsaved.Put(w.unsavedText())
	}
}

// unsavedText is what the editor holds at this moment, and whose it is: text without
// a file is kept under the name that it would be saved as.
func (w *Workbench) unsavedText() unsaved.Text {
	origin := document.Origin{Path: w.o.SaveAs}
	if w.doc != nil {
		origin = w.doc.Origin()
	}
	return unsaved.Text{Revision: w.editor.Revision(), Origin: origin, Text: w.editor.Text(), When: w.o.Clock()}
}

// findRecovery looks for what an earlier run left, and clears away what is old.
func (w *Workbench) findRecovery() tea.Cmd {
	if w.unsaved == nil {
		w.warn("Unsaved text is not kept: neither XDG_STATE_HOME nor HOME says where")
	}
	path := w.o.SaveAs
	if w.doc != nil {
		path = w.doc.Path()
	}
	dirs := []string{filepath.Join(w.request.Cwd, ".galley")}
	if global := config.GlobalTemplatePath(w.o.World); global != "" {
		dirs = append(dirs, filepath.Dir(global))
	}
	if w.o.StateDir != "" {
		dirs = append(dirs, filepath.Join(w.o.StateDir, "unsaved"), filepath.Join(w.o.StateDir, "open"))
	}
	return w.unsaved.Find(path, w.o.Clock(), dirs...)
}

func (w *Workbench) askUnsaved(found unsaved.Found) {
	text, restore := found.Question()
	w.dialog = dialog.NewQuestion("Text from an earlier session", text,
		dialog.Answer{Key: "r", Label: restore, Do: func() tea.Cmd {
			cmd := w.edit(func() { w.editor.Replace(found.Text) })
			w.say("Restored; it is not saved yet")
			if !w.dirty() { // the file says the same by now
				return tea.Batch(cmd, w.unsaved.Discard(found.Unsaved))
			}
			w.unsaved.Restore(w.unsavedText(), found.Unsaved)
			return cmd
		}},
		dialog.Answer{Key: "v", Label: "View the difference", Do: func() tea.Cmd {
			reader := w.diffReader("Here (−) and what was not saved (+)", w.editor.Text(), found.Text)
			w.dialog = &chain{Dialog: reader, next: func() { w.askUnsaved(found) }}
			return nil
		}},
		dialog.Answer{Key: "x", Label: "Throw it away; the file stays as it is", Do: func() tea.Cmd {
			return w.unsaved.Discard(found.Unsaved)
		}},
	)
}

// Rescue puts unsaved text in safety when the program ends: on a signal, on a panic,
// or when it hangs. It may be called from any goroutine. The error says that the
// text could not be kept.
func (w *Workbench) Rescue() error { return w.unsaved.Flush() }

// end handles the end that the system asks for: the text is put in safety first.
func (w *Workbench) end(term.EndMsg) tea.Cmd {
	w.keep()
	quit := w.leave()
	return func() tea.Msg {
		w.lost <- w.Rescue()
		return quit()
	}
}

// Lost says that the last unsaved text could not be kept before a signal ended the
// program; for when it has ended.
func (w *Workbench) Lost() error {
	select {
	case err := <-w.lost:
		return err
	default:
		return nil
	}
}
