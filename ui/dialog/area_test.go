package dialog_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
)

func TestAreaAcceptsSeveralLines(t *testing.T) {
	got := ""
	d := dialog.NewArea("Value", "a note", "one", func(text string) tea.Cmd { got = text; return nil })
	shown(d, 60, 20)
	press(d, "enter", "t", "w", "o")
	d.Paste("\nthree\nfour")
	if s := shown(d, 80, 20); !strings.Contains(s, "four") || !strings.Contains(s, "line 4 of 4") {
		t.Errorf("it shows\n%s", s)
	}
	if done, _ := d.Key(tea.KeyMsg{Type: tea.KeyCtrlS}); !done || got != "one\ntwo\nthree\nfour" {
		t.Errorf("it takes %q", got)
	}
	for w := range 50 {
		for h := range 10 {
			shown(d, w, h)
		}
	}
}

// A text of several lines turns the field into an area of several lines.
func TestAFieldThatGetsSeveralLinesBecomesAnArea(t *testing.T) {
	more := ""
	d := dialog.NewField("Value", "", "ab", func(string) tea.Cmd { return nil }).More(func(text string) { more = text })
	d.Paste("c\nd")
	if more != "abc\nd" {
		t.Errorf("pasting two lines gives %q", more)
	}
	d.Key(tea.KeyMsg{Type: tea.KeyEnter, Alt: true})
	if more != "ab\n" {
		t.Errorf("Alt+Enter gives %q", more)
	}
}

func TestTheNoteOfAFieldIsReadToItsEnd(t *testing.T) {
	d := dialog.NewField("Keep this prompt", "the conversation's id; what it has kept already stays beside it, and that is the end", "", nil)
	if screen := shown(d, 60, 12); !strings.Contains(screen, "is the end") {
		t.Errorf("the note is cut:\n%s", screen)
	}
}

// The note of an area is shown where all of it has room, two columns after the keys.
func TestTheNoteOfAnAreaNeedsRoom(t *testing.T) {
	for w, want := range map[int]bool{68: false, 69: true, 120: true} {
		if got := strings.Contains(shown(dialog.NewArea("Value", "a note", "one", nil), w, 20), "line 1 of 1  a note"); got != want {
			t.Errorf("in %d columns the note is shown: %v", w, got)
		}
	}
	if got := shown(dialog.NewArea("Value", "a note", "one", nil), 76, 20); !strings.Contains(got, "line 1 of 1 ") {
		t.Errorf("without room for the note:\n%s", got)
	}
}
