package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/term"
	"galley/ui/view"
	"galley/ui/words"
)

// changedMsg names files that changed on disk; none if the watcher has ended.
type changedMsg struct{ paths []string }

// watch waits for the next change.
func (m *Model) watch() tea.Cmd {
	if m.o.Watch == nil {
		return nil
	}
	changes := m.o.Watch.Changes()
	return func() tea.Msg { return changedMsg{<-changes} }
}

// changed handles a change on disk: it asks again for everything that values were
// made from, and compares the edited files with the disk.
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
	return tea.Batch(m.tabs.tell(view.Changed{ByUser: byUser}), m.prompts.Render())
}

// refresh asks the world again for the user, and reads the template from its file if
// it has no unsaved changes.
func (m *Model) refresh() tea.Cmd {
	m.screen.Say("Read the files again")
	return tea.Batch(m.prompts.Session().Read(), m.askAgain(true), m.files.Check())
}

// externallyEdited reads the files again after the user's editor, whatever its exit
// status was.
func (m *Model) externallyEdited(msg term.EditedMsg) tea.Cmd {
	if msg.Err != nil {
		m.screen.Warn("The editor ended with an error; the file was read again all the same: " + words.Reason(msg.Err))
	}
	return tea.Batch(m.tabs.tell(view.Changed{ByUser: true}), m.files.Check())
}
