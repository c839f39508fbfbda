package dialog_test

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/view/viewtest"
)

// act is what somebody does with a dialog: keys by their names, or a function.
type act struct {
	keys string // separated by blanks
	do   func() string
}

// tour adds a picture of a dialog after each act, and what it said.
func tour(p *viewtest.Pictures, title string, d dialog.Dialog, w, h int, acts ...act) {
	draw := func(what string) {
		p.Add(title+what, w, h, func(a cell.Area) {
			x, y, visible := d.Draw(a, viewtest.Styles())
			p.Say("cursor %d, %d, %v", x, y, visible)
		})
	}
	draw("")
	for _, a := range acts {
		if a.do != nil {
			p.Say("did %s", a.do())
		}
		for _, name := range strings.Fields(a.keys) {
			done, _ := d.Key(key(name)) // what an answer does is recorded by the test
			p.Say("key %s: done %v", name, done)
		}
		draw(", then")
	}
}

func clicked(d dialog.Dialog, x, y int) func() string {
	return func() string {
		done, _ := d.Click(x, y)
		return fmt.Sprintf("a click at %d, %d: done %v", x, y, done)
	}
}

func TestDialogsAreUsedAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	say := func(what string) tea.Cmd { p.Say("does %s", what); return nil }
	wheel := func(d dialog.Dialog, rows int) func() string {
		return func() string { d.Scroll(rows); return fmt.Sprint("wheel ", rows) }
	}
	paste := func(d dialog.Dialog, text string) func() string {
		return func() string { d.Paste(text); return fmt.Sprintf("paste %q", text) }
	}
	var items []dialog.Item
	for i := range 30 {
		items = append(items, dialog.Item{Label: fmt.Sprintf("item %d", i), Detail: strings.Repeat("detail ", i%9), Key: []string{"", "^A"}[i%2], Faint: i%7 == 3, Value: i})
	}
	newList := func() *dialog.List {
		return dialog.NewList("Choose", "Nothing.", items, func(i dialog.Item) tea.Cmd { return say("take " + i.Label) })
	}
	l := newList().Begin(4)
	tour(&p, "a list", l, 70, 16, act{keys: "down down up"}, act{keys: "pgdown"}, act{keys: "end"}, act{keys: "pgup"}, act{keys: "home"}, act{keys: "up"}, act{do: wheel(l, 5)}, act{do: wheel(l, -2)}, act{keys: "i 1"}, act{keys: "down enter"}, act{do: paste(l, "9\nx")}, act{keys: "enter"}, act{keys: "esc"})
	l = newList()
	tour(&p, "a list that is clicked", l, 70, 16, act{do: clicked(l, 15, 7)}, act{do: clicked(l, 2, 2)}, act{do: clicked(l, 15, 40)},
		act{do: func() string {
			return fmt.Sprint("pressed the bar: ", l.Press(57, 9, 1), l.Press(58, 9, 1), l.Press(56, 9, 1))
		}}, act{do: func() string { l.Drag(57, 11); return "drag" }}, act{do: func() string { l.Drag(57, 2); return "drag" }})
	telling := newList().Telling().Begin(8)
	tour(&p, "a list that tells", telling, 60, 24, act{keys: "down"}, act{keys: "z z"}, act{keys: "enter"})
	p.Add("in a low window", 60, 8, func(a cell.Area) { telling.Draw(a, viewtest.Styles()) })
	offering := newList().Offer(func(text string) (dialog.Item, bool) {
		return dialog.Item{Label: "Make " + text, Meant: text == "item"}, text != ""
	}).Free(func(text string) tea.Cmd { return say("take the text " + text) })
	tour(&p, "a list that offers", offering, 60, 14, act{keys: "i t e m"}, act{keys: "x"}, act{keys: "enter"}, act{do: func() string { offering.SetText("none of them"); return "filled in" }}, act{keys: "enter"}, act{do: func() string { offering.Append(dialog.Item{Label: "none of them all"}); return "added" }})
	asking := dialog.NewList("Ask", "Nothing is found.", nil, func(i dialog.Item) tea.Cmd { return say("take " + i.Label) })
	asking.Query(func(text string) tea.Cmd { return say("ask for " + text) })
	tour(&p, "a list that asks", asking, 60, 14, act{keys: "a b"}, act{do: func() string {
		asking.Found("a", []dialog.Item{{Label: "late"}})
		asking.Found("ab", []dialog.Item{{Label: "one"}, {Label: "two"}})
		return "found"
	}}, act{keys: "down enter"})

	q := dialog.NewQuestion("Title", "Really?\n"+strings.Repeat("A long sentence that has to wrap. ", 5), dialog.Answer{Key: "y", Label: "Yes", Do: func() tea.Cmd { return say("yes") }}, dialog.Answer{Key: "n", Label: "Never", Do: func() tea.Cmd { return say("never") }})
	tour(&p, "a question", q, 50, 16, act{keys: "x"}, act{keys: "n"}, act{do: clicked(q, 10, 6)}, act{do: clicked(q, 10, 7)}, act{do: clicked(q, 10, 9)}, act{do: clicked(q, 10, 8)}, act{keys: "y"}, act{keys: "enter"}, act{keys: "esc"})

	ways := []dialog.Way{{Key: "s", Label: "Save"}, {Key: "d", Label: "Discard"}, {Key: "k", Label: "Keep"}}
	var rows []dialog.Choice
	for i := range 12 {
		rows = append(rows, dialog.Choice{Label: fmt.Sprintf("file %d.md", i), Detail: fmt.Sprint(i, " bytes"), Way: "s", Not: []string{"", "k"}[i%2]})
	}
	c := dialog.NewChoices("Unsaved", "What is to become of these?", "Do it", ways, rows, func(ways []string) tea.Cmd { return say(strings.Join(ways, "")) }).Viewing(func(row int) { say(fmt.Sprint("view ", row)) })
	tour(&p, "choices", c, 60, 18, act{keys: "down d"}, act{keys: "down k v"}, act{keys: "k"}, act{keys: "end k"}, act{keys: "pgup pgup space"}, act{do: clicked(c, 14, 6)}, act{do: clicked(c, 14, 6)}, act{do: wheel(c, 3)}, act{keys: "home tab"}, act{keys: "enter"}, act{keys: "esc"})

	f := dialog.NewField("Name", "A note about it", "text", func(text string) tea.Cmd { return say("take " + text) }).OnChange(func(text string) { say("change to " + text) }, func() { say("cancel") })
	tour(&p, "a field", f, 60, 8, act{keys: "x y left z"}, act{do: paste(f, "pasted\nlines")}, act{keys: "home end"}, act{do: clicked(f, 20, 2)}, act{keys: "enter"}, act{keys: "esc"})
	more := dialog.NewField("Name", "", strings.Repeat("long ", 20), func(text string) tea.Cmd { return say("take " + text) }).More(func(text string) { say(fmt.Sprintf("more %q", text)) })
	tour(&p, "a field that goes on", more, 60, 8, act{do: paste(more, "one\ntwo")}, act{do: func() string {
		done, _ := more.Key(tea.KeyMsg{Type: tea.KeyEnter, Alt: true})
		return fmt.Sprint("Alt+Enter: done ", done)
	}}, act{keys: "esc"})

	ar := dialog.NewArea("Text", "A note", "one\ntwo", func(text string) tea.Cmd { return say(fmt.Sprintf("take %q", text)) })
	tour(&p, "an area", ar, 60, 16, act{keys: "x enter y"}, act{do: paste(ar, "pasted\nlines")}, act{keys: "up up home z"}, act{do: func() string { return fmt.Sprint("press ", ar.Press(14, 4, 1)) }}, act{do: func() string { ar.Drag(18, 5); return "drag" }}, act{keys: "d"}, act{do: wheel(ar, 2)}, act{do: clicked(ar, 13, 3)},
		act{do: func() string {
			done, _ := ar.Key(tea.KeyMsg{Type: tea.KeyCtrlS})
			return fmt.Sprint("^S: done ", done)
		}}, act{keys: "esc"})
	p.Add("in a small window", 20, 6, func(a cell.Area) { ar.Draw(a, viewtest.Styles()) })

	var query search.Query
	finder := dialog.Finder{Change: func(q search.Query) string {
		query = q
		say(fmt.Sprintf("search %+v", q))
		if q.Text == "[" && q.Regexp {
			return "it is not closed"
		}
		return ""
	}, Next: func(step int) tea.Cmd { say(fmt.Sprint("next ", step)); return nil }, Count: func() string { return "match 2 of 7" }, Cancel: func() { say("cancel") }}
	alt := func(d dialog.Dialog, letters string) func() string {
		return func() string {
			for _, r := range letters {
				d.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: true})
			}
			return "Alt with " + letters
		}
	}
	find := dialog.NewFind(search.Query{Text: "old"}, finder)
	tour(&p, "finding", find, 80, 4, act{keys: "n e w"}, act{keys: "down up enter"}, act{do: alt(find, "c")}, act{do: alt(find, "w")}, act{do: alt(find, "r")}, act{do: paste(find, "[")}, act{do: clicked(find, 30, 3)}, act{do: clicked(find, 60, 3)}, act{do: clicked(find, 76, 3)}, act{keys: "left x right"}, act{keys: "ctrl+c"}, act{keys: "esc"})
	for _, w := range []int{20, 40, 60, 100} {
		p.Add("finding, narrower or wider", w, 3, func(a cell.Area) { find.Draw(a, viewtest.Styles()) })
	}
	finder.Pager = true
	pager := dialog.NewFind(query, finder)
	tour(&p, "finding in a pager", pager, 80, 4, act{keys: "o"}, act{keys: "enter"}, act{keys: "esc"})
	p.Compare(t, "dialogs.txt")
}

func TestATextIsReadAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	lines := append(dialog.PlainLines("first\n"+strings.Repeat("a long line of words ", 12)+"\n漢字\n"), dialog.DiffLines("--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n")...)
	lines = append(lines, dialog.Text("a warning", dialog.Warning), dialog.Text("an error", dialog.Error), dialog.Text("good", dialog.Good), dialog.Text("info", dialog.Info), dialog.Text("key", dialog.Key), dialog.Text("accent", dialog.Accent), dialog.Text("muted", dialog.Muted))
	for i := range 30 {
		lines = append(lines, dialog.Plain(fmt.Sprint("line ", i)))
	}
	r := dialog.NewReader("Reading", lines)
	tour(&p, "reading", r, 60, 18, act{keys: "down down"}, act{keys: "pgdown"}, act{keys: "end"}, act{keys: "up"}, act{keys: "pgup"}, act{keys: "home"}, act{do: func() string { r.Scroll(4); return "wheel" }}, act{do: func() string { r.Scroll(-2); return "wheel" }},
		act{keys: "/"}, act{keys: "l i n e"}, act{keys: "enter"}, act{keys: "n"}, act{keys: "n N"}, act{keys: "w"}, act{keys: "right"}, act{keys: "left"}, act{do: clicked(r, 12, 5)}, act{keys: "c"}, act{keys: "q"}, act{keys: "esc"})
	p.Add("in a small window", 24, 7, func(a cell.Area) { r.Draw(a, viewtest.Styles()) })
	p.Add("in a large one", 140, 50, func(a cell.Area) { r.Draw(a, viewtest.Styles()) })
	p.Compare(t, "reader.txt")
}
