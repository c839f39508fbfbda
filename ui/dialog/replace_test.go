package dialog_test

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/view/viewtest"
)

// replacing returns a replace bar; what it does is added to did.
func replacing(did *string) *dialog.Replace {
	say := func(format string, args ...any) tea.Cmd {
		*did += fmt.Sprintf(format+". ", args...)
		return nil
	}
	return dialog.NewReplace(search.Query{Text: "old"}, dialog.Replacer{
		Finder: dialog.Finder{
			Change: func(q search.Query) string { say("search for %q, regexp %v", q.Text, q.Regexp); return "" },
			Next:   func(step int) tea.Cmd { return say("go on by %d", step) },
			Count:  func() string { return "match 1 of 3" },
			Cancel: func() { say("cancel") },
		},
		One: func(with string) tea.Cmd { return say("replace one by %q", with) },
		All: func(with string) (bool, tea.Cmd) { return with != "", say("replace all by %q", with) },
	})
}

// The bar has two fields. Each key goes to the field with the caret, or to both.
func TestKeysOfTheReplaceBar(t *testing.T) {
	for _, c := range []struct {
		keys, did string
		done      bool
	}{
		{"n e", `search for "n", regexp false. search for "ne", regexp false. `, false},
		{"enter", "go on by 1. ", false},
		{"tab enter", `replace one by "". `, false},
		{"tab n e enter", `replace one by "ne". `, false},
		{"tab n tab e enter", `search for "e", regexp false. go on by 1. `, false},
		{"tab n shift+tab e", `search for "e", regexp false. `, false},
		{"tab n down", "go on by 1. ", false},
		{"tab n up", "go on by -1. ", false},
		{"tab n alt+r", `search for "old", regexp true. `, false},
		{"tab n left m enter", `replace one by "mn". `, false},
		{"alt+a", `replace all by "". `, false},
		{"tab x alt+a", `replace all by "x". `, true},
		{"tab x esc", "", true},
		{"tab x ctrl+c", "cancel. ", true},
	} {
		did := ""
		r := replacing(&did)
		if done := pressed(r, fields(c.keys)...); done != c.done || did != c.did {
			t.Errorf("%s: done %v, did %q", c.keys, done, did)
		}
	}
	did := ""
	r := replacing(&did)
	r.Paste("up")
	pressed(r, "tab")
	r.Paste("a\nb")
	r.Scroll(3)
	if pressed(r, "enter"); did != `search for "up", regexp false. replace one by "a b". ` {
		t.Errorf("pastes: %q", did)
	}
}

func TestTheReplaceBarIsAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	for _, w := range []int{16, 30, 39, 40, 44, 52, 60, 80, 120} {
		for _, low := range []bool{false, true} {
			did := ""
			r := replacing(&did)
			if low {
				pressed(r, "tab", "x", "y")
			}
			p.Add(fmt.Sprintf("the lower field %v", low), w, 4, func(a cell.Area) {
				x, y, visible := r.Draw(a, viewtest.Styles())
				p.Say("cursor %d, %d, %v", x, y, visible)
			})
		}
	}
	p.Add("clicks", 70, 4, func(a cell.Area) {
		did := ""
		replacing(&did).Draw(a, viewtest.Styles())
	})
	var did string
	for y := 1; y < 4; y++ {
		hits(&p, 70, 4, y, func() (dialog.Dialog, *string) {
			did = ""
			r := replacing(&did)
			viewtest.Draw(70, 4, func(a cell.Area) { r.Draw(a, viewtest.Styles()) })
			pressed(r, "tab", "x", "tab")
			return r, &did
		})
	}
	p.Compare(t, "replace.txt")
}
