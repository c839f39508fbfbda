package inspector

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/variable"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// A value is overridden by what is typed or pasted, in a field or in an area for several lines.
func TestAValueIsOverriddenByWhatIsTyped(t *testing.T) {
	var got []variable.Override
	host := &viewtest.Host{}
	v := New(host, Options{Override: func(o variable.Override) tea.Cmd { got = append(got, o); return nil }})
	enter, save := tea.KeyMsg{Type: tea.KeyEnter}, tea.KeyMsg{Type: tea.KeyCtrlS}
	takes := func(name, want string) {
		t.Helper()
		if len(got) != 1 || got[0] != (variable.Override{Key: "k", Text: want}) {
			t.Errorf("%s: overridden by %+v, want %q", name, got, want)
		}
		got, host.Dialog = nil, nil
	}
	v.openOverride(value("k", variable.Present, "old"))
	host.Dialog.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("er")})
	host.Dialog.Key(enter)
	takes("in a field", "older")

	v.openOverride(value("k", variable.Present, "old"))
	host.Dialog.(*dialog.Field).Paste("er\nlines")
	if _, ok := host.Dialog.(*dialog.Area); !ok {
		t.Fatalf("for lines that are pasted a %T is open", host.Dialog)
	}
	if rows := strings.Join(viewtest.Draw(200, 20, func(a cell.Area) { host.Dialog.Draw(a, viewtest.Styles()) }), "\n"); !strings.Contains(rows, "Value of k") {
		t.Errorf("the area shows\n%s", rows)
	}
	host.Dialog.Key(save)
	takes("several lines that are pasted", "older\nlines")

	v.openOverride(value("k", variable.Present, "two\nlines"))
	host.Dialog.Key(save)
	takes("in an area", "two\nlines")

	v.openOverride(value("k", variable.Present, "a\tb"))
	if rows := strings.Join(viewtest.Draw(200, 20, func(a cell.Area) { host.Dialog.Draw(a, viewtest.Styles()) }), "\n"); !strings.Contains(rows, "instead of 3 bytes, for this preview only") {
		t.Errorf("the area shows\n%s", rows)
	}
	host.Dialog.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("new")})
	host.Dialog.Key(save)
	takes("in place of a value that cannot be shown", "new")
}

// Enter keeps the typed filter.
func TestAFilterIsKept(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, value("a:x", variable.Present, "1", 0), value("b:y", variable.Present, "2", 0))
	v.Update(view.Move{Rows: 1})
	v.Update(keymap.Filter)
	host.Dialog.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("b")})
	host.Dialog.Key(tea.KeyMsg{Type: tea.KeyEnter})
	if u, ok := v.selected(); v.Filter() != "b" || len(v.shown) != 1 || !ok || u.Key != "b:y" {
		t.Errorf("the filter is %q with %d rows, the bar on %s", v.Filter(), len(v.shown), u.Key)
	}
}
