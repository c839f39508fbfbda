package view

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
)

// Actions is the table of the actions of a view of type V.
type Actions[V any] []struct {
	Action keymap.Action
	Do     func(V) tea.Cmd
}

// Keys returns the actions in the order of the table, for [View.Keys].
func (a Actions[V]) Keys() []keymap.Action {
	keys := make([]keymap.Action, len(a))
	for i, row := range a {
		keys[i] = row.Action
	}
	return keys
}

// Do runs an action. It does nothing if the table does not contain the action.
func (a Actions[V]) Do(v V, action keymap.Action) tea.Cmd {
	for _, row := range a {
		if row.Action == action {
			return row.Do(v)
		}
	}
	return nil
}

// Now makes an entry of the table from a function that returns no command.
func Now[V any](do func(V)) func(V) tea.Cmd {
	return func(v V) tea.Cmd {
		do(v)
		return nil
	}
}
