package prompts

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/variable"
)

// Override replaces a variable's value, and any earlier override of it.
func (p *Prompts) Override(o variable.Override) tea.Cmd {
	p.dropOverride(o.Key)
	p.request.Overrides = append(p.request.Overrides, o)
	return p.Render()
}

// ClearOverride resets a variable to its own value; false if it is not overridden.
func (p *Prompts) ClearOverride(key string) (tea.Cmd, bool) {
	if !p.dropOverride(key) {
		return nil, false
	}
	return p.Render(), true
}

// dropOverride makes a new list, because the running request uses the old one.
func (p *Prompts) dropOverride(key string) bool {
	kept := slices.DeleteFunc(slices.Clone(p.request.Overrides), func(o variable.Override) bool { return o.Key == key })
	dropped := len(kept) < len(p.request.Overrides)
	p.request.Overrides = kept
	return dropped
}
