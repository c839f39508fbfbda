package app

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/term"
)

// edit runs a change of the text and asks for what it makes of the prompt.
func (m *Model) edit(change func()) tea.Cmd { return m.files.Current().Edit(change) }

// paste puts pasted text where the focus takes text, and says how much it was.
func (m *Model) paste(msg term.PasteMsg) tea.Cmd {
	if d := m.screen.Dialog(); d != nil {
		return d.Paste(msg.Text)
	}
	if m.screen.Focus() != layout.Template {
		m.screen.Warn("Only the template takes text")
		return nil
	}
	cmd := m.edit(func() { m.editor().Paste(msg.Text) })
	if msg.Lines > 1 || msg.Controls > 0 || msg.Invalid > 0 || msg.Unterminated {
		m.screen.Say(msg.Summary())
	}
	return cmd
}

// pasteOwn answers a clipboard that could not be read: what was copied here last
// goes in, if there is anything.
func (m *Model) pasteOwn(msg term.ClipboardFailedMsg) tea.Cmd {
	text := m.editor().LastCopy()
	if text == "" {
		m.screen.Warn(msg.Message)
		return nil
	}
	if d := m.screen.Dialog(); d != nil {
		return d.Paste(text)
	}
	m.screen.Say("Pasted what was copied here; " + msg.Message)
	return m.edit(func() { m.editor().Paste(text) })
}

// copy copies the editor's selection, or the prompt when the preview has the
// focus.
func (m *Model) copy() tea.Cmd {
	if m.screen.Focus() == layout.Preview {
		return m.copyPrompt()
	}
	text := m.editor().Copy()
	if text == "" {
		m.screen.Say("Nothing is selected to copy. To leave, press " + m.keys.Hint("quit"))
		return nil
	}
	return m.session.Copy(text)
}

func (m *Model) cut() tea.Cmd {
	var text string
	cmd := m.edit(func() { text = m.editor().Cut() })
	if text == "" {
		return cmd
	}
	return tea.Batch(cmd, m.session.Copy(text))
}

// copyPrompt copies the whole prompt as it would be sent: the text itself, never
// what the screen made of it.
func (m *Model) copyPrompt() tea.Cmd {
	if r := m.prompts.Result(); r != nil {
		return m.session.Copy(r.Text.String())
	}
	return nil
}

func (m *Model) copied(msg term.CopiedMsg) {
	if msg.OK {
		m.screen.Say(msg.Message)
	} else {
		m.screen.Warn(msg.Message)
	}
}

// cancel closes what is open or ends what was begun. It never discards text and
// never quits.
func (m *Model) cancel() {
	switch e := m.editor(); {
	case e.Completing():
		e.CloseCompletion()
	case e.Finding():
		e.EndFind()
	case e.Unselect():
	case m.inspector.Filter() != "":
		m.inspector.SetFilter("")
	default:
		m.screen.ClearNews()
	}
}

// newline breaks the line, or takes the chosen completion.
func (m *Model) newline() tea.Cmd {
	if m.editor().Completing() {
		return m.accept()
	}
	return m.edit(m.editor().Newline)
}

func (m *Model) accept() tea.Cmd {
	return m.edit(func() { m.editor().AcceptCompletion() })
}

// tabKey takes the chosen completion, or indents the selected lines; with neither it
// goes to the next pane, as everywhere else.
func (m *Model) tabKey() tea.Cmd {
	switch e := m.editor(); {
	case e.Completing():
		return m.accept()
	case strings.ContainsAny(e.Selected(), "\r\n"):
		return m.edit(e.Indent)
	}
	m.setFocus(m.screen.Focus().Next())
	return nil
}

func (m *Model) backtabKey() tea.Cmd {
	if strings.ContainsAny(m.editor().Selected(), "\r\n") {
		return m.edit(m.editor().Outdent)
	}
	m.setFocus(m.screen.Focus().Prev())
	return nil
}

func (m *Model) insertTag(key string) tea.Cmd {
	m.setFocus(layout.Template)
	return m.edit(func() { m.editor().Insert("[" + key + "]") })
}

// selectSpan puts the focus on the template and selects a span of it.
func (m *Model) selectSpan(span source.Span) {
	m.remember()
	m.setFocus(layout.Template)
	m.editor().Select(span)
	m.editor().CentreCaret()
}

func fixable(problems []diag.Problem) bool {
	for _, p := range problems {
		if len(p.Fixes) > 0 {
			return true
		}
	}
	return false
}

// openFixes offers what would mend the problem under the caret, or the next one of
// its line; a single way is taken at once.
func (m *Model) openFixes() tea.Cmd {
	problems := m.editor().ProblemsAt(m.editor().Caret())
	if !fixable(problems) {
		m.screen.Say("Nothing to mend here: " + m.keys.Hint(keymap.NextProblem) + " goes to the next problem")
		return nil
	}
	var items []dialog.Item
	for _, p := range problems {
		for _, f := range p.Fixes {
			items = append(items, dialog.Item{Label: f.Label, Detail: p.Message, Value: f})
		}
	}
	if len(items) == 1 {
		return m.fix(items[0])
	}
	m.screen.Open(dialog.NewList("Mend", "", items, m.fix))
	return nil
}

// fix makes the edit that mends a problem; undo takes it back.
func (m *Model) fix(item dialog.Item) tea.Cmd {
	f := item.Value.(diag.Fix)
	m.screen.Say(fmt.Sprintf("%s; %s takes it back", f.Label, m.keys.Hint(keymap.Undo)))
	return m.edit(func() { m.editor().Apply(f.Span, f.Text) })
}
