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

// find is what was looked for last.
type find struct{ query search.Query }

// openFind looks for text in the template while it is typed; within the selection
// when that spans lines, as what is selected otherwise is what was found last.
func (m *Model) openFind() {
	m.setFocus(layout.Template)
	m.editor().BeginFind(strings.ContainsAny(m.editor().Selected(), "\r\n"))
	m.screen.Open(dialog.NewFind(m.find.query, dialog.Finder{
		Change: m.setFind,
		Next:   m.findNext,
		Count:  m.findNote,
		Cancel: m.editor().CancelFind,
	}))
	m.setFind(m.find.query)
}

func (m *Model) setFind(q search.Query) string {
	m.find.query = q
	if _, err := m.editor().SetFind(q); err != nil {
		return err.Error()
	}
	return ""
}

func (m *Model) findNote() string { return found(m.editor().FindCount()) }

func (m *Model) findNext(step int) {
	if !m.editor().Finding() {
		if m.find.query.Text == "" {
			m.openFind()
			return
		}
		m.setFocus(layout.Template)
		m.editor().BeginFind(false)
		m.setFind(m.find.query)
	}
	next := m.editor().FindNext
	if step < 0 {
		next = m.editor().FindPrev
	}
	switch ok, wrapped := next(); {
	case !ok:
		m.screen.Warn(fmt.Sprintf("No match for %q", m.find.query.Text))
	case wrapped:
		m.screen.Say("Went on from the other end")
	}
}

// openReplace asks what to put in the place of what find finds.
func (m *Model) openReplace() {
	if m.find.query.Text == "" {
		m.openFind()
		m.screen.Say("First say what to find, then replace it")
		return
	}
	if !m.editor().Finding() {
		m.editor().BeginFind(false)
		m.setFind(m.find.query)
	}
	title := fmt.Sprintf("Replace all of %q by", m.find.query.Text)
	m.screen.Open(dialog.NewField(title, m.findNote()+"; one undo takes it back", "", func(text string) tea.Cmd {
		var n int
		cmd := m.edit(func() { n = m.editor().ReplaceAll(text) })
		m.screen.Say("Replaced " + words.Plural(n, "match"))
		return cmd
	}))
}
