package dialog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/view/viewtest"
)

// fields splits names of keys; "space" is the key of that name.
func fields(keys string) []string {
	names := strings.Fields(keys)
	for i, name := range names {
		if name == "space" {
			names[i] = " "
		}
	}
	return names
}

// Each key of an area moves the caret or changes the text as in the editor. The test then types a
// bar, which shows where the caret is.
func TestKeysOfAnArea(t *testing.T) {
	long := strings.Repeat("line\n", 40) + "end"
	for _, c := range []struct{ text, keys, want string }{
		{"one two\nthree", "", "one two\nthree|"},
		{"one two\nthree", "enter", "one two\nthree\n|"},
		{"one two\nthree", "space x", "one two\nthree x|"},
		{"one two\nthree", "backspace", "one two\nthre|"},
		{"one two\nthree", "ctrl+h", "one two\nthre|"},
		{"one two\nthree", "left delete", "one two\nthre|"},
		{"one two", "ctrl+w", "one |"},
		{"one two", "home alt+d", "| two"},
		{"one two\nthree", "up ctrl+k", "three|"},
		{"one", "x ctrl+z", "one|"},
		{"one", "x ctrl+z ctrl+y", "onex|"},
		{"one\ntwo", "ctrl+a", "|"},
		{"one", "left left", "o|ne"},
		{"one", "home right", "o|ne"},
		{"one\ntwo", "up", "one|\ntwo"},
		{"one\ntwo", "home up down right", "one\nt|wo"},
		{"one", "shift+left shift+left", "o|"},
		{"one", "home shift+right", "|ne"},
		{"one\ntwo", "shift+up", "one|"},
		{"one\ntwo", "up home shift+down", "|two"},
		{"one two", "ctrl+left", "one |two"},
		{"one two", "home ctrl+right", "one| two"},
		{"one two", "home", "|one two"},
		{"one two", "home end", "one two|"},
		{"one\ntwo", "ctrl+home", "|one\ntwo"},
		{"one\ntwo", "ctrl+home ctrl+end", "one\ntwo|"},
		{"one\ntwo", "ctrl+u x", "x|"},
		{"one", "alt+x", "one|"},
		{long, "home pgup pgup pgup pgup pgup pgup pgup", "|" + long},
		{long, "ctrl+home pgdown pgdown pgdown pgdown pgdown pgdown pgdown end", long + "|"},
	} {
		for _, take := range []string{"ctrl+s", "f2"} {
			got := ""
			d := dialog.NewArea("T", "", c.text, func(text string) tea.Cmd { got = text; return nil })
			shown(d, 60, 16)
			for _, name := range fields(c.keys) {
				d.Key(key(name))
				shown(d, 60, 16)
			}
			d.Key(key("|"))
			if !pressed(d, take) || got != c.want {
				t.Errorf("%q after %s: %q, want %q", c.text, c.keys, got, c.want)
			}
		}
	}
	for _, leave := range []string{"esc", "ctrl+c"} {
		d := dialog.NewArea("T", "", "x", nil)
		if !pressed(d, leave) || d.Unfinished() || pressed(d, "y") || !d.Unfinished() {
			t.Errorf("%s, or the text that would be lost", leave)
		}
	}
}

func TestADialogKnowsWhichKeysAnswerIt(t *testing.T) {
	ways := []dialog.Way{{Key: "s", Label: "Save"}, {Key: "d", Label: "Discard"}}
	choices := dialog.NewChoices("T", "text", "Do it", ways, []dialog.Choice{{Label: "a", Way: "s"}, {Label: "b", Way: "s", Not: "d"}}, nil)
	answers := func() (all []string) {
		for _, name := range []string{"up", "down", "tab", "left", "right", "space", "enter", "v", "s", "d", "x", "esc"} {
			if choices.Answers(key(fields(name)[0])) {
				all = append(all, name)
			}
		}
		return all
	}
	if got := answers(); !slices.Equal(got, []string{"up", "down", "tab", "left", "right", "space", "enter", "s", "d"}) {
		t.Errorf("on the first row %q", got)
	}
	pressed(choices, "down")
	choices.Viewing(func(int) {})
	if got := answers(); !slices.Equal(got, []string{"up", "down", "tab", "left", "right", "space", "enter", "v", "s"}) {
		t.Errorf("on the second row %q", got)
	}
	choices.Else("Leave it")
	if s := shown(choices, 60, 16); !strings.Contains(s, " esc   Leave it ") || choices.Paste("d") != nil {
		t.Errorf("drawn\n%s", s)
	}
	q := dialog.NewQuestion("T", "Really?", dialog.Answer{Key: "y", Label: "Yes"}).Else("Stay")
	if s := shown(q, 60, 12); !strings.Contains(s, " esc Stay ") || q.Paste("y") != nil || pressed(q, "enter") || pressed(q, "n") {
		t.Errorf("drawn\n%s", s)
	}
}

