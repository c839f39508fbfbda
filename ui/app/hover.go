package app

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/diag"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/inspector"
	"galley/ui/keymap"
	"galley/ui/layout"
)

// hover is what there is to say about the place under the caret: the problem
// there, else what the tag stands for and where that comes from; "" when the caret
// is in plain text.
func (w *Workbench) hover() (text string, look cell.Style) {
	if w.focus != layout.Template || w.result == nil {
		return "", cell.Style{}
	}
	caret := w.editor.Caret()
	if problems := w.editor.ProblemsAt(caret); len(problems) > 0 {
		p := problems[0]
		text = p.Message
		if p.Hint != "" {
			text += ": " + p.Hint
		}
		if w.fixable(problems) {
			text = w.keys.Hint(keymap.QuickFix) + " mends it. " + text
		}
		_, look = w.styles.Severity(p.Severity)
		return text, look
	}
	tag, _, ok := w.editor.TagAt(caret)
	if !ok || tag.Key == "" {
		return "", cell.Style{}
	}
	for _, v := range w.result.Values {
		if v.Key == tag.Key {
			return describeValue(v), w.styles.Base
		}
	}
	return "", cell.Style{}
}

// describeValue says a variable's value and where it comes from.
func describeValue(v engine.ValueUse) string {
	text := v.Key + ": " + inspector.Describe(v)
	if v.Exists() && v.Source != "" {
		text += ", from " + v.Source
	}
	if v.Outside {
		text += ", outside the project"
	}
	return text
}

func (w *Workbench) fixable(problems []diag.Problem) bool {
	for _, p := range problems {
		if len(p.Fixes) > 0 {
			return true
		}
	}
	return false
}

// openFixes offers what would mend the problem under the caret, or the next one of
// its line; a single way is taken at once.
func (w *Workbench) openFixes() tea.Cmd {
	problems := w.editor.ProblemsAt(w.editor.Caret())
	if !w.fixable(problems) {
		w.say("Nothing to mend here: " + w.keys.Hint(keymap.NextProblem) + " goes to the next problem")
		return nil
	}
	var items []dialog.Item
	for _, p := range problems {
		for _, f := range p.Fixes {
			items = append(items, dialog.Item{Label: f.Label, Detail: p.Message, Value: f})
		}
	}
	if len(items) == 1 {
		return w.fix(items[0])
	}
	w.dialog = dialog.NewList("Mend", "", items, w.fix)
	return nil
}

// fix makes the edit that mends a problem; undo takes it back.
func (w *Workbench) fix(item dialog.Item) tea.Cmd {
	f := item.Value.(diag.Fix)
	w.say(fmt.Sprintf("%s; %s takes it back", f.Label, w.keys.Hint(keymap.Undo)))
	return w.edit(func() { w.editor.Apply(f.Span, f.Text) })
}
