package dialog_test

import (
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
)

func TestRowsOfAListAreChosen(t *testing.T) {
	picked, freed := "", ""
	list := func() *dialog.List {
		picked, freed = "", ""
		var items []dialog.Item
		for _, name := range strings.Fields("alpha beta gamma delta") {
			items = append(items, dialog.Item{Label: name})
		}
		return dialog.NewList("T", "Nothing here.", items, func(i dialog.Item) tea.Cmd { picked = i.Label; return nil })
	}
	for _, c := range []struct{ keys, want string }{
		{"enter", "alpha"}, {"down enter", "beta"}, {"down down up enter", "beta"}, {"end enter", "delta"}, {"end home enter", "alpha"},
		{"g enter", "gamma"}, {"e t enter", "beta"}, {"pgdown enter", "delta"}, {"end pgup enter", "alpha"}, {"up enter", "alpha"},
	} {
		l := list()
		shown(l, 60, 12)
		if done := pressed(l, strings.Fields(c.keys)...); picked != c.want || !done {
			t.Errorf("%s chooses %q, want %s", c.keys, picked, c.want)
		}
	}
	if l := list(); pressed(l, "z", "enter") || picked != "" || !strings.Contains(shown(l, 60, 12), "Nothing matches.") {
		t.Errorf("nothing matches, but %q was chosen", picked)
	}
	free := list().Free(func(text string) tea.Cmd { freed = text; return nil })
	if pressed(free, "z"); !strings.Contains(shown(free, 60, 12), "Enter uses it as typed.") || !pressed(free, "enter") || freed != "z" {
		t.Errorf("freely typed: %q", freed)
	}
	if l := list(); !pressed(l, "esc") || picked != "" {
		t.Error("Esc chooses")
	}
	l := list()
	x, y := at(t, l, 60, 12, "gamma")
	if done, _ := l.Click(x, y); !done || picked != "gamma" {
		t.Errorf("a press chooses %q", picked)
	}
	l = list()
	if x, y = at(t, l, 60, 12, "›"); true {
		if done, _ := l.Click(x, y); done || picked != "" {
			t.Error("a click on the field chooses a row")
		}
	}
	if done, _ := l.Click(0, 0); !done {
		t.Error("a click outside does not close it")
	}
	l = list()
	pressed(l, "down")
	if l.Append(dialog.Item{Label: "epsilon"}); !pressed(l, "enter") || picked != "beta" {
		t.Errorf("a late row moves the bar to %q", picked)
	}
	l = list()
	l.Paste("delta")
	if text := shown(l, 60, 12); !strings.Contains(text, "1 of 4 match") || !strings.Contains(text, "1 of 1") {
		t.Errorf("drawn\n%s", text)
	}
}

// The row that is made from the typed text comes after the rows that contain the text. It comes
// before those that only contain its letters, if the typed text is probably meant.
func TestTypedTextIsOfferedAsARow(t *testing.T) {
	for _, c := range []struct {
		meant bool
		text  string
		want  string
	}{{false, "ab", "ab xaby axxb"}, {true, "ab", "ab! xaby"}} {
		items := []dialog.Item{{Label: "axxb"}, {Label: "xaby"}}
		l := dialog.NewList("T", "", items, func(dialog.Item) tea.Cmd { return nil }).Offer(func(text string) (dialog.Item, bool) {
			return dialog.Item{Label: text + "!", Meant: c.meant}, text != "none"
		})
		l.SetText(c.text)
		text := shown(l, 60, 12)
		made, held, letters := strings.Index(text, "ab!"), strings.Index(text, "xaby"), strings.Index(text, "axxb")
		if made < held || (made < letters) != c.meant {
			t.Errorf("meant %v: drawn\n%s", c.meant, text)
		}
		if l.SetText("none"); strings.Contains(shown(l, 60, 12), "!") {
			t.Error("a row that was not offered is shown")
		}
	}
}

// Rows that were requested replace those on screen, unless the user has typed another text by then.
// Until they arrive, the known rows are filtered.
func TestListRequestsItsRows(t *testing.T) {
	var asked []string
	l := dialog.NewList("T", "Nothing.", nil, func(dialog.Item) tea.Cmd { return nil })
	l.Query(func(text string) tea.Cmd { asked = append(asked, text); return nil })
	l.Found("", []dialog.Item{{Label: "src/"}, {Label: "sub/"}, {Label: "Top"}})
	pressed(l, "s")
	if text := shown(l, 60, 12); strings.Contains(text, "Top") || !strings.Contains(text, "src/") {
		t.Errorf("narrowed\n%s", text)
	}
	l.Found("x", []dialog.Item{{Label: "stale"}})
	if strings.Contains(shown(l, 60, 12), "stale") {
		t.Error("rows of another text are shown")
	}
	pressed(l, "down", "tab")
	if strings.Join(asked, ",") != ",s,sub/" {
		t.Errorf("asked for %q", asked)
	}
	l.Found("sub/", []dialog.Item{{Label: "sub/file"}})
	if text := shown(l, 60, 12); !strings.Contains(text, "sub/file") {
		t.Errorf("found\n%s", text)
	}
}

func TestALongListHasAScrollBar(t *testing.T) {
	var items []dialog.Item
	for i := range 40 {
		items = append(items, dialog.Item{Label: strings.Repeat("x", i+1)})
	}
	picked := 0
	l := dialog.NewList("T", "", items, func(i dialog.Item) tea.Cmd { picked = len(i.Label); return nil })
	x, y := at(t, l, 60, 15, "┃")
	if !l.Press(x, y, 1) {
		t.Fatal("a click on the scroll bar does not grab it")
	}
	l.Drag(x, y+20)
	if text := shown(l, 60, 15); !strings.Contains(text, " of 40") || strings.Contains(text, "│ x  ") {
		t.Errorf("after dragging to the end\n%s", text)
	}
	if l.Press(x-2, y, 1) {
		t.Error("a click beside the scroll bar grabs it")
	}
	l.Scroll(-100)
	if pressed(l, "home", "enter"); picked != 1 {
		t.Errorf("row %d is chosen", picked)
	}
}

// If one row lacks the room for its detail, the details of all rows are left out. Otherwise it
// would look as if only some rows had details.
func TestDetailsAreOnEveryRowOrOnNone(t *testing.T) {
	items := []dialog.Item{{Label: "short", Detail: "the group", Key: "K"}, {Label: strings.Repeat("long ", 9), Detail: "the group", Key: "K"}}
	for _, c := range []struct {
		width int
		even  bool
		want  bool
	}{{52, true, false}, {52, false, true}, {100, true, true}} {
		l := dialog.NewList("T", "", items, nil)
		if c.even {
			l = l.Even()
		}
		if got := regexp.MustCompile(`short +the group`).MatchString(shown(l, c.width, 20)); got != c.want {
			t.Errorf("%d columns, even %v: details are shown: %v", c.width, c.even, got)
		}
	}
}
