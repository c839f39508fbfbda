package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/term"
	"galley/ui/view"
	"galley/ui/words"
)

// changedMsg has the paths of files that changed on disk; it is empty if the watcher has ended.
type changedMsg struct{ paths []string }

// watch returns a command that waits until a watched file changes.
func (m *Model) watch() tea.Cmd {
	if m.o.Watch == nil {
		return nil
	}
	changes := m.o.Watch.Changes()
	return func() tea.Msg { return changedMsg{<-changes} }
}

// changed handles a change on disk: it resolves again the values that depend on the changed
// files, and compares the edited files with those on disk.
func (m *Model) changed(msg changedMsg) tea.Cmd {
	if msg.paths == nil {
		return nil
	}
	return tea.Batch(m.watch(), m.prompts.Session().Changed(msg.paths), m.askAgain(false), m.files.Changed(msg.paths))
}

// askAgain discards the world's cached answers and requests a new prompt.
func (m *Model) askAgain(byUser bool) tea.Cmd {
	m.o.Engine.Refresh()
	m.prompts.AskAgain()
	m.listing.tree = nil
	return tea.Batch(m.tell(view.Changed{ByUser: byUser}), m.prompts.Render())
}

// refresh is the reload that the user requests. It discards the cached answers about the world.
// It also reads the template from its file again if the template has no unsaved changes.
func (m *Model) refresh() tea.Cmd {
	text := "Read the files again"
	if len(m.files.Unsaved()) > 0 || m.files.Current().Dirty() {
		text += "; unsaved text stays"
	}
	m.screen.Say(text)
	return tea.Batch(m.prompts.Session().Read(), m.askAgain(true), m.files.Check())
}

// externallyEdited reads the files again after the user's own editor has ended, with whatever exit
// status.
func (m *Model) externallyEdited(msg term.EditedMsg) tea.Cmd {
	if msg.Err != nil {
		m.screen.Warn("The editor ended with an error; galley read the file again anyway: " + words.Reason(msg.Err))
	}
	return tea.Batch(m.tell(view.Changed{ByUser: true}), m.files.Check())
}
