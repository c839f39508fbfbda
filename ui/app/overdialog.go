package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
)

// overDialog handles the keys that work while a dialog is open: quit closes the dialog unless text
// would be lost, and suspend keeps it open. ok is false for all other keys, which the dialog
// handles.
func overDialog(m *Model, key tea.KeyMsg) (cmd tea.Cmd, ok bool) {
	action, _ := m.keys.Lookup(keymap.Global, key.String())
	switch {
	case action == keymap.Suspend:
		return m.do(action), true
	case action == keymap.Quit:
		closed, left := m.screen.Leave()
		if !left {
			m.screen.Warn("The text written here would be lost: finish it, or cancel it with Esc, then quit")
			return closed, true
		}
		return tea.Batch(closed, m.do(action)), true
	case key.Type == tea.KeyCtrlZ && m.screen.Asking():
		m.screen.Say("Answer the question first, or cancel it with Esc; " + m.keys.Hint(keymap.Suspend) + " suspends galley")
		return nil, true
	}
	return nil, false
}
