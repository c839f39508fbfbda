package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/term"
	"galley/ui/unsaved"
)

// Update takes one message. It only decides whose message it is; each family has
// a file of its own.
func (w *Workbench) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		w.resize(msg.Width, msg.Height)
	case tea.KeyMsg:
		cmd = w.key(msg)
	case term.KeyName:
		cmd = w.named(string(msg))
	case term.PasteMsg:
		cmd = w.paste(msg)
	case term.ClipboardFailedMsg:
		cmd = w.pasteOwn(msg)
	case tea.MouseMsg:
		cmd = w.mouseEvent(tea.MouseEvent(msg))
	case renderedMsg:
		cmd = w.rendered(msg)
	case loadedMsg:
		cmd = tea.Batch(w.waitLoaded(), w.render())
	case lateMsg:
		w.late(msg)
	case presenceMsg:
		w.announced(msg)
	case conversationsMsg:
		w.showConversations(msg)
	case keptMsg:
		w.showKeptPrompt(msg)
	case verifiedMsg:
		w.tookVerified(msg)
	case derivedMsg:
		cmd = w.tookDerived(msg)
	case comparableMsg:
		w.tookComparable(msg)
	case linesMsg:
		msg.reader.SetLines(msg.lines)
	case comparedMsg:
		msg.reader.Flow(msg.lines)
	case discoveredMsg:
		w.discovered(msg)
	case rulesChangedMsg:
		cmd = w.rulesChanged(msg)
	case savedMsg:
		cmd = w.savedFile(msg)
	case changedMsg:
		cmd = w.filesChanged(msg)
	case outsideMsg:
		cmd = w.outside(msg)
	case tickMsg:
		cmd = w.ticked()
	case unsaved.FailedMsg:
		if msg.Err != nil {
			w.warn(msg.Err.Error())
		}
	case unsaved.Found:
		cmd = w.interrupt("unsaved text", func() tea.Cmd { w.askUnsaved(msg); return nil })
	case term.CopiedMsg:
		w.copied(msg)
	case term.EditedMsg:
		cmd = w.externallyEdited(msg)
	case term.EndMsg:
		cmd = w.end(msg)
	}
	w.keep()
	return w, cmd
}

func (w *Workbench) resize(width, height int) {
	w.width, w.height = width, height
	w.arrange()
}

// arrange computes the layout anew: after a resize, a change of focus, a zoom.
func (w *Workbench) arrange() {
	w.layout = layout.Compute(w.width, w.height, layout.Options{Focus: w.focus, Zoom: w.zoom, Steady: w.steady})
}

// key gives a key to the dialog that is open, else to the action that the keymap
// names for it, else to the pane with the focus as text.
func (w *Workbench) key(key tea.KeyMsg) tea.Cmd {
	if w.swallow(key) {
		return nil
	}
	if w.dialog != nil {
		return w.dialogKey(key)
	}
	if cmd, ok := w.act(key.String()); ok {
		return cmd
	}
	return w.typed(key)
}

// named handles a key that bubbletea has no value for.
func (w *Workbench) named(name string) tea.Cmd {
	if w.dialog != nil {
		return nil
	}
	cmd, _ := w.act(name)
	return cmd
}

// act does what the keymap has for a key: in the pane with the focus, else
// anywhere.
func (w *Workbench) act(name string) (tea.Cmd, bool) {
	for _, where := range []keymap.Context{w.context(), keymap.Global} {
		if action, ok := w.keys.Lookup(where, name); ok {
			return w.do(action), true
		}
	}
	return nil, false
}

func (w *Workbench) dialogKey(key tea.KeyMsg) tea.Cmd {
	open := w.dialog
	done, cmd := open.Key(w.dialogKeyOf(key))
	w.closeDialog(open, done)
	return cmd
}

// dialogKeyOf gives the keys that the table has for closing and choosing the form
// in which dialogs know them.
func (w *Workbench) dialogKeyOf(key tea.KeyMsg) tea.KeyMsg {
	switch action, _ := w.keys.Lookup(keymap.List, key.String()); {
	case key.Type == tea.KeyEscape, key.Type == tea.KeyCtrlC, key.Type == tea.KeyEnter:
	case action == keymap.Cancel:
		return tea.KeyMsg{Type: tea.KeyEscape}
	case action == keymap.Accept:
		return tea.KeyMsg{Type: tea.KeyEnter}
	}
	return key
}

// typed handles a key that no action has: text for the editor, a filter for the
// inspector.
func (w *Workbench) typed(key tea.KeyMsg) tea.Cmd {
	if w.focus != layout.Template {
		return nil
	}
	switch key.Type {
	case tea.KeyRunes:
		if key.Alt {
			return nil
		}
		return w.edit(func() { w.editor.Insert(string(key.Runes)) })
	case tea.KeySpace:
		return w.edit(func() { w.editor.Insert(" ") })
	}
	return nil
}

// context is where keys apply now.
func (w *Workbench) context() keymap.Context {
	switch w.focus {
	case layout.Variables:
		return keymap.Inspector
	case layout.Preview:
		return keymap.Preview
	default:
		return keymap.Editor
	}
}
