package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/layout"
	"galley/ui/term"
)

// edit runs a change of the text and asks for what it makes of the prompt.
func (w *Workbench) edit(change func()) tea.Cmd {
	before := w.editor.Revision()
	w.editor.SetTime(w.o.Clock())
	change()
	if w.editor.Revision() == before {
		return nil
	}
	w.refreshCompletion()
	return w.render()
}

// paste puts pasted text where the focus takes text, and says how much it was.
func (w *Workbench) paste(msg term.PasteMsg) tea.Cmd {
	if w.dialog != nil {
		w.dialog.Paste(msg.Text)
		return nil
	}
	if w.focus != layout.Template {
		w.warn("Only the template takes text")
		return nil
	}
	cmd := w.edit(func() { w.editor.Paste(msg.Text) })
	if msg.Lines > 1 || msg.Controls > 0 || msg.Invalid > 0 || msg.Unterminated {
		w.say(msg.Summary())
	}
	return cmd
}

// pasteOwn answers a clipboard that could not be read: what was copied here last
// goes in, if there is anything.
func (w *Workbench) pasteOwn(msg term.ClipboardFailedMsg) tea.Cmd {
	text := w.editor.LastCopy()
	if text == "" {
		w.warn(msg.Message)
		return nil
	}
	if w.dialog != nil {
		w.dialog.Paste(text)
		return nil
	}
	w.say("Pasted what was copied here; " + msg.Message)
	return w.edit(func() { w.editor.Paste(text) })
}

// copy copies the editor's selection, or the prompt when the preview has the
// focus.
func (w *Workbench) copy() tea.Cmd {
	if w.focus == layout.Preview {
		return w.copyPrompt()
	}
	text := w.editor.Copy()
	if text == "" {
		w.say("Nothing is selected to copy. To leave, press " + w.keys.Hint("quit"))
		return nil
	}
	return w.session.Copy(text)
}

func (w *Workbench) cut() tea.Cmd {
	var text string
	cmd := w.edit(func() { text = w.editor.Cut() })
	if text == "" {
		return cmd
	}
	return tea.Batch(cmd, w.session.Copy(text))
}

// copyPrompt copies the whole prompt as it would be sent: the text itself, never
// what the screen made of it.
func (w *Workbench) copyPrompt() tea.Cmd {
	if w.result == nil {
		return nil
	}
	return w.session.Copy(w.result.Text.String())
}

func (w *Workbench) copied(msg term.CopiedMsg) {
	if msg.OK {
		w.say(msg.Message)
	} else {
		w.warn(msg.Message)
	}
}

// selectSpan puts the focus on the template and selects a span of it.
func (w *Workbench) selectSpan(span source.Span) {
	w.remember()
	w.setFocus(layout.Template)
	w.editor.Select(span)
	w.editor.CentreCaret()
}
