package app

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/layout"
	"galley/ui/words"
)

// finding is what was looked for last.
type finding struct {
	m     *Model
	query search.Query
}

// openFind looks for text in the template while it is typed; within the selection
// when that spans lines, as what is selected otherwise is what was found last.
func (f *finding) openFind() {
	f.m.setFocus(layout.Template)
	f.m.editor().BeginFind(strings.ContainsAny(f.m.editor().Selected(), "\r\n"))
	f.m.screen.Open(dialog.NewFind(f.query, dialog.Finder{
		Change: f.setFind,
		Next:   f.findNext,
		Count:  f.findNote,
		Cancel: f.m.editor().CancelFind,
	}))
	f.setFind(f.query)
}

func (f *finding) setFind(q search.Query) string {
	f.query = q
	if _, err := f.m.editor().SetFind(q); err != nil {
		return err.Error()
	}
	return ""
}

func (f *finding) findNote() string { return found(f.m.editor().FindCount()) }

func (f *finding) findNext(step int) {
	if !f.m.editor().Finding() {
		if f.query.Text == "" {
			f.openFind()
			return
		}
		f.m.setFocus(layout.Template)
		f.m.editor().BeginFind(false)
		f.setFind(f.query)
	}
	next := f.m.editor().FindNext
	if step < 0 {
		next = f.m.editor().FindPrev
	}
	switch ok, wrapped := next(); {
	case !ok:
		f.m.screen.Warn(fmt.Sprintf("No match for %q", f.query.Text))
	case wrapped:
		f.m.screen.Say("Went on from the other end")
	}
}

// openReplace asks what to put in the place of what find finds.
func (f *finding) openReplace() {
	if f.query.Text == "" {
		f.openFind()
		f.m.screen.Say("First say what to find, then replace it")
		return
	}
	if !f.m.editor().Finding() {
		f.m.editor().BeginFind(false)
		f.setFind(f.query)
	}
	title := fmt.Sprintf("Replace all of %q by", f.query.Text)
	f.m.screen.Open(dialog.NewField(title, f.findNote()+"; one undo takes it back", "", func(text string) tea.Cmd {
		var n int
		cmd := f.m.editing.edit(func() { n = f.m.editor().ReplaceAll(text) })
		f.m.screen.Say("Replaced " + words.Plural(n, "match"))
		return cmd
	}))
}
