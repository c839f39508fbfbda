package viewer_test

import (
	"strings"
	"testing"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/highlight"
	"galley/ui/style"
	"galley/ui/view/viewtest"
	"galley/ui/viewer"
)

// assembled is a text of pieces from several sources.
func assembled() source.Text {
	at := func(kind source.Kind, from string, line int) source.Origin {
		return source.Origin{Kind: kind, Source: from, Line: line, Tag: source.Span{Start: 0, End: 4}}
	}
	return source.Literal("You are in a template, whose lines may be long enough to wrap.\n").Append(
		source.Of("# Rules\n\nUse **gofmt**, 漢字 and `go vet` before each commit, also of generated files.\n```go\nfunc main() {}\n```\n", at(source.File, "/p/AGENTS.md", 1)),
		source.Of("/p", at(source.Variable, "prompt:cwd", 0)), source.Literal(" is the directory.\n"),
		source.Of("own words\n", at(source.StandIn, "opencode/base", 0)), source.Of("set\n\ttab\r\n", at(source.Override, "git:branch", 0)),
		source.Of("imported\n", at(source.Import, "/p/docs/more.md", 7)), source.Of("\n\x1b[2J hostile\u202e\n", at(source.Captured, "captured", 0)), source.Literal("the last line"))
}

func TestATextIsReadAsInThePictures(t *testing.T) {
	v := viewer.New(viewer.Options{Origins: true, Lang: highlight.Markdown})
	v.SetText(assembled())
	var p viewtest.Pictures
	w, h, focused := 44, 7, true
	draw := func(what string) {
		p.Add(what, w, h, func(a cell.Area) {
			if x, y, visible := v.Draw(a, viewtest.Styles(), focused); visible {
				p.Say("cursor at %d, %d", x, y)
			}
		})
		top, shown, total := v.Extent()
		first, last, lines := v.Lines()
		o, ok := v.Origin()
		p.Say("%s; bytes %d+%d of %d, lines %d-%d of %d, cursor %d, from %s %v, marked %v, selected %q, bar %d", v.Place(), top, shown, total, first, last, lines, v.Cursor(), o.Source, ok, v.Marked(), v.Selected(), v.BarWidth())
	}
	find := func(text string) []source.Span {
		m, err := search.Compile(search.Query{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return v.Search(m)
	}
	draw("at the start")
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"a row down", func() { v.Move(1) }}, {"a row below the window", func() { v.Move(5) }}, {"a page down", func() { v.Page(1) }}, {"a page further", func() { v.Page(1) }}, {"beyond the end", func() { v.Page(9) }},
		{"up again", func() { v.Move(-6) }}, {"three rows up", func() { v.Move(-3) }}, {"scrolled up by two", func() { v.Scroll(-2) }}, {"scrolled down by four", func() { v.Scroll(4) }}, {"kept, and to the start", func() { v.Keep(); v.GoTo(0) }},
		{"returned", v.Return}, {"at the first third", func() { v.ScrollTo(0.33) }}, {"at the end of the bar", func() { v.ScrollTo(1) }}, {"a match is marked", func() { v.Mark(find("vet")[0]) }},
		{"all matches", func() { v.SetFound(find("o")) }}, {"no match any more", func() { v.SetFound(nil); v.Mark(source.NoSpan) }},
		{"a press", func() { p.Say("there: %v", v.Press(3, 2, 1)) }}, {"drawn to the next row", func() { v.Drag(9, 3) }}, {"drawn above the window", func() { v.Drag(0, -2) }}, {"drawn below it", func() { v.Drag(5, 8) }},
		{"two presses", func() { p.Say("there: %v", v.Press(10, 1, 2)) }}, {"drawn by words", func() { v.Drag(20, 1) }}, {"three presses", func() { v.Press(2, 1, 3) }}, {"drawn back by lines", func() { v.Drag(2, 0) }},
		{"nothing selected", func() { p.Say("was: %v, %v", v.Unselect(), v.Unselect()) }}, {"a press outside", func() { p.Say("there: %v", v.Press(2, 7, 1)) }},
		{"in long lines", func() { v.SetWrap(false); v.GoTo(0) }}, {"sideways", func() { v.Sideways(8) }}, {"as far as there is text", func() { v.Sideways(500) }}, {"back", func() { v.Sideways(-9) }}, {"to the match at the right", func() { v.MarkAt(find("generated")[0], find("generated")[0].End) }},
		{"to the one at the left", func() { v.Mark(find("Use")[0]) }}, {"a press there", func() { v.Press(20, 3, 2) }}, {"wrapped again", func() { v.Unselect(); v.SetWrap(true); v.GoToTop(find("is the")[0].Start) }},
		{"without the bar", v.ToggleBar}, {"with it", v.ToggleBar}, {"stale", func() { v.SetStale(true) }}, {"fresh", func() { v.SetStale(false) }},
		{"narrow", func() { w = 12 }}, {"too narrow for the bar", func() { w = 4 }}, {"wide", func() { w = 90 }}, {"low", func() { w, h = 44, 3 }}, {"high, without blank rows at the end", func() { h = 12; v.Fit(w, h); v.FillWindow() }}, {"blurred", func() { focused = false }},
	} {
		step.do()
		draw(step.what)
	}
	for width := 2; width < 60; width += 9 {
		p.Say("in %d columns %d rows, at most %d", width, v.Rows(width, 1000), v.Rows(width, 5))
	}
	p.Compare(t, "reading.txt")
}

