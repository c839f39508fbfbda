package dialog_test

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/view/viewtest"
)

func press(d dialog.Dialog, keys ...string) {
	for _, k := range keys {
		switch k {
		case "end":
			d.Key(tea.KeyMsg{Type: tea.KeyEnd})
		case "home":
			d.Key(tea.KeyMsg{Type: tea.KeyHome})
		case "enter":
			d.Key(tea.KeyMsg{Type: tea.KeyEnter})
		case "right":
			d.Key(tea.KeyMsg{Type: tea.KeyRight})
		default:
			for _, r := range k {
				d.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
			}
		}
	}
}

func shown(d dialog.Dialog, w, h int) string {
	return strings.Join(viewtest.Draw(w, h, func(a cell.Area) { d.Draw(a, viewtest.Styles()) }), "\n")
}

// A long line is shown completely: it wraps, or it can be scrolled to its end.
func TestALongLineIsReadToItsEnd(t *testing.T) {
	r := dialog.NewReader("A file", []dialog.Line{dialog.Plain(strings.Repeat("word ", 60) + "THE END"), dialog.Plain("short")})
	if s := shown(r, 60, 20); !strings.Contains(s, "THE END") || !strings.Contains(s, "short") {
		t.Errorf("wrapped:\n%s", s)
	}
	if press(r, "w"); strings.Contains(shown(r, 60, 20), "THE END") || !strings.Contains(shown(r, 60, 20), "←→ sideways") {
		t.Error("without wrapping the line is cut, or no key hint shows how to see the rest")
	}
	for range 45 {
		press(r, "right")
		shown(r, 60, 20)
	}
	if s := shown(r, 60, 20); !strings.Contains(s, "THE END") {
		t.Errorf("scrolled sideways:\n%s", s)
	}
}

func TestLastPageIsFull(t *testing.T) {
	var lines []dialog.Line
	for i := range 100 {
		lines = append(lines, dialog.Plain(fmt.Sprintf("line %03d", i)))
	}
	r := dialog.NewReader("A file", lines)
	if s := shown(r, 60, 20); !strings.Contains(s, "line 000") || !strings.Contains(s, "┃") {
		t.Errorf("at first:\n%s", s)
	}
	press(r, "end")
	if s := shown(r, 60, 20); !strings.Contains(s, "line 099") || !strings.Contains(s, "line 084") {
		t.Errorf("at the end:\n%s", s)
	}
	r.Scroll(50)
	if s := shown(r, 60, 20); !strings.Contains(s, "line 084") {
		t.Errorf("it scrolls beyond the end:\n%s", s)
	}
	r.Scroll(-1)
	if s := shown(r, 60, 20); !strings.Contains(s, "line 083") || strings.Contains(s, "line 099") {
		t.Errorf("a row up:\n%s", s)
	}
	press(r, "home")
	if s := shown(r, 60, 20); !strings.Contains(s, "line 000") {
		t.Errorf("at the start:\n%s", s)
	}
}

func TestTextIsFoundInAReader(t *testing.T) {
	var lines []dialog.Line
	for i := range 200 {
		lines = append(lines, dialog.Plain(fmt.Sprintf("line %03d", i)))
	}
	r := dialog.NewReader("A file", lines)
	shown(r, 60, 20)
	press(r, "/", "line 15", "enter")
	if s := shown(r, 60, 20); !strings.Contains(s, "line 150") || !strings.Contains(s, "1 of 10") {
		t.Errorf("found:\n%s", s)
	}
	press(r, "n", "n")
	if s := shown(r, 60, 20); !strings.Contains(s, "3 of 10") {
		t.Errorf("the third:\n%s", s)
	}
	press(r, "N", "N", "N")
	if s := shown(r, 60, 20); !strings.Contains(s, "10 of 10") {
		t.Errorf("the match before the first is not the last:\n%s", s)
	}
	press(r, "/")
	r.Key(tea.KeyMsg{Type: tea.KeyEscape})
	if s := shown(r, 60, 20); strings.Contains(s, "of 10") {
		t.Errorf("Esc does not close the search:\n%s", s)
	}
	if done, _ := r.Key(tea.KeyMsg{Type: tea.KeyEscape}); !done {
		t.Error("the second Esc does not close the dialog")
	}
}

func TestAReaderDrawsAtAnySize(t *testing.T) {
	r := dialog.NewReader("日本語 title", []dialog.Line{nil, dialog.Plain("日本語の文"), dialog.Text("x\ty\x1b[2J", dialog.Warning), dialog.Plain(strings.Repeat("long ", 100))})
	for w := range 30 {
		for h := range 8 {
			shown(r, w, h)
			r.Scroll(1)
			press(r, "end", "/", "x", "enter", "n", "w")
		}
	}
}

// Rows that arrive for a text which has changed since are not shown.
func TestAListShowsTheRowsForWhatIsTyped(t *testing.T) {
	var asked []string
	l := dialog.NewList("Paths", "", nil, func(dialog.Item) tea.Cmd { return nil })
	l.Query(func(text string) tea.Cmd { asked = append(asked, text); return nil })
	press(l, "a", "b")
	l.Found("a", []dialog.Item{{Label: "axe"}})
	if s := shown(l, 60, 20); strings.Contains(s, "axe") {
		t.Errorf("an outdated answer is shown:\n%s", s)
	}
	l.Found("ab", []dialog.Item{{Label: "abc"}, {Label: "abd"}})
	if s := shown(l, 60, 20); !strings.Contains(s, "abc") || fmt.Sprint(asked) != "[ a ab]" {
		t.Errorf("asked %q:\n%s", asked, s)
	}
	// Until the answer arrives, the known rows are filtered.
	press(l, "d")
	if s := shown(l, 60, 20); !strings.Contains(s, "abd") || strings.Contains(s, "abc") {
		t.Errorf("narrowed:\n%s", s)
	}
}
