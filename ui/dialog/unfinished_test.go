package dialog

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestAFieldIsUnfinishedWhileItsTextDiffers(t *testing.T) {
	f := NewField("Name", "", "b", func(string) tea.Cmd { return nil })
	for _, step := range []struct {
		key  tea.KeyMsg
		want bool
	}{
		{tea.KeyMsg{Type: tea.KeyLeft}, false},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("a")}, true},
		{tea.KeyMsg{Type: tea.KeyBackspace}, false},
		{tea.KeyMsg{Type: tea.KeyDelete}, true},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("c")}, true},
		{tea.KeyMsg{Type: tea.KeyBackspace}, true},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("b")}, false},
	} {
		f.Key(step.key)
		if got := f.Unfinished(); got != step.want {
			t.Errorf("after %s, with the text %q: unfinished is %v", step.key, f.input.Value(), got)
		}
	}
}