// New rows keep the typed text and the row under the bar, also if other rows come before it.
func TestARefreshedListKeepsItsRow(t *testing.T) {
	item := func(label, key string) dialog.Item { return dialog.Item{Label: label, Key: key} }
	taken := ""
	list := func() *dialog.List {
		return dialog.NewList("T", "Reading…", []dialog.Item{item("one", ""), item("two", "^A"), item("three", "")}, func(i dialog.Item) tea.Cmd { taken = i.Label + i.Key; return nil })
	}
	for _, c := range []struct {
		keys, want string
		rows       []dialog.Item
	}{
		{"down", "two^A", []dialog.Item{item("new", ""), item("two", ""), item("two", "^A"), item("two", "^A2")}},
		{"down", "new", []dialog.Item{item("new", ""), item("two", "^B")}},
		{"", "one", []dialog.Item{item("x", ""), item("y", ""), item("one", "")}},
		{"t down", "three", []dialog.Item{item("three", ""), item("one", ""), item("two", "")}},
	} {
		d := list()
		pressed(d, fields(c.keys)...)
		d.Refresh("None.", c.rows)
		if taken = ""; !pressed(d, "enter") || taken != c.want {
			t.Errorf("%q: %q, want %q", c.keys, taken, c.want)
		}
	}
	d := list()
	pressed(d, "z", "z")
	d.Refresh("None.", []dialog.Item{item("one", "")})
	if s := shown(d, 60, 12); pressed(d, "enter") || !strings.Contains(s, "› zz") || !strings.Contains(s, "Nothing matches.") {
		t.Errorf("without a row\n%s", s)
	}
	d = dialog.NewList("T", "Reading…", nil, nil)
	d.Refresh("None.", nil)
	if s := shown(d, 60, 12); !strings.Contains(s, "│ None. ") {
		t.Errorf("an empty list\n%s", s)
	}
}

// C copies the selection, or the whole text if nothing is selected. Without a selection, ^C closes
// the text.
func TestATextIsCopied(t *testing.T) {
	reader := func() *dialog.Reader {
		r := dialog.NewReader("T", dialog.PlainLines("one two\r\nthree\n"))
		shown(r, 60, 12)
		return r
	}
	copied := func(r *dialog.Reader, name string) string {
		done, cmd := r.Key(key(name))
		if cmd == nil {
			return fmt.Sprint("done ", done)
		}
		return fmt.Sprintf("done %v, %+v", done, cmd())
	}
	for name, want := range map[string]string{
		"c": "done false, {What:the whole text Text:one two\nthree}", "y": "done false, {What:the whole text Text:one two\nthree}", "alt+c": "done false, {What:the whole text Text:one two\nthree}",
		"ctrl+c": "done true", "esc": "done true", "q": "done true", "f1": "done true", "enter": "done true", "x": "done false",
	} {
		if got := copied(reader(), name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for _, name := range []string{"c", "y", "ctrl+c", "alt+c"} {
		r := reader()
		x, y := at(t, r, 60, 12, "two")
		if !r.Press(x, y, 2) {
			t.Error("a press in the text is left to Click")
		}
		if got := copied(r, name); got != "done false, {What:the selection Text:two}" {
			t.Errorf("with a selection, %s: %s", name, got)
		}
		if pressed(r, "esc") || !pressed(r, "esc") {
			t.Errorf("Esc closes a text with a selection, or keeps the selection")
		}
	}
	r := reader()
	if r.Paste("two"); strings.Contains(shown(r, 60, 12), " / two") {
		t.Error("a paste begins a search")
	}
	pressed(r, "/")
	if r.Paste("two"); !strings.Contains(shown(r, 80, 12), " 1 of 1 ") {
		t.Errorf("a pasted text is not found:\n%s", shown(r, 80, 12))
	}
	hanging := dialog.NewReader("T", []dialog.Line{dialog.Plain("old")}).Hanging()
	shown(hanging, 60, 12)
	if hanging.SetLines([]dialog.Line{dialog.Plain("new")}); !strings.Contains(shown(hanging, 60, 12), "│ new ") {
		t.Error("new lines of a hanging text are not shown")
	}
	if same := dialog.NewDiff("T", "a\n", "a\n"); !strings.Contains(shown(same, 60, 12), "They are the same.") {
		t.Error("texts without a difference")
	}
}

// The pictures show from which width on details are shown, in each way in which a list shows them.
func TestDetailsNeedRoom(t *testing.T) {
	var p viewtest.Pictures
	for w := 26; w <= 44; w++ {
		list := func() *dialog.List {
			return dialog.NewList("T", "", []dialog.Item{{Label: "a long label", Detail: "one detail of it", Key: "^A"}, {Label: "another label", Detail: "short"}, {Label: "third"}}, nil)
		}
		p.Add("each row", w, 9, func(a cell.Area) { list().Draw(a, viewtest.Styles()) })
		p.Add("even", w, 9, func(a cell.Area) { list().Even().Draw(a, viewtest.Styles()) })
		p.Add("told", w, 14, func(a cell.Area) { list().Telling().Draw(a, viewtest.Styles()) })
	}
	for h := 5; h <= 14; h++ {
		p.Add("told in few rows", 50, h, func(a cell.Area) {
			dialog.NewList("T", "", []dialog.Item{{Label: "one", Detail: strings.Repeat("a long detail ", 20)}, {Label: "two"}}, nil).Telling().Draw(a, viewtest.Styles())
		})
	}
	p.Compare(t, "details.txt")
}
