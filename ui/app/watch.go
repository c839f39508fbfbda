package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/dialog"
)

// changedMsg names files that changed on disk; none when the watcher has ended.
type changedMsg struct{ paths []string }

// watch waits for the next change.
func (w *Workbench) watch() tea.Cmd {
	if w.o.Watch == nil {
		return nil
	}
	changes := w.o.Watch.Changes()
	return func() tea.Msg { return changedMsg{<-changes} }
}

// filesChanged follows a change on disk: everything that a value was made from is
// asked again, and the template's own file is compared with what is here.
func (w *Workbench) filesChanged(msg changedMsg) tea.Cmd {
	if msg.paths == nil {
		return nil
	}
	w.askAnew()
	cmds := []tea.Cmd{w.watch(), w.render()}
	if !w.rules.Empty() && w.o.RulesWatch == nil {
		cmds = append(cmds, w.discover())
	}
	for _, p := range w.templateFiles() {
		if slices.Contains(msg.paths, p) {
			cmds = append(cmds, w.compare(false))
			break
		}
	}
	return tea.Batch(cmds...)
}

// outsideMsg says how the template's file differs from what was loaded; nil when
// it does not.
type outsideMsg struct {
	conflict *document.ConflictError
	err      error
	asked    bool // the user asked to look
}

// compare holds the template's file against what was read or written last. asked
// tells that the user wants it looked at now.
func (w *Workbench) compare(asked bool) tea.Cmd {
	doc := w.doc
	return func() tea.Msg {
		conflict, err := doc.Outside()
		return outsideMsg{conflict, err, asked}
	}
}

// outside reloads a changed file when there is nothing to lose, and asks when
// there is.
func (w *Workbench) outside(msg outsideMsg) tea.Cmd {
	if msg.err == nil {
		w.gone = msg.conflict != nil && msg.conflict.Kind == document.Deleted
	}
	switch c := msg.conflict; {
	case msg.err != nil:
		w.warn("The template's file cannot be read any more; the text here is safe: " + msg.err.Error())
	case c == nil:
	case c.Kind == document.Deleted:
		w.unsaved.Put(w.unsavedText()) // the text is nowhere else now
		w.warn("The template's file is gone from disk; saving writes it anew")
	case !w.dirty():
		return w.reload()
	case c.Text == w.editor.Text():
		return w.reload()
	case msg.asked && w.dialog == nil:
		w.askOutside(c)
	case w.dialog != nil || !w.still():
		// By then it may be otherwise: it is looked at again.
		return w.interrupt(fileChanged, func() tea.Cmd { return w.compare(false) })
	default:
		return w.interrupt(fileChanged, func() tea.Cmd { w.askOutside(c); return nil })
	}
	return nil
}

// fileChanged is what the question of a changed file is about.
const fileChanged = "the template's file"

func (w *Workbench) askOutside(c *document.ConflictError) {
	w.dialog = dialog.NewQuestion("The file has changed on disk",
		w.shorten(c.Path)+" was changed by another program, and here too.",
		dialog.Answer{Key: "d", Label: "Show the difference", Do: func() tea.Cmd {
			reader := w.diffReader("On disk (−) and here (+)", c.Text, w.editor.Text())
			w.dialog = &chain{Dialog: reader, next: func() { w.askOutside(c) }}
			return nil
		}},
		dialog.Answer{Key: "k", Label: "Keep mine; saving asks again", Do: func() tea.Cmd { return nil }},
		w.mergeAnswer(c),
		dialog.Answer{Key: "t", Label: "Take theirs: undo brings mine back", Do: w.reload},
	)
}
