package app

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/diag"
	"galley/ui/dialog"
	"galley/ui/editor"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/term"
	"galley/ui/view"
	"galley/ui/words"
)

// editing handles keys that change the text of the file in the editor pane.
type editing struct {
	m       *Model
	paths   []editor.Candidate // paths has the known entries of a directory, for the completion of a path
	copying string             // what is being copied, for the message about the copy
	clip    string             // the text that was last copied or cut, in any pane
	typed   bool               // typed is true during an edit that the user types, which may open the list of completions
}

// edit changes the text of the file in the editor pane and requests a new prompt.
func (ed *editing) edit(change func()) tea.Cmd { return ed.m.files.Current().Edit(change) }

// typing changes the text like a typed key: the list of completions may open.
func (ed *editing) typing(change func()) tea.Cmd {
	ed.typed = true
	defer func() { ed.typed = false }()
	return ed.edit(change)
}

// edited updates what depends on the text after a change. The list of completions follows what the
// user types; a paste, an undo and a fix close it.
func (ed *editing) edited() tea.Cmd {
	if ed.typed {
		return ed.complete()
	}
	ed.m.editor().CloseCompletion()
	return nil
}

// travel undoes a step or, if redo is set, repeats one. The step of a replacement in several
// files is undone or repeated in all of them. If no step is left, travel shows the string none
// as a message.
func (ed *editing) travel(redo bool, none string) tea.Cmd {
	ed.m.setFocus(layout.Template)
	ed.m.screen.Moved() // the message of an earlier step may now be wrong
	step, word := (*editor.Editor).Undo, "Undone"
	if redo {
		step, word = (*editor.Editor).Redo, "Repeated"
	}
	here := ed.m.files.Current()
	others := ed.m.finding.group.others(here, ed.m.files.All(), redo)
	did := false
	cmd := ed.edit(func() { did = step(ed.m.editor()) })
	if !did {
		ed.m.screen.Say(none)
	}
	if len(others) == 0 {
		return cmd
	}
	for _, file := range others {
		cmd = tea.Batch(cmd, file.Edit(func() { step(file.Editor) }))
	}
	ed.m.finding.group.set(append(others, here), !redo)
	ed.m.screen.Say(word + " in " + words.Plural(len(others)+1, "file"))
	return cmd
}

// paste inserts pasted text in the pane or dialog with the focus, if that accepts text. A
// message says how much text was pasted.
func (ed *editing) paste(msg term.PasteMsg) tea.Cmd {
	if d := ed.m.screen.Dialog(); d != nil {
		return d.Paste(msg.Text)
	}
	if ed.m.screen.Focus() != layout.Template {
		ed.m.screen.Warn("You can type only in the editor")
		return nil
	}
	cmd := ed.edit(func() { ed.m.editor().Paste(msg.Text) })
	if msg.Lines > 1 || msg.Controls > 0 || msg.Invalid > 0 || msg.Unterminated {
		ed.m.screen.Say(msg.Summary())
	}
	return cmd
}

// pasteOwn is called when the clipboard cannot be read. It pastes what was last copied in galley,
// if anything.
func (ed *editing) pasteOwn(msg term.ClipboardFailedMsg) tea.Cmd {
	text := ed.clip
	if text == "" {
		ed.m.screen.Warn(msg.Message)
		return nil
	}
	if d := ed.m.screen.Dialog(); d != nil {
		return d.Paste(text)
	}
	ed.m.screen.Say("Pasted galley's own copy; " + msg.Message)
	return ed.edit(func() { ed.m.editor().Paste(text) })
}

// copy copies the editor's selection, or the prompt when the preview has the
// focus.
func (ed *editing) copy() tea.Cmd {
	if v := ed.m.focused(); v != nil {
		if text, what := v.Selected(); text != "" {
			return ed.copyText(what, text)
		}
		if ed.m.screen.Focus() == layout.Preview {
			return ed.copyPrompt()
		}
	}
	text := ed.m.editor().Copy()
	if text == "" {
		ed.m.screen.Say("Nothing is selected to copy. To leave, press " + ed.m.keys.Hint("quit"))
		return nil
	}
	return ed.copyText(view.Selection, text)
}

func (ed *editing) cut() tea.Cmd {
	var text string
	cmd := ed.edit(func() { text = ed.m.editor().Cut() })
	if text == "" {
		return cmd
	}
	ed.clip = text
	return tea.Batch(cmd, ed.m.session.Copy(text))
}

// copyPrompt copies the whole prompt as it would be sent, not as the screen shows it.
func (ed *editing) copyPrompt() tea.Cmd {
	if r := ed.m.prompts.Result(); r != nil {
		return ed.copyText("the whole prompt", r.Text.String())
	}
	return nil
}

// copyText copies a text. what describes the text in the message about the copy, for example as
// "the whole prompt".
func (ed *editing) copyText(what, text string) tea.Cmd {
	ed.clip, ed.copying = text, what+", "+words.Plural(len(text), "byte")
	return ed.m.session.Copy(text)
}

// copied shows a message about the outcome of a copy. The first message says how to paste;
// later ones are short.
func (ed *editing) copied(msg term.CopiedMsg) {
	text := msg.Message
	if ed.copying != "" {
		text = ed.copying + ": " + text
	}
	ed.copying = ""
	if msg.OK {
		ed.m.screen.Say(text)
	} else {
		ed.m.screen.Warn(text)
	}
}