// The options of a viewer give the names, the background and the colours with which its text is
// drawn.
func TestATextIsDrawnAsItsOwnerSays(t *testing.T) {
	var p viewtest.Pictures
	draw := func(what string, o viewer.Options) {
		v := viewer.New(o)
		v.SetText(assembled())
		p.Add(what, 60, 17, func(a cell.Area) { v.Draw(a, viewtest.Styles(), true) })
	}
	draw("named by the owner", viewer.Options{Origins: true, Name: func(offset int, o source.Origin) ([]string, bool) {
		return []string{"a name that is too long for most of the rows of this text", o.Source}, o.Kind != source.File
	}})
	draw("on a background", viewer.Options{Ground: func(st *style.Styles) cell.Style { return st.Popup }})
	draw("with painted lines", viewer.Options{Lang: highlight.Markdown, Paint: func(line string, st *style.Styles) (cell.Style, bool) {
		return st.Added, strings.HasPrefix(line, "Use")
	}})
	draw("with runs", viewer.Options{Runs: func(start int, st *style.Styles) []viewer.Run { return []viewer.Run{{1, 3, st.Error}, {5, 6, st.Good}} }})
	v := viewer.New(viewer.Options{Lang: highlight.JSON})
	v.SetText(source.Literal("{\"key\": \"" + strings.Repeat("value ", 900) + "\", \"n\": 1,\n \"last\": true}"))
	p.Add("a long line of JSON", 60, 4, func(a cell.Area) { v.Draw(a, viewtest.Styles(), false) })
	v.GoTo(len(v.Text()))
	p.Add("its end", 60, 4, func(a cell.Area) { v.Draw(a, viewtest.Styles(), true) })
	v.SetText(source.Literal(""))
	p.Add("no text", 10, 2, func(a cell.Area) { v.Draw(a, viewtest.Styles(), true) })
	p.Say("%q", v.Place())
	p.Compare(t, "owner.txt")
}

// The reader stays at the line that was read when the text changes around it.
func TestTheReaderStaysWhereTheTextStays(t *testing.T) {
	var p viewtest.Pictures
	lines := func(from, to int) (s string) {
		for i := from; i < to; i++ {
			s += strings.Repeat("x", i%7) + " line " + strings.Repeat("I", i) + "\n"
		}
		return s
	}
	v := viewer.New(viewer.Options{})
	v.SetText(source.Literal(lines(0, 30)))
	v.Fit(30, 5)
	v.GoToTop(strings.Index(v.Text(), " line "+strings.Repeat("I", 12)+"\n"))
	v.Press(3, 1, 2)
	for _, c := range []struct{ what, text string }{{"the same", lines(0, 30)}, {"longer before", "new\nnew\n" + lines(0, 30)}, {"shorter before", lines(5, 30)}, {"longer behind", lines(5, 40)}, {"cut behind", lines(5, 14)}, {"only its beginning", lines(5, 7)}, {"nothing", ""}} {
		v.SetText(source.Literal(c.text))
		p.Add(c.what, 30, 5, func(a cell.Area) { v.Draw(a, viewtest.Styles(), true) })
		p.Say("%s, %q", v.Place(), v.Selected())
	}
	p.Compare(t, "changes.txt")
}
