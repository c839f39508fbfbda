package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/term"
	"galley/ui/view"
	"galley/ui/words"
)

// Update handles one message by passing it to one of the owners or to a view.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m.revealed != layout.None && concealing(msg) {
		masked := m.conceal()
		if key, ok := msg.(tea.KeyMsg); ok && m.reveals(key) {
			return m, masked // the key that reveals also conceals
		}
		_, cmd := m.Update(msg)
		return m, tea.Batch(masked, cmd)
	}
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.screen.Resize(msg.Width, msg.Height)
	case tea.KeyMsg, term.KeyName, term.PasteMsg, tea.MouseMsg:
		cmd = m.screen.Input(func() tea.Cmd { return m.input(msg) })
	case term.ClipboardFailedMsg:
		cmd = m.screen.Input(func() tea.Cmd { return m.editing.pasteOwn(msg) })
	case dialog.CopyMsg:
		cmd = m.editing.copyText(msg.What, msg.Text)
	case term.CopiedMsg:
		m.editing.copied(msg)
	case term.EditedMsg:
		cmd = m.externallyEdited(msg)
	case term.EndMsg:
		cmd = m.end()
	case changedMsg:
		cmd = m.changed(msg)
	case forgottenMsg:
		m.screen.Warn("galley cannot remember for the next start which prompt is shown: " + words.Reason(msg.err))
	case namesakesMsg:
		m.opened.namesakes = msg.paths
	case listedMsg:
		cmd = m.listed(msg)
	case tickMsg:
		m.screen.Expire()
		m.files.Tick()
		cmd = tea.Batch(tick(), m.screen.Next())
	default:
		cmd = m.owned(msg)
	}
	if m.screen.Dialog() != nil {
		m.editor().CloseCompletion() // otherwise the list would cover the panes around the dialog
	}
	m.screen.SetTall(m.tabs.needsHeight())
	return m, tea.Batch(cmd, m.files.Keep())
}

// owned sends a message to the owner of its type.
func (m *Model) owned(msg tea.Msg) tea.Cmd {
	if cmd, ok := m.files.Update(msg); ok {
		return cmd
	}
	if cmd, ok := m.prompts.Update(msg); ok {
		m.problems.refresh()
		return cmd
	}
	if cmd, ok := m.capturing.Update(msg); ok {
		return cmd
	}
	return m.tell(msg)
}

// tell sends a message to every view.
func (m *Model) tell(msg tea.Msg) tea.Cmd {
	cmds := []tea.Cmd{m.tabs.tell(msg)}
	for _, pane := range layout.Focusable() {
		if m.beside[pane] != nil {
			cmds = append(cmds, m.send(pane, msg))
		}
	}
	return tea.Batch(cmds...)
}

// input handles what the user types, pastes and clicks.
func (m *Model) input(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return m.key(msg)
	case term.KeyName:
		if m.screen.Dialog() == nil {
			cmd, _ := m.act(string(msg))
			return cmd
		}
	case term.PasteMsg:
		return m.editing.paste(msg)
	case tea.MouseMsg:
		return m.mouse.event(tea.MouseEvent(msg))
	}
	return nil
}

// tickMsg is a slow tick. At each tick, old messages disappear and waiting questions are shown.
type tickMsg struct{}

func tick() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

// key handles a key: the open dialog gets it first, then the keymap's action, otherwise the pane
// with the focus gets it as text.
func (m *Model) key(key tea.KeyMsg) tea.Cmd {
	m.screen.Seen()
	switch {
	case m.screen.Pressed(key):
		m.screen.Say("You pressed that before the question appeared: press it again to answer")
		return nil
	case m.screen.Dialog() != nil:
		if cmd, ok := overDialog(m, key); ok {
			return cmd
		}
		return m.screen.Key(m.dialogKey(key))
	}
	if cmd, ok := m.act(key.String()); ok {
		return cmd
	}
	return m.typed(key)
}

// act runs the keymap's action for a key: an action of the pane with the focus, otherwise a global
// one.
func (m *Model) act(name string) (tea.Cmd, bool) {
	for _, where := range []keymap.Context{m.context(), keymap.Global} {
		if action, ok := m.keys.Lookup(where, name); ok {
			return m.do(action), true
		}
	}
	return nil, false
}

// dialogKey translates the keys that the user's key table has for closing and choosing into those
// that dialogs expect.
func (m *Model) dialogKey(key tea.KeyMsg) tea.KeyMsg {
	switch action, _ := m.keys.Lookup(keymap.List, key.String()); {
	case key.Type == tea.KeyEscape, key.Type == tea.KeyCtrlC, key.Type == tea.KeyEnter:
	case action == keymap.Cancel:
		return tea.KeyMsg{Type: tea.KeyEscape}
	case action == keymap.Accept:
		return tea.KeyMsg{Type: tea.KeyEnter}
	}
	return key
}

// typed inserts a key that has no action as text in the editor.
func (m *Model) typed(key tea.KeyMsg) tea.Cmd {
	if m.screen.Focus() != layout.Template && key.Type == tea.KeyRunes && !key.Alt {
		m.screen.Say(cell.Visible(string(key.Runes)) + " does nothing here: " + m.keys.HintIn(m.context(), keymap.Help) + " lists the keys, " + m.keys.Hint(keymap.Quit) + " quits")
	}
	if m.screen.Focus() != layout.Template || key.Alt {
		return nil
	}
	switch key.Type {
	case tea.KeyRunes:
		return m.editing.typing(func() { m.editor().Insert(string(key.Runes)) })
	case tea.KeySpace:
		return m.editing.typing(func() { m.editor().Insert(" ") })
	}
	return nil
}

// context returns the context in which keys are looked up.
func (m *Model) context() keymap.Context {
	switch {
	case m.screen.Focus() == layout.Preview:
		return keymap.Preview
	case m.focused() != nil:
		return keymap.Inspector
	default:
		return keymap.Editor
	}
}

// focused returns the view with the focus, or nil if the editor has the focus.
func (m *Model) focused() view.View { return m.viewIn(m.screen.Focus()) }

// viewIn returns the view in a pane, or nil for the editor's.
func (m *Model) viewIn(pane layout.Pane) view.View {
	if pane == layout.Preview {
		return m.tabs.current()
	}
	return m.beside[pane]
}

// goTo moves the focus on a key press and clears messages about the pane that had the focus
// before.
func (m *Model) goTo(pane layout.Pane) {
	m.screen.Moved()
	m.setFocus(pane)
}

// setFocus moves the focus to a pane.
func (m *Model) setFocus(pane layout.Pane) {
	if m.screen.SetFocus(pane) {
		m.editor().CloseCompletion()
	}
}
