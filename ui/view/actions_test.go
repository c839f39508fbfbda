package view

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
)

type counted struct{ opened, turned int }

func (c *counted) open() tea.Cmd {
	c.opened++
	return func() tea.Msg { return c.opened }
}

var countedActions = Actions[*counted]{
	{keymap.ShowInText, Now(func(c *counted) { c.turned-- })},
	{keymap.Jump, (*counted).open},
	{keymap.Back, Now(func(c *counted) { c.turned += 10 })},
}

func TestATableOfActionsNamesAndRunsThem(t *testing.T) {
	t.Parallel()
	if got, want := countedActions.Keys(), []keymap.Action{keymap.ShowInText, keymap.Jump, keymap.Back}; !slices.Equal(got, want) {
		t.Errorf("the keys are %v, want %v", got, want)
	}
	for _, c := range []struct {
		action  keymap.Action
		want    counted
		command bool
	}{
		{keymap.ShowInText, counted{0, -1}, false},
		{keymap.Jump, counted{1, 0}, true},
		{keymap.Back, counted{0, 10}, false},
		{keymap.EditRule, counted{}, false},
	} {
		var v counted
		cmd := countedActions.Do(&v, c.action)
		if v != c.want || (cmd != nil) != c.command {
			t.Errorf("%s: %+v, a command: %v; want %+v, %v", c.action, v, cmd != nil, c.want, c.command)
		}
		if cmd != nil && cmd() != 1 {
			t.Errorf("%s: another command came", c.action)
		}
	}
}
