package dialog_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/view/viewtest"
)

// drawn returns a dialog drawn on a screen of w by h cells, without the empty rows around it, and
// the cell of the terminal's cursor.
func drawn(d dialog.Dialog, w, h int) (text string, x, y int) {
	rows := viewtest.Draw(w, h, func(a cell.Area) { x, y, _ = d.Draw(a, viewtest.Styles()) })
	return strings.Trim(strings.Join(rows, "\n"), "\n"), x, y
}

// key returns the message for a named key or a letter.
func key(name string) tea.KeyMsg {
	special := map[string]tea.KeyType{"enter": tea.KeyEnter, "esc": tea.KeyEsc, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"tab": tea.KeyTab, "home": tea.KeyHome, "end": tea.KeyEnd, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "ctrl+c": tea.KeyCtrlC, "ctrl+j": tea.KeyCtrlJ}
	if k, ok := special[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	name, alt := strings.CutPrefix(name, "alt+")
	for k := tea.KeyType(-128); k < 128; k++ {
		if k != tea.KeyRunes && (tea.Key{Type: k}).String() == name {
			return tea.KeyMsg{Type: k, Alt: alt}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name), Alt: alt}
}

// pressed sends keys to a dialog and reports whether the last one closed it.
func pressed(d dialog.Dialog, names ...string) (done bool) {
	for _, name := range names {
		done, _ = d.Key(key(name))
	}
	return done
}

// at returns the cell where a text begins on the screen.
func at(t *testing.T, d dialog.Dialog, w, h int, text string) (x, y int) {
	t.Helper()
	rows := viewtest.Draw(w, h, func(a cell.Area) { d.Draw(a, viewtest.Styles()) })
	for y, row := range rows {
		if before, _, ok := strings.Cut(row, text); ok {
			return cell.Width(before), y
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", text, strings.Join(rows, "\n"))
	return 0, 0
}

func TestGoldenDialogs(t *testing.T) {
	nothing := func(dialog.Item) tea.Cmd { return nil }
	ways := []dialog.Way{{Key: "s", Label: "Save"}, {Key: "d", Label: "Discard"}}
	choices := func() *dialog.Choices {
		return dialog.NewChoices("Unsaved", "What is to become of these?", "Do it", ways, []dialog.Choice{{Label: "a.md", Detail: "2 bytes", Way: "s"}, {Label: "b.md", Way: "d"}}, nil)
	}
	items := []dialog.Item{{Label: "one", Detail: "the first", Key: "^A"}, {Label: "two", Detail: "the second of all of them, told at some length"}, {Label: "three", Faint: true}}
	for _, c := range []struct {
		name string
		d    dialog.Dialog
		w, h int
		x, y int
		want string
	}{
		{"a question", dialog.NewQuestion("Title", "Really?\nIt is gone then.", dialog.Answer{Key: "y", Label: "Yes"}, dialog.Answer{Key: "n", Label: "Never"}), 40, 12, 13, 5, `
          ┌─ Title ──────────┐
          │ Really?          │
          │ It is gone then. │
          │                  │
          │  y   Yes         │
          │  n   Never       │
          │  esc Cancel      │
          └──────────────────┘`},
		{"a question that Enter denies", dialog.NewQuestion("T", "Edit?", dialog.Answer{Key: "y", Label: "Edit"}).OrElse("No, leave it"), 40, 9, 11, 3, `
        ┌─ T ──────────────────┐
        │ Edit?                │
        │                      │
        │  y   Edit            │
        │  esc No, leave it    │
        └──────────────────────┘`},
		{"choices", choices(), 60, 16, 12, 4, `
          ┌─ Unsaved ────────────────────────────┐
          │ What is to become of these?          │
          │                                      │
          │  Save     a.md  2 bytes              │
          │  Discard  b.md                       │
          │                                      │
          │  s     Save                          │
          │  d     Discard                       │
          │  enter Do it: Save 1, Discard 1      │
          │  esc   Cancel                        │
          └──────────────────────────────────────┘`},
		{"choices to view", choices().Viewing(func(int) {}), 60, 16, 12, 4, `
          ┌─ Unsaved ────────────────────────────┐
          │ What is to become of these?          │
          │                                      │
          │  Save     a.md  2 bytes              │
          │  Discard  b.md                       │
          │                                      │
          │  s     Save                          │
          │  d     Discard                       │
          │  v     View the difference           │
          │  enter Do it: Save 1, Discard 1      │
          │  esc   Cancel                        │
          └──────────────────────────────────────┘`},
		{"a field", dialog.NewField("Name", "Enter saves it", "text", nil), 60, 8, 18, 2, `
          ┌─ Name ───────────────────────────────┐
          │ › text                               │
          │ Enter saves it                       │
          └─ Enter accept  Esc close ────────────┘`},
		{"a field of several lines", dialog.NewField("Name", "", "text", nil).More(func(string) {}), 60, 8, 8, 2, `
┌─ Name ───────────────────────────────────────────────────┐
│ › text                                                   │
└─ Enter accept  Alt+Enter several lines  Esc close ───────┘`},
		{"a list", dialog.NewList("Choose", "", items, nothing), 60, 12, 4, 2, `
┌─ Choose ─────────────────────────────────────────────────┐
│ ›                                                        │
│ ──────────────────────────────────────────────────────── │
│ one   the first                                       ^A │
│ two   the second of all of them, told at some length     │
│ three                                                    │
└─ Enter choose  Esc close ─────────────────────── 1 of 3 ─┘`},
		{"a list that tells its rows", dialog.NewList("Choose", "", items, nothing).Telling().Begin(1), 60, 20, 4, 3, `
┌─ Choose ─────────────────────────────────────────────────┐
│ ›                                                        │
│ ──────────────────────────────────────────────────────── │
│ one    the first                                      ^A │
│ two    the second of all of them, told at some length    │
│ three                                                    │
│ ──────────────────────────────────────────────────────── │
│ two · the second of all of them, told at some length     │
│                                                          │
│                                                          │
│                                                          │
└─ Enter choose  Esc close ─────────────────────── 2 of 3 ─┘`},
		{"an empty list", dialog.NewList("Choose", "There is nothing.", nil, nothing), 60, 9, 14, 2, `
          ┌─ Choose ─────────────────────────────┐
          │ ›                                    │
          │ ──────────────────────────────────── │
          │ There is nothing.                    │
          └─ Esc close ──────────────────────────┘`},
	} {
		got, x, y := drawn(c.d, c.w, c.h)
		if want := strings.Trim(c.want, "\n"); got != want || x != c.x || y != c.y {
			t.Errorf("%s: the cursor is at %d, %d, want %d, %d; drawn\n%s", c.name, x, y, c.x, c.y, got)
		}
	}
}

// An answer is chosen by its letter, in either case, or by a click on its row. Esc or a click
// outside chooses nothing.
func TestAQuestionIsAnsweredOnce(t *testing.T) {
	answered := ""
	question := func() *dialog.Question {
		answer := func(name string) func() tea.Cmd { return func() tea.Cmd { answered = name; return nil } }
		return dialog.NewQuestion("Title", "Really?", dialog.Answer{Key: "y", Label: "Yes", Do: answer("yes")}, dialog.Answer{Key: "s", Label: "Some", Do: answer("some")})
	}
	for _, c := range []struct {
		key, answer string
		done        bool
	}{{"y", "yes", true}, {"S", "some", true}, {"x", "", false}, {"enter", "", false}, {"n", "", false}, {"esc", "", true}, {"ctrl+c", "", true}} {
		if answered = ""; pressed(question(), c.key) != c.done || answered != c.answer {
			t.Errorf("%s: answered %q", c.key, answered)
		}
	}
	for _, c := range []struct {
		on, answer string
		done       bool
	}{{"Yes", "yes", true}, {"Some", "some", true}, {"Cancel", "", true}, {"Really?", "", false}, {"Title", "", false}} {
		q := question()
		x, y := at(t, q, 60, 12, c.on)
		answered = ""
		if done, _ := q.Click(x, y); done != c.done || answered != c.answer {
			t.Errorf("a click on %s: closed %v, answered %q", c.on, done, answered)
		}
	}
	q := question()
	x, y := at(t, q, 60, 12, "┌")
	if done, _ := q.Click(x-1, y); !done {
		t.Error("a click outside does not close it")
	}
	for _, name := range []string{"enter", "n", "esc"} {
		if answered = ""; !pressed(question().OrElse("No"), name) || answered != "" {
			t.Errorf("%s does not mean no: %q", name, answered)
		}
	}
}

func TestEachRowHasItsOwnChoice(t *testing.T) {
	ways := []dialog.Way{{Key: "k", Label: "Keep"}, {Key: "m", Label: "Merge"}, {Key: "t", Label: "Take"}}
	var took []string
	viewed := -1
	choices := func() *dialog.Choices {
		took, viewed = nil, -1
		rows := []dialog.Choice{{Label: "a", Way: "k"}, {Label: "b", Way: "k", Not: "mv"}, {Label: "c", Way: "t"}}
		return dialog.NewChoices("T", "text", "Do it", ways, rows, func(ways []string) tea.Cmd { took = ways; return nil }).Viewing(func(row int) { viewed = row })
	}
	for _, c := range []struct{ keys, want string }{
		{"enter", "k k t"},
		{"m enter", "m k t"},
		{"m m t enter", "m t t"}, // the second file cannot be merged
		{"t t t enter", "t t t"},
		{"t t k k enter", "t t k"}, // the bar stays on the last row
		{"right enter", "m k t"},
		{"left enter", "t k t"},
		{"down right enter", "k t t"},
		{"down left enter", "k t t"},
		{"down down right enter", "k k k"},
		{"tab tab tab left enter", "k k m"},
		{"down up up m enter", "m k t"},
		{"x v enter", "k k t"},
	} {
		d := choices()
		if done := pressed(d, strings.Fields(c.keys)...); !done || strings.Join(took, " ") != c.want {
			t.Errorf("%s: %q, want %s", c.keys, took, c.want)
		}
	}
	for keys, want := range map[string]int{"v": 0, "down v": -1, "down down v": 2} {
		if pressed(choices(), strings.Fields(keys)...); viewed != want {
			t.Errorf("%s shows row %d, want %d", keys, viewed, want)
		}
	}
	if !pressed(choices(), "m", "esc") || took != nil {
		t.Errorf("Esc does %q", took)
	}
	d := choices()
	click := func(text string) bool {
		x, y := at(t, d, 60, 20, text)
		done, _ := d.Click(x, y)
		return done
	}
	if click("Keep   a") || click("Keep   b") || !click("enter Do it") || strings.Join(took, " ") != "m t t" {
		t.Errorf("clicks on rows: %q", took)
	}
	if d = choices(); click("text") || took != nil {
		t.Error("a click on the text has an effect")
	}
	d.Scroll(5)
	if pressed(d, "k", "enter"); strings.Join(took, " ") != "k k k" {
		t.Errorf("below the last row: %q", took)
	}
	if done, _ := d.Click(0, 0); !done {
		t.Error("a click outside does not close it")
	}
}

// If there are many rows, eight of them are shown, among them the one under the bar.
func TestManyChoicesScroll(t *testing.T) {
	var rows []dialog.Choice
	for i := range 12 {
		rows = append(rows, dialog.Choice{Label: "row-" + string(rune('a'+i)), Way: "s"})
	}
	var took []string
	d := dialog.NewChoices("T", "text", "Do it", []dialog.Way{{Key: "s", Label: "Save"}, {Key: "d", Label: "Drop"}}, rows, func(ways []string) tea.Cmd { took = ways; return nil })
	if text := shown(d, 60, 24); strings.Count(text, "row-") != 8 || !strings.Contains(text, "row-h") {
		t.Errorf("drawn\n%s", text)
	}
	pressed(d, strings.Fields(strings.Repeat("down ", 9))...)
	text := shown(d, 60, 24)
	if strings.Count(text, "row-") != 8 || strings.Contains(text, "row-b") || !strings.Contains(text, "row-c") || !strings.Contains(text, "row-j") {
		t.Errorf("on the tenth row the dialog shows\n%s", text)
	}
	x, y := at(t, d, 60, 24, "row-c")
	d.Click(x, y)
	if pressed(d, "enter"); strings.Join(took, "") != "ssdsssssssss" {
		t.Errorf("a click on the third row: %q", took)
	}
}

func TestFieldReturnsItsText(t *testing.T) {
	var took, changed, more []string
	cancelled := 0
	field := func() *dialog.Field {
		took, changed, more, cancelled = nil, nil, nil, 0
		return dialog.NewField("T", "", "ab", func(text string) tea.Cmd { took = append(took, text); return nil }).
			OnChange(func(text string) { changed = append(changed, text) }, func() { cancelled++ })
	}
	f := field()
	if !pressed(f, "c", "left", "left", "x", "enter") || strings.Join(took, ",") != "axbc" || strings.Join(changed, ",") != "abc,axbc" || cancelled != 0 {
		t.Errorf("took %q, changed %q", took, changed)
	}
	if f = field(); f.Paste("z\ny") != nil || len(changed) != 1 || strings.Contains(changed[0], "\n") {
		t.Errorf("pasting two lines: %q", changed)
	}
	if !pressed(field(), "esc") || cancelled != 1 || took != nil {
		t.Errorf("Esc: cancelled %d, took %q", cancelled, took)
	}
	f = field()
	at(t, f, 60, 8, "T")
	if done, _ := f.Click(0, 0); !done || cancelled != 1 {
		t.Error("a click outside does not cancel")
	}
	f = field()
	x, y := at(t, f, 60, 8, "Enter accept")
	if done, _ := f.Click(x, y); !done || strings.Join(took, "") != "ab" {
		t.Errorf("a click on Enter: %q", took)
	}
	f = field()
	x, y = at(t, f, 60, 8, "› ab")
	if done, _ := f.Click(x, y); done || cancelled != 0 {
		t.Error("a click inside closes it")
	}
	f = field().More(func(text string) { more = append(more, text) })
	if pressed(f, "left", "ctrl+j") || f.Paste("1\n2") != nil || strings.Join(more, ",") != "a\nb,a1\n2b" {
		t.Errorf("several lines: %q", more)
	}
	if f.Paste("one\n"); len(more) != 2 {
		t.Error("a single line moves to an editor")
	}
}

// The description of each row is in a column of its own.
func TestDescriptionsOfChoicesAreAligned(t *testing.T) {
	rows := []dialog.Choice{{Label: "a.md", Detail: "typed today", Way: "s"}, {Label: "docs/longer.md", Detail: "typed before", Way: "s"}}
	d := dialog.NewChoices("T", "text", "Do it", []dialog.Way{{Key: "s", Label: "Save"}}, rows, nil)
	one, _ := at(t, d, 80, 20, "typed today")
	two, _ := at(t, d, 80, 20, "typed before")
	if one != two {
		t.Errorf("at columns %d and %d:\n%s", one, two, shown(d, 80, 20))
	}
	if narrow := shown(d, 36, 20); !strings.Contains(narrow, "a.md") || !strings.Contains(narrow, "typed") {
		t.Errorf("narrow:\n%s", narrow)
	}
}

// A question in a window that is too low for it shows the keys of all answers.
func TestAQuestionInASmallWindowShowsAllKeys(t *testing.T) {
	q := dialog.NewQuestion("Unsaved", "p.md has unsaved changes.", dialog.Answer{Key: "s", Label: "Save and quit"}, dialog.Answer{Key: "k", Label: "Keep them"}, dialog.Answer{Key: "d", Label: "Discard them"})
	for size, want := range map[[2]int][]string{
		{15, 4}: {"s S… k K…", "d D… esc C…"}, {20, 5}: {"s Save… k Keep…", "d Discard them", "esc Cancel"}, {30, 6}: {"s Save and quit", "k Keep them", "d Discard them", "esc Cancel"},
		{12, 3}: {"s  k  d"}, {30, 8}: {"p.md has", "s   Save and quit", "esc Cancel"},
	} {
		got := shown(q, size[0], size[1])
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("%v: %q is not in\n%s", size, text, got)
			}
		}
	}
}
