package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/dialog"
	"galley/ui/term"
)

// tickMsg is the slow clock: the recovery file, news that has been read.
type tickMsg struct{}

func (w *Workbench) tick() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

func (w *Workbench) ticked() tea.Cmd {
	if w.note.text != "" && w.o.Clock().After(w.note.until) {
		w.note = note{}
	}
	return tea.Batch(w.tick(), w.keep(), w.interruptNow())
}

// recoveredMsg says how writing the recovery file ended.
type recoveredMsg struct {
	revision uint64
	err      error
}

// keep puts unsaved text in safety, at most once for each state of it.
func (w *Workbench) keep() tea.Cmd {
	if w.recovery == nil || !w.dirty() || w.recovered == w.editor.Revision() {
		return nil
	}
	revision := w.editor.Revision()
	w.recovered, w.keptAs = revision, w.recoveryPath()
	write := w.keeping()
	return func() tea.Msg { return recoveredMsg{revision, write()} }
}

// keeping returns the writing of the recovery file of this moment.
func (w *Workbench) keeping() func() error {
	recovery, doc, text, now := w.recovery, w.recoverAs(), w.editor.Text(), w.o.Clock()
	return func() error {
		if doc == nil {
			return nil
		}
		return recovery.Write(doc, text, now)
	}
}

// recoverAs is the document that unsaved text belongs to: one without a file is
// kept under the name it would be saved as.
func (w *Workbench) recoverAs() *document.Document {
	if w.doc != nil {
		return w.doc
	}
	doc, err := document.Load(w.o.SaveAs)
	if err != nil {
		return nil
	}
	return doc
}

func (w *Workbench) recoveryWritten(msg recoveredMsg) {
	if msg.err != nil {
		w.warn("What is typed is not in safety: " + msg.err.Error())
	}
}

// nothingKept is no revision: what is unsaved is to be put in safety.
const nothingKept = ^uint64(0)

// dropRecovery forgets the recovery file: what it held is saved, or thrown away.
// It may lie under the name that the template had before.
func (w *Workbench) dropRecovery() tea.Cmd {
	recovery, path := w.recovery, w.keptAs
	if recovery == nil || path == "" {
		return nil
	}
	w.recovered, w.keptAs = nothingKept, ""
	return func() tea.Msg { return recoveredMsg{err: recovery.Remove(path)} }
}

func (w *Workbench) recoveryPath() string {
	if w.doc != nil {
		return w.doc.Path()
	}
	return w.o.SaveAs
}

// unsavedMsg brings text of an earlier run that never reached the file.
type unsavedMsg struct {
	unsaved document.Unsaved
}

// findRecovery looks for what an earlier run left, and clears away what is old.
func (w *Workbench) findRecovery() tea.Cmd {
	if w.recovery == nil {
		return nil
	}
	recovery, path, now := w.recovery, w.recoveryPath(), w.o.Clock()
	return func() tea.Msg {
		if err := recovery.Clean(now); err != nil {
			return recoveredMsg{err: err}
		}
		found, err := recovery.Find(path)
		if len(found) == 0 {
			return recoveredMsg{err: err}
		}
		return unsavedMsg{found[0]}
	}
}

func (w *Workbench) askUnsaved(msg unsavedMsg) {
	u := msg.unsaved
	w.dialog = dialog.NewQuestion("Text from an earlier session",
		"What was typed on "+u.When.Local().Format("2 January at 15:04")+" was never saved.",
		dialog.Answer{Key: "r", Label: "Restore it; undo takes it back", Do: func() tea.Cmd {
			cmd := w.edit(func() { w.editor.Replace(u.Text) })
			w.say("Restored; it is not saved yet")
			return tea.Batch(cmd, w.keep(), w.discard(u))
		}},
		dialog.Answer{Key: "v", Label: "View the difference", Do: func() tea.Cmd {
			reader := w.diffReader("Here (−) and what was not saved (+)", w.editor.Text(), u.Text)
			w.dialog = &chain{Dialog: reader, next: func() { w.askUnsaved(msg) }}
			return nil
		}},
		dialog.Answer{Key: "x", Label: "Throw it away", Do: func() tea.Cmd { return w.discard(u) }},
	)
}

func (w *Workbench) discard(u document.Unsaved) tea.Cmd {
	recovery := w.recovery
	return func() tea.Msg { return recoveredMsg{err: recovery.Discard(u)} }
}

// Rescue puts unsaved text in safety when the program cannot go on: on a panic,
// or when it hangs after the terminal is gone.
func (w *Workbench) Rescue() {
	if w.recovery != nil && w.dirty() {
		// There is nobody left to tell of an error.
		_ = w.keeping()()
	}
}

// end handles the end that the system asks for: the text is put in safety first.
func (w *Workbench) end(term.EndMsg) tea.Cmd {
	w.Rescue()
	return w.leave()
}
