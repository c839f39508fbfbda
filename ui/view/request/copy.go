package request

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
	"galley/ui/view"
)

// tab is a [view.OneOf] whose copy key copies the JSON.
type tab struct {
	*view.OneOf
	forms   *forms
	host    view.Host
	waiting bool // whether to copy the JSON when it is ready
}

// Keys implements [view.View].
func (t *tab) Keys() []keymap.Action {
	return append(t.OneOf.Keys(), keymap.Copy, keymap.CopyRequest)
}

// Hints implements [view.View].
func (t *tab) Hints() []view.Hint {
	return append([]view.Hint{{Action: keymap.Copy, Word: "copy the JSON"}}, t.OneOf.Hints()...)
}

// Update implements [view.View].
func (t *tab) Update(msg tea.Msg) (view.View, tea.Cmd) {
	switch msg {
	case keymap.Copy:
		if text, what := t.Selected(); text != "" {
			return t, t.host.Copy(what, text)
		}
		t.waiting = true
		return t, t.copy()
	case keymap.CopyRequest:
		t.waiting = true
		return t, t.copy()
	case view.Hidden{}:
		t.waiting = false
	}
	_, cmd := t.OneOf.Update(msg)
	return t, tea.Batch(cmd, t.copy())
}

// copy copies the JSON as it is shown, with secrets masked, if the user asked for it and the JSON
// is ready.
func (t *tab) copy() tea.Cmd {
	if !t.waiting || !t.forms.json.Ready() {
		return nil
	}
	t.waiting = false
	text, what := t.forms.json.Text.Text(), "the request as JSON"
	if text == "" {
		t.host.Warn("Nothing to copy: no request is sent")
		return nil
	}
	if !t.forms.bare && !t.forms.result.Secrets.Empty() {
		what += " with its secrets masked"
	}
	return t.host.Copy(what, text)
}
