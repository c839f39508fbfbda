package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/term"
	"galley/ui/view"
)

// reveal shows the masked values in the view with the focus until the next key, press or new
// prompt. galley does not store this state. A copy of the prompt contains the values unmasked in
// any case; a copy of the request's JSON has them masked.
func (m *Model) reveal() tea.Cmd {
	pane := m.screen.Focus()
	if pane == layout.Template {
		pane = layout.Preview
		m.setFocus(pane)
	}
	if pane == layout.Preview && m.tabs.current() == m.tabs.diff.View() {
		m.screen.Say("Comparisons stay masked: the Text tab can show the values")
		return nil
	}
	if pane == layout.Preview && m.tabs.current() == m.tabs.follow {
		m.screen.Say("This tab stays masked: the Text tab can show the values")
		return nil
	}
	m.revealed = pane
	m.screen.ClearNews()
	return m.mask(pane, false)
}

// conceal masks the revealed values again.
func (m *Model) conceal() tea.Cmd {
	pane := m.revealed
	m.revealed = layout.None
	if pane == layout.None {
		return nil
	}
	return m.mask(pane, true)
}

// mask sends the result to the view in a pane, with its secrets masked or not.
func (m *Model) mask(pane layout.Pane, masked bool) tea.Cmd {
	cmd := m.send(pane, view.Mask{On: masked})
	s, ok := m.prompts.Shown(masked)
	if !ok {
		return cmd
	}
	result := m.send(pane, view.Result{Result: s.Result, Request: s.Request})
	if pane != layout.Preview {
		return tea.Batch(cmd, result)
	}
	return tea.Batch(cmd, result, m.tabs.send(view.Shown{}))
}

// concealing reports whether a message ends the revealing: a key, a press and the loss of the
// terminal's focus do so; the mouse wheel does not.
func concealing(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyMsg, term.KeyName, term.PasteMsg, tea.BlurMsg, term.EndMsg:
		return true
	case tea.MouseMsg:
		return msg.Action == tea.MouseActionPress && !tea.MouseEvent(msg).IsWheel()
	}
	return false
}

// reveals reports whether a key is the one that reveals masked values.
func (m *Model) reveals(key tea.KeyMsg) bool {
	action, ok := m.keys.Lookup(keymap.Global, key.String())
	return ok && action == keymap.Reveal
}
