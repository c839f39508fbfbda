package view

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/keymap"
)

// Choice supplies several texts, of which a [OneOf] shows one.
type Choice interface {
	// Chosen returns the index of the chosen text and the number of texts.
	Chosen() (place, of int)
	// Step chooses the text that comes a number of places later.
	Step(step int)
	// Make starts to make the chosen text unless it is already made.
	Make() tea.Cmd
	// Outdated is called when the shown text is no longer the right one.
	Outdated()
	// Take handles a message that is not about moving in the text.
	Take(msg tea.Msg) tea.Cmd
}

// OneOf is a view that shows one of several texts, and can switch between them. Each text is made
// from the result in the background.
type OneOf struct {
	title  string
	host   Host
	text   *Derived
	choice Choice
}

// NewOneOf returns a view of the texts that choice makes.
func NewOneOf(title string, host Host, text *Derived, choice Choice) *OneOf {
	return &OneOf{title, host, text, choice}
}

// Title implements [View].
func (v *OneOf) Title() string { return v.title }

// Keys implements [View].
func (v *OneOf) Keys() []keymap.Action {
	return []keymap.Action{keymap.Jump, keymap.NextAgent, keymap.PrevAgent}
}

// Hints implements [View].
func (v *OneOf) Hints() []Hint {
	hints := []Hint{{keymap.NextAgent, "next"}}
	if len(v.text.notes) > 0 {
		hints = append(hints, Hint{keymap.Jump, "all notes"})
	}
	return append(hints, Hint{keymap.Diff, "compare with"})
}

// Crumb implements [View].
func (v *OneOf) Crumb() string { return v.text.Text.Place() }

// Extent implements [View].
func (v *OneOf) Extent() Extent { return ExtentOf(v.text.Text) }

// Selected implements [View].
func (v *OneOf) Selected() (text, what string) { return v.text.Text.Selected(), Selection }

// Search implements [View].
func (v *OneOf) Search(m *search.Matcher) []Match { return SearchText(v.text.Text.Search(m)) }

// Draw implements [View].
func (v *OneOf) Draw(a cell.Area, f Frame) (x, y int, visible bool) {
	place, of := v.choice.Chosen()
	return v.text.Draw(a, f, place, of)
}

// Update implements [View].
func (v *OneOf) Update(msg tea.Msg) (View, tea.Cmd) {
	if again, ok := v.text.Took(msg); ok {
		if !again {
			return v, nil
		}
		v.choice.Outdated()
		return v, v.choice.Make()
	}
	if v.text.Update(msg, v.host) {
		return v, nil
	}
	switch msg {
	case keymap.Jump:
		v.text.Notes(v.host)
	case keymap.NextAgent:
		v.choice.Step(1)
	case keymap.PrevAgent:
		v.choice.Step(-1)
	default:
		if _, shown := msg.(Shown); !shown {
			return v, v.choice.Take(msg)
		}
	}
	return v, v.choice.Make()
}
