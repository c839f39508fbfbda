package app

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/layout"
)

// findState is what was looked for last.
type findState struct{ query search.Query }

// openFind looks for text in the template while it is typed; within the selection
// when that spans lines, as what is selected otherwise is what was found last.
func (w *Workbench) openFind() {
	w.setFocus(layout.Template)
	w.editor.BeginFind(strings.ContainsAny(w.editor.Selected(), "\r\n"))
	w.dialog = dialog.NewFind(w.find.query, dialog.Finder{
		Change: w.setFind,
		Next:   w.findNext,
		Count:  w.findNote,
		Cancel: w.editor.CancelFind,
	})
	w.setFind(w.find.query)
}

func (w *Workbench) setFind(q search.Query) string {
	w.find.query = q
	if _, err := w.editor.SetFind(q); err != nil {
		return err.Error()
	}
	return ""
}

func (w *Workbench) findNote() string { return found(w.editor.FindCount()) }

func (w *Workbench) findNext(step int) {
	if !w.editor.Finding() {
		if w.find.query.Text == "" {
			w.openFind()
			return
		}
		w.setFocus(layout.Template)
		w.editor.BeginFind(false)
		w.setFind(w.find.query)
	}
	next := w.editor.FindNext
	if step < 0 {
		next = w.editor.FindPrev
	}
	switch ok, wrapped := next(); {
	case !ok:
		w.warn(fmt.Sprintf("No match for %q", w.find.query.Text))
	case wrapped:
		w.say("Went on from the other end")
	}
}

// openReplace asks what to put in the place of what find finds.
func (w *Workbench) openReplace() {
	if w.find.query.Text == "" {
		w.openFind()
		w.say("First say what to find, then replace it")
		return
	}
	if !w.editor.Finding() {
		w.editor.BeginFind(false)
		w.setFind(w.find.query)
	}
	title := fmt.Sprintf("Replace all of %q by", w.find.query.Text)
	w.dialog = dialog.NewField(title, w.findNote()+"; one undo takes it back", "", func(text string) tea.Cmd {
		var n int
		cmd := w.edit(func() { n = w.editor.ReplaceAll(text) })
		w.say("Replaced " + plural(n, "match"))
		return cmd
	})
}
