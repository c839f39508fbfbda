package app

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/variable"
	"galley/ui/dialog"
)

// openOverride asks for a value to put in the selected variable's place, to see
// the prompt as it would be with it.
func (w *Workbench) openOverride() {
	v, ok := w.inspector.Selected()
	if !ok {
		w.say("No variable is selected")
		return
	}
	text, note := v.Text, "for this preview; the file or fact itself stays as it is"
	if !oneLine(text) {
		text, note = "", fmt.Sprintf("in place of %s, for this preview alone", plural(len(v.Text), "byte"))
	}
	w.dialog = dialog.NewField("Value of "+v.Key, note, text,
		func(text string) tea.Cmd {
			return w.override(variable.Override{Key: v.Key, Text: text})
		})
}

// mostOverride is the longest value, in bytes, that the field is filled with.
const mostOverride = 2000

// oneLine reports whether the field shows a text as it is: it has one line and no
// controls, and would change any other value before anybody typed.
func oneLine(text string) bool {
	return len(text) <= mostOverride && utf8.ValidString(text) && strings.IndexFunc(text, unicode.IsControl) < 0
}

// unset lets the selected variable not exist.
func (w *Workbench) unset() tea.Cmd {
	v, ok := w.inspector.Selected()
	if !ok {
		return nil
	}
	w.say(v.Key + " is treated as if it did not exist")
	return w.override(variable.Override{Key: v.Key, Unset: true})
}

// override puts one override in force in the place of an earlier one.
func (w *Workbench) override(o variable.Override) tea.Cmd {
	w.dropOverride(o.Key)
	w.request.Overrides = append(w.request.Overrides, o)
	return w.render()
}

// clearOverride gives the selected variable its own value back.
func (w *Workbench) clearOverride() tea.Cmd {
	v, ok := w.inspector.Selected()
	if !ok || !w.dropOverride(v.Key) {
		w.say("Nothing is overridden here")
		return nil
	}
	w.say(v.Key + " has its own value again")
	return w.render()
}

// dropOverride makes a new list, since the request under way holds the old one.
func (w *Workbench) dropOverride(key string) bool {
	kept := slices.DeleteFunc(slices.Clone(w.request.Overrides), func(o variable.Override) bool { return o.Key == key })
	dropped := len(kept) < len(w.request.Overrides)
	w.request.Overrides = kept
	return dropped
}
