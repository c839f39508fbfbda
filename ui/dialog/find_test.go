package dialog_test

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/editor/search"
)

func TestTypingOrPastingReplacesTheLastSearch(t *testing.T) {
	for name, enter := range map[string]func(f *dialog.Find){
		"typed":  func(f *dialog.Find) { press(f, "x"); press(f, "y") },
		"pasted": func(f *dialog.Find) { f.Paste("x"); f.Paste("y") },
		"both":   func(f *dialog.Find) { f.Paste("x"); press(f, "y") },
	} {
		for _, last := range []string{"", "old"} {
			var asked []string
			f := dialog.NewFind(search.Query{Text: last}, dialog.Finder{Change: func(q search.Query) string { asked = append(asked, q.Text); return "" }})
			if enter(f); strings.Join(asked, " ") != "x xy" {
				t.Errorf("%s after %q: searched for %q", name, last, asked)
			}
		}
	}
}

func TestKeysOfTheFindBar(t *testing.T) {
	for _, c := range []struct {
		key    tea.KeyMsg
		pager  bool
		closes bool
		did    string
	}{
		{tea.KeyMsg{Type: tea.KeyEnter}, false, false, "next 1"}, {tea.KeyMsg{Type: tea.KeyEnter}, true, true, ""}, {tea.KeyMsg{Type: tea.KeyDown}, true, false, "next 1"},
		{tea.KeyMsg{Type: tea.KeyUp}, false, false, "next -1"}, {tea.KeyMsg{Type: tea.KeyEsc}, false, true, ""}, {tea.KeyMsg{Type: tea.KeyEsc}, true, true, "cancel"},
		{tea.KeyMsg{Type: tea.KeyCtrlC}, false, true, "cancel"}, {tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'r'}, Alt: true}, false, false, "change"},
	} {
		did := ""
		f := dialog.NewFind(search.Query{Text: "a"}, dialog.Finder{
			Change: func(q search.Query) string { did = "change"; return "" }, Next: func(step int) tea.Cmd { did = fmt.Sprint("next ", step); return nil }, Cancel: func() { did = "cancel" }, Pager: c.pager,
		})
		if closes, _ := f.Key(c.key); closes != c.closes || did != c.did {
			t.Errorf("%s, pager %v: closes %v, result %q", c.key, c.pager, closes, did)
		}
	}
}

func TestAReaderCountsWhatItFinds(t *testing.T) {
	r := dialog.NewReader("A file", []dialog.Line{dialog.Plain("one ax"), dialog.Plain("two ax"), dialog.Plain("three ax")})
	press(r, "/", "ax")
	count := func(want string) {
		t.Helper()
		if s := shown(r, 100, 20); !strings.Contains(s, want) {
			t.Errorf("%q is not shown:\n%s", want, s)
		}
	}
	count(" 1 of 3 ")
	r.Key(tea.KeyMsg{Type: tea.KeyDown})
	count(" 2 of 3 ")
	r.Key(tea.KeyMsg{Type: tea.KeyDown})
	count(" 3 of 3 ")
	r.Key(tea.KeyMsg{Type: tea.KeyDown})
	count(" 1 of 3 ")
	r.Key(tea.KeyMsg{Type: tea.KeyUp})
	count(" 3 of 3 ")
	press(r, "z")
	count(" 0 of 0 ")
	r.Key(tea.KeyMsg{Type: tea.KeyEsc})
	if s := shown(r, 100, 20); strings.Contains(s, " of 0") {
		t.Errorf("the search is still shown:\n%s", s)
	}
}

// Several open files can be searched together; with one file nothing is offered.
func TestAllFilesAreSearchedIfSeveralAreOpen(t *testing.T) {
	for n, want := range map[int]bool{1: false, 3: true} {
		all, changes := false, 0
		f := dialog.NewFind(search.Query{Text: "a"}, dialog.Finder{
			Change: func(search.Query) string { changes++; return "" }, Count: func() string { return "match 1 of 2, 5 more in 2 files" },
			Files: func(toggle bool) (bool, int) { all = all != toggle; return all, n },
		})
		for _, width := range []int{80, 120} {
			if got := strings.Contains(shown(f, width, 5), "[ ] "); !got {
				t.Fatalf("%d columns: no options", width)
			}
			if got := strings.Contains(shown(f, width, 5), "all files"); got != want {
				t.Errorf("%d files, %d columns: offered: %v", n, width, got)
			}
			short := func() string { return "1 of 1" }
			f := dialog.NewFind(search.Query{Text: "a"}, dialog.Finder{Change: func(search.Query) string { return "" }, Count: short, Files: func(bool) (bool, int) { return false, n }})
			if got := strings.Contains(shown(f, width, 5), "[ ] Alt+F all files"); got != want {
				t.Errorf("%d files, %d columns: with its key: %v", n, width, got)
			}
		}
		f.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'f'}, Alt: true})
		if all != want || (changes > 0) != want || strings.Contains(shown(f, 120, 5), "[x] ") != want {
			t.Errorf("%d files: all %v, %d searches\n%s", n, all, changes, shown(f, 120, 5))
		}
	}
}
