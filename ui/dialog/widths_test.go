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

// keys gives keys to a dialog: names separated by blanks, see key.
func keys(d dialog.Dialog, names string) {
	for _, name := range strings.Fields(names) {
		d.Key(key(name))
	}
}

// hits says for each run of columns of a row what a click there does with a new dialog.
func hits(p *viewtest.Pictures, w, h, y int, made func() (d dialog.Dialog, did *string)) {
	st := viewtest.Styles()
	last, from := "", 0
	for x := range w + 1 {
		what := "end"
		if x < w {
			d, did := made()
			drawn := func() string {
				return strings.Join(viewtest.Draw(w, h, func(a cell.Area) { d.Draw(a, st) }), "\n")
			}
			before := drawn()
			done, _ := d.Click(x, y)
			after := drawn()
			what = fmt.Sprintf("done %v, did %q, changed %v", done, *did, before != after)
		}
		if what != last {
			if last != "" {
				p.Say("row %d, columns %d to %d: %s", y, from, x-1, last)
			}
			last, from = what, x
		}
	}
}

func TestDialogsAtEverySizeAreAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	var did string
	say := func(what string) tea.Cmd { did += what; return nil }
	list := func(n int, detail bool) *dialog.List {
		var items []dialog.Item
		for i := range n {
			item := dialog.Item{Label: fmt.Sprintf("row %d%s", i, strings.Repeat(" longer", i%4)), Key: []string{"", "^K", "12.5k"}[i%3], Faint: i%5 == 4, Also: []string{"", "alias"}[i%2]}
			if detail {
				item.Detail = strings.Repeat("word ", i%6) + "end"
			}
			items = append(items, item)
		}
		return dialog.NewList("A title of a list", "There is nothing.", items, func(i dialog.Item) tea.Cmd { return say("take " + i.Label) })
	}
	text := "first line\n" + strings.Repeat("words that wrap ", 9) + "\n  indented text that goes on and on and on and on\n 12. numbered text that goes on and on and on and on and on\n\nlast"
	reader := func() *dialog.Reader { return dialog.NewReader("Reading a text", dialog.PlainLines(text)) }
	hanging := func() *dialog.Reader { return reader().Hanging() }
	finding := func(typed string) *dialog.Reader {
		r := reader()
		viewtest.Draw(80, 20, func(a cell.Area) { r.Draw(a, viewtest.Styles()) })
		keys(r, "/ "+strings.Join(strings.Split(typed, ""), " "))
		return r
	}
	choices := func() *dialog.Choices {
		return dialog.NewChoices("Choices", "A sentence that says what this is about, and wraps.", "Do it", []dialog.Way{{Key: "s", Label: "Save"}, {Key: "d", Label: "Discard it"}},
			[]dialog.Choice{{Label: "one.md", Way: "s"}, {Label: "a/long/path/to/two.md", Detail: "with a detail that is long", Way: "d"}, {Label: "three", Way: "s", Not: "d", Detail: "short"}}, func(ways []string) tea.Cmd { return say("do " + strings.Join(ways, "")) }).Viewing(func(row int) { say(fmt.Sprint("view ", row)) })
	}
	question := func() *dialog.Question {
		return dialog.NewQuestion("A question", "Is it so that this question is long enough to wrap?\nYes.", dialog.Answer{Key: "y", Label: "Yes, it is", Do: func() tea.Cmd { return say("yes") }}, dialog.Answer{Key: "no", Label: "No", Do: func() tea.Cmd { return say("no") }}).OrElse("Never mind")
	}
	field := func() *dialog.Field {
		return dialog.NewField("A field", "a note below it that may wrap too", "its text", func(text string) tea.Cmd { return say("take " + text) }).More(func(text string) { say("more") })
	}
	area := func() *dialog.Area {
		return dialog.NewArea("An area", "a note about it", text, func(text string) tea.Cmd { return say("take it") })
	}
	for _, c := range []struct {
		title string
		made  func() dialog.Dialog
	}{
		{"a list", func() dialog.Dialog { return list(9, true) }},
		{"a long list without details", func() dialog.Dialog { return list(40, false).Begin(20) }},
		{"an empty list", func() dialog.Dialog { return list(0, true) }},
		{"a filtered list", func() dialog.Dialog { l := list(12, true); keys(l, "r 1"); return l }},
		{"a list filtered by other names", func() dialog.Dialog { l := list(6, true); l.SetText("alias"); return l }},
		{"a list that tells", func() dialog.Dialog { return list(9, true).Telling().Begin(5) }},
		{"a text", func() dialog.Dialog { return reader() }},
		{"a text with hanging lines", func() dialog.Dialog { return hanging() }},
		{"a text that does not wrap", func() dialog.Dialog { r := hanging(); keys(r, "w"); return r }},
		{"a text with its keys", func() dialog.Dialog { r := reader(); keys(r, "?"); return r }},
		{"a text that is searched", func() dialog.Dialog { return finding("on") }},
		{"one that was searched", func() dialog.Dialog { r := finding("on"); keys(r, "enter n"); return r }},
		{"a search for nothing", func() dialog.Dialog { return finding("zz") }},
		{"choices", func() dialog.Dialog { return choices() }},
		{"a question", func() dialog.Dialog { return question() }},
		{"a field", func() dialog.Dialog { return field() }},
		{"an area", func() dialog.Dialog { return area() }},
		{"a difference", func() dialog.Dialog { return dialog.NewDiff("Before and after", "a\nb\nc\n", "a\nB\nc\nd\n") }},
	} {
		for _, size := range [][2]int{{24, 8}, {41, 12}, {62, 16}, {76, 7}, {140, 22}} {
			p.Add(c.title, size[0], size[1], func(a cell.Area) {
				x, y, visible := c.made().Draw(a, viewtest.Styles())
				p.Say("cursor %d, %d, %v", x, y, visible)
			})
		}
	}
	// Click at each column of the lower edge, of the rows, and beside the box.
	for _, c := range []struct {
		title string
		w, h  int
		rows  []int
		made  func() dialog.Dialog
	}{
		{"a list", 50, 14, []int{2, 5, 7, 8, 9, 10, 11, 12}, func() dialog.Dialog { return list(3, true) }},
		{"a text", 60, 12, []int{0, 1, 5, 10, 11}, func() dialog.Dialog { return reader() }},
		{"choices", 60, 16, []int{3, 5, 6, 7, 8, 9, 10, 11, 12, 13}, func() dialog.Dialog { return choices() }},
		{"a question", 60, 12, []int{2, 5, 6, 7, 8, 9}, func() dialog.Dialog { return question() }},
		{"a field", 60, 9, []int{2, 3, 4, 5, 6}, func() dialog.Dialog { return field() }},
		{"an area", 60, 14, []int{2, 10, 11, 12}, func() dialog.Dialog { return area() }},
	} {
		p.Add("clicks on "+c.title, c.w, c.h, func(a cell.Area) { c.made().Draw(a, viewtest.Styles()) })
		for _, y := range c.rows {
			hits(&p, c.w, c.h, y, func() (dialog.Dialog, *string) { did = ""; return c.made(), &did })
		}
	}
	p.Compare(t, "sizes.txt")
}