// cancel ends the first of these that it finds: a selection or a search, the list of
// completions, the filter of the inspector, the message in the footer. It never discards text
// and never quits.
func (ed *editing) cancel() tea.Cmd {
	if v := ed.m.focused(); v != nil && ed.unmark(v) {
		return nil
	}
	switch e := ed.m.editor(); {
	case ed.m.focused() != nil && slices.Contains(ed.m.focused().Keys(), keymap.Back):
		return ed.m.do(keymap.Back)
	case e.Completing():
		e.CloseCompletion()
	case e.Finding():
		e.EndFind()
	case e.Unselect():
	case ed.m.inspector.Filter() != "":
		ed.m.inspector.SetFilter("")
	default:
		ed.m.screen.ClearNews()
	}
	return nil
}

// unmark clears the selection in a view or, if nothing is selected, the marks of a search in
// the view. It reports whether it cleared anything.
func (ed *editing) unmark(v view.View) bool {
	if text, what := v.Selected(); text != "" && what == view.Selection {
		ed.m.send(ed.m.screen.Focus(), view.Unselect{})
		return true
	}
	return ed.m.finding.end()
}

// newline inserts a line break, or accepts the chosen completion.
func (ed *editing) newline() tea.Cmd {
	if ed.m.editor().Completing() {
		return ed.accept()
	}
	return ed.edit(ed.m.editor().Newline)
}

func (ed *editing) accept() tea.Cmd {
	return ed.typing(func() {
		if closed, _ := ed.m.editor().AcceptCompletion(); closed {
			ed.m.screen.Say("The block is closed with [endif]; " + ed.m.keys.Hint(keymap.Undo) + " leaves only the [if …]")
		}
	})
}

// tabKey accepts the chosen completion, or indents the selected lines, or moves the focus to the
// next pane.
func (ed *editing) tabKey() tea.Cmd {
	switch e := ed.m.editor(); {
	case e.Completing():
		return ed.accept()
	case strings.ContainsAny(e.Selected(), "\r\n"):
		return ed.edit(e.Indent)
	}
	ed.m.setFocus(ed.m.screen.Focus().Next())
	return nil
}

func (ed *editing) backtabKey() tea.Cmd {
	if strings.ContainsAny(ed.m.editor().Selected(), "\r\n") {
		return ed.edit(ed.m.editor().Outdent)
	}
	ed.m.setFocus(ed.m.screen.Focus().Prev())
	return nil
}

// insertBlock puts a conditional block around the selection, or around the variable
// at the caret.
func (ed *editing) insertBlock(key string) tea.Cmd {
	body := ed.m.editor().Selected()
	if body == "" {
		body = "[" + key + "]"
	}
	return ed.insertText("[if " + key + "]\n" + strings.TrimSuffix(body, "\n") + "\n[endif]\n")
}

// insertTag puts a variable at the caret.
func (ed *editing) insertTag(key string) tea.Cmd { return ed.insertText("[" + key + "]") }

// insertText inserts a text with tags at the template's caret. Other files have no
// tags.
func (ed *editing) insertText(text string) tea.Cmd {
	if f := ed.m.files.Current(); !f.IsTemplate() {
		ed.m.screen.Say("Only the template can use variables: " + ed.m.keys.Hint(keymap.ToTemplate) + " goes back to it")
		return nil
	}
	ed.m.setFocus(layout.Template)
	return ed.edit(func() { ed.m.editor().Insert(text) })
}

func fixable(problems []diag.Problem) bool {
	for _, p := range problems {
		if len(p.Fixes) > 0 {
			return true
		}
	}
	return false
}

// openFixes offers the fixes of the problem under the caret, otherwise of the next problem in the
// line. It applies a single fix at once.
func (ed *editing) openFixes() tea.Cmd {
	problems := ed.m.editor().ProblemsAt(ed.m.editor().Caret())
	if !fixable(problems) {
		ed.sayRemedy(problems)
		return nil
	}
	var items []dialog.Item
	for _, p := range problems {
		for _, f := range p.Fixes {
			item := dialog.Item{Label: f.Label, Value: f}
			if f.Text != "" {
				item.Detail = "writes " + strings.TrimSpace(f.Text)
			}
			if len(problems) > 1 {
				item.Detail = p.Message
			}
			items = append(items, item)
		}
	}
	if len(items) == 1 {
		return ed.fix(items[0])
	}
	ed.m.screen.Open(dialog.NewList("Mend", "", items, ed.fix))
	return nil
}

// sayRemedy says what to do about the problem under the caret. Without such a problem, it says
// what to do about the file as a whole, if its name is wrong or no agent reads it.
func (ed *editing) sayRemedy(here []diag.Problem) {
	text := "Nothing to fix here: " + ed.m.keys.Hint(keymap.NextProblem) + " goes to the next problem"
	if f := ed.m.files.Current(); !f.IsTemplate() {
		for _, p := range problemsOf(f, ed.m.prompts.Problems()) {
			switch {
			case p.Hint == "":
			case p.Code == diag.NearMiss:
				text = "The file's name: " + ed.m.short.InText(p.Hint) + ", in a shell"
			case p.Code == diag.UnreadFile:
				text = ed.m.keys.Hint(keymap.Transfer) + " makes agents read this file, or " + ed.m.short.InText(p.Hint)
			}
		}
	}
	for _, p := range here {
		if p.Hint != "" {
			text = "No key can fix it: " + ed.m.short.InText(p.Hint)
		}
	}
	ed.m.screen.Say(text)
}

// fix applies the edit that fixes a problem; undo reverts it.
func (ed *editing) fix(item dialog.Item) tea.Cmd {
	f := item.Value.(diag.Fix)
	ed.m.screen.Say(fmt.Sprintf("%s; %s undoes it", f.Label, ed.m.keys.Hint(keymap.Undo)))
	return ed.edit(func() { ed.m.editor().Apply(f.Span, f.Text) })
}
