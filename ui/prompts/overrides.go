package prompts

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/variable"
)

// Override puts one value in force in the place of a variable's own, and of an
// earlier one.
func (p *Prompts) Override(o variable.Override) tea.Cmd {
	p.dropOverride(o.Key)
	p.request.Overrides = append(p.request.Overrides, o)
	return p.Render()
}

// ClearOverride gives a variable its own value back; false when it has that.
func (p *Prompts) ClearOverride(key string) (tea.Cmd, bool) {
	if !p.dropOverride(key) {
		return nil, false
	}
	return p.Render(), true
}

// dropOverride makes a new list, since the request under way holds the old one.
func (p *Prompts) dropOverride(key string) bool {
	kept := slices.DeleteFunc(slices.Clone(p.request.Overrides), func(o variable.Override) bool { return o.Key == key })
	dropped := len(kept) < len(p.request.Overrides)
	p.request.Overrides = kept
	return dropped
}