// A search in a text is case-sensitive, for whole words, or by an expression.
func TestSearchesOfATextAreAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	for _, w := range []int{50, 74, 80, 110, 140} {
		r := dialog.NewReader("Reading", dialog.PlainLines(strings.Repeat("One one ones\n", 30)+strings.Repeat("wide ", 40)))
		draw := func(what string) {
			p.Add(what, w, 10, func(a cell.Area) {
				x, y, visible := r.Draw(a, viewtest.Styles())
				p.Say("cursor %d, %d, %v", x, y, visible)
			})
		}
		draw("before")
		keys(r, "down down / o n e")
		draw("typed")
		for _, letter := range []string{"c", "w", "r"} {
			r.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(letter), Alt: true})
			draw("with " + letter)
		}
		keys(r, "(")
		draw("an expression with a fault")
		keys(r, "esc")
		draw("back where it was")
		keys(r, "/ O n e down down up enter n N N")
		draw("the one before the first")
		keys(r, "esc end")
		draw("the end")
		keys(r, "w right right left")
		draw("sideways")
		p.Say("copied %q", fmt.Sprint(r.Press(14, 4, 2)))
		r.Drag(24, 5)
		draw("selected")
		p.Say("the bar is pressed: %v", r.Press(w-1, 4, 1))
	}
	for _, q := range []search.Query{{}, {Text: "x", Word: true}, {Text: "x", Regexp: true, Case: true}} {
		for _, w := range []int{30, 44, 58, 70, 90, 120} {
			f := dialog.NewFind(q, dialog.Finder{Change: func(search.Query) string { return "" }, Next: func(int) tea.Cmd { return nil }, Count: func() string { return "match 12 of 345" }, Cancel: func() {}})
			p.Add(fmt.Sprintf("a strip for %+v", q), w, 4, func(a cell.Area) { f.Draw(a, viewtest.Styles()) })
		}
	}
	p.Compare(t, "searches.txt")
}
