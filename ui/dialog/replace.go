package dialog

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/style"
)

// Replacer has what a replace bar controls in addition to a search.
type Replacer struct {
	Finder
	One func(with string) tea.Cmd // replaces the shown match and shows the next one
	// All replaces every match in one step. done reports that it replaced at least one; the bar
	// then closes.
	All func(with string) (done bool, cmd tea.Cmd)
}

// Replace is a search bar with a second field below it for the replacement. Tab switches between
// the fields. In the lower field, Enter replaces one match and goes to the next; Alt+A replaces all
// matches and closes the bar.
type Replace struct {
	find *Find
	r    Replacer
	with textinput.Model
	box  box
	low  bool // whether the caret is in the lower field
}

// NewReplace returns a replace bar that starts with a query. The caret is in the upper field, whose
// text is selected, so that typed text replaces the last search.
func NewReplace(q search.Query, r Replacer) *Replace {
	return &Replace{find: NewFind(q, r.Finder), r: r, with: newField("")}
}

// Key implements [Dialog].
func (r *Replace) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	switch k := key.String(); {
	case k == "tab", k == "shift+tab":
		r.low = !r.low
	case k == "alt+a":
		return r.r.All(r.with.Value())
	case r.low && k == "enter":
		return false, r.r.One(r.with.Value())
	case r.low && !findKeys[k]:
		var cmd tea.Cmd
		r.with, cmd = typed(r.with, key)
		return false, cmd
	default:
		return r.find.Key(key)
	}
	return false, nil
}

// replaceHints are the hints of the lower row, from its right end.
var replaceHints = []hint{
	{tea.KeyMsg{Type: tea.KeyTab}, "Tab", "other field"}, {alt('a'), "Alt+A", "all"}, {enterKey, "Enter", "one"},
}

// findKeys has the keys of the search bar that also work in the lower field.
var findKeys = map[string]bool{
	"esc": true, "ctrl+c": true, "down": true, "up": true, "f3": true, "ctrl+n": true, "ctrl+p": true,
	"alt+c": true, "alt+w": true, "alt+r": true, "alt+f": true,
}

// Paste implements [Dialog].
func (r *Replace) Paste(text string) tea.Cmd {
	if !r.low {
		return r.find.Paste(text)
	}
	r.with = pasted(r.with, text)
	return nil
}

// Scroll implements [Dialog].
func (r *Replace) Scroll(int) {}

// Click implements [Dialog].
func (r *Replace) Click(x, y int) (bool, tea.Cmd) {
	if key, ok := r.box.hintAt(x, y); ok {
		r.low = r.low || key.Type == tea.KeyEnter
		return r.Key(key)
	}
	if key, ok := r.find.box.hintAt(x, y); ok {
		return r.find.Key(key)
	}
	switch {
	case r.find.box.contains(x, y):
		r.low = false
	case r.box.contains(x, y):
		r.low = true
	default:
		return true, nil
	}
	return false, nil
}

// Draw implements [Dialog].
func (r *Replace) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	r.box = footBar(screen, screen.H-1)
	x, y, visible = r.find.Draw(screen.Sub(0, 0, screen.W, screen.H-1), st)
	a := screen.Sub(r.box.x, r.box.y, r.box.w, 1)
	a.Fill(st.Popup)
	left := a.Put(1, 0, "Replace with ", st.PopupTitle)
	right := a.W - 1
	for _, h := range replaceHints {
		w := h.width() - 1
		if right-w < left+leastField {
			continue
		}
		right -= w
		to := a.Put(right, 0, h.name, st.Popup.Over(st.Key))
		a.Put(to+1, 0, h.word, st.Popup.Over(st.Muted))
		r.box.hints = append(r.box.hints, placed{h, r.box.x + right, r.box.y, w})
	}
	fx := drawField(a.Sub(left, 0, max(right-left-1, 0), 1), r.with, st.Popup)
	if r.low {
		return r.box.x + left + fx, r.box.y, true
	}
	return x, y, visible
}
