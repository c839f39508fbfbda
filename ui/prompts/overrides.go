package prompts

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/variable"
)

// Override replaces the value of a variable. It also replaces an earlier override of the same
// variable.
func (p *Prompts) Override(o variable.Override) tea.Cmd {
	p.dropOverride(o.Key)
	p.request.Overrides = append(p.request.Overrides, o)
	return p.Render()
}

// ClearOverride removes the override of a variable. It returns false if the variable has none.
func (p *Prompts) ClearOverride(key string) (tea.Cmd, bool) {
	if !p.dropOverride(key) {
		return nil, false
	}
	return p.Render(), true
}

// dropOverride removes the override of a key and reports whether the key had one. It makes a
// new list of overrides, because the running request uses the old list.
func (p *Prompts) dropOverride(key string) bool {
	kept := slices.DeleteFunc(slices.Clone(p.request.Overrides), func(o variable.Override) bool { return o.Key == key })
	dropped := len(kept) < len(p.request.Overrides)
	p.request.Overrides = kept
	return dropped
}
