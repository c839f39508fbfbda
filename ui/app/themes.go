package app

import (
	"sync"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/writing"
)

// themes switches between the themes and stores the chosen one for the next start.
type themes struct {
	m    *Model
	last atomic.Value // last is the name to store: of several quick choices only the last one is stored
	file sync.Mutex
}

// themeName is the value of a row of the palette: the theme that the row chooses.
type themeName string

// next switches to the next theme.
func (t *themes) next() tea.Cmd { return t.chosen(t.m.screen.NextTheme()) }

// use switches to a theme.
func (t *themes) use(name string) tea.Cmd {
	t.m.screen.SetTheme(name)
	return t.chosen(name)
}

func (t *themes) chosen(name string) tea.Cmd {
	if name == "" {
		return nil
	}
	t.m.grid.SetMark(t.m.screen.Styles().Mark)
	t.m.screen.Say("Theme " + name)
	t.last.Store(name)
	state := t.m.o.StateDir
	return func() tea.Msg {
		t.file.Lock()
		defer t.file.Unlock()
		if err := writing.RememberTheme(state, t.last.Load().(string)); err != nil {
			return forgottenMsg{err}
		}
		return nil
	}
}

// rows returns a row of the palette for each theme.
func (t *themes) rows(group string) (items []dialog.Item) {
	for _, name := range t.m.screen.Themes() {
		items = append(items, dialog.Item{Label: "Theme " + name, Detail: group, Value: themeName(name)})
	}
	return items
}
