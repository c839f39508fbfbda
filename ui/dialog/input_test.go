package dialog

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// The text field of bubbles panics when it deletes a word at the last character.
func TestDeletingAWordAtTheLastCharacterDoesNotPanic(t *testing.T) {
	for _, c := range []struct {
		text, want string
		at, caret  int
	}{
		{"a", "", 0, 0}, {"ab", "a", 1, 1}, {" ", "", 0, 0}, {"a  ", "a", 1, 1}, {"one two three", "one three", 3, 3},
		{"", "", 0, 0}, {"ab", "ab", 2, 2},
	} {
		for _, key := range []tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune{'d'}, Alt: true}, {Type: tea.KeyDelete, Alt: true}} {
			f := newField(c.text)
			f.SetCursor(c.at)
			f, _ = typed(f, key)
			if f.Value() != c.want || f.Position() != c.caret {
				t.Errorf("%q at %d: %q at %d, want %q at %d", c.text, c.at, f.Value(), f.Position(), c.want, c.caret)
			}
		}
	}
}

// Backspace, Delete and the arrows treat as one character what looks like one: composed syllables,
// emoji families, letters with accents.
func TestFieldsEditByGraphemes(t *testing.T) {
	for _, text := range []string{"가", "👨‍👩‍👧", "e\u0301", "🇩🇪", "你"} {
		f := newField("x" + text)
		f, _ = typed(f, tea.KeyMsg{Type: tea.KeyLeft})
		if f.Position() != 1 {
			t.Errorf("%q: left moves to %d", text, f.Position())
		}
		f, _ = typed(f, tea.KeyMsg{Type: tea.KeyRight})
		f, _ = typed(f, tea.KeyMsg{Type: tea.KeyBackspace})
		if f.Value() != "x" {
			t.Errorf("%q: Backspace leaves %q", text, f.Value())
		}
		f = newField(text + "x")
		f.SetCursor(0)
		f, _ = typed(f, tea.KeyMsg{Type: tea.KeyDelete})
		if f.Value() != "x" {
			t.Errorf("%q: Delete leaves %q", text, f.Value())
		}
	}
}

// A field uses the clipboard of the terminal's session and starts no program for it.
func TestFieldDoesNotReadTheClipboard(t *testing.T) {
	if _, cmd := typed(newField("x"), tea.KeyMsg{Type: tea.KeyCtrlV}); cmd != nil {
		t.Error("Ctrl+V in a field runs a command")
	}
}
