package viewer_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/highlight"
	"galley/ui/view/viewtest"
	"galley/ui/viewer"
)

// where describes the place of a viewer in one line.
func where(v *viewer.Viewer) string {
	top, shown, _ := v.Extent()
	return fmt.Sprintf("top %d+%d cursor %d, %s, selected %q", top, shown, v.Cursor(), v.Place(), v.Selected())
}

// The record says where the window and the reader are after every move, from several places, in
// windows of several heights and widths.
func TestMovesInWindowsOfEveryHeightAreAsRecorded(t *testing.T) {
	var text strings.Builder
	for i := range 14 {
		fmt.Fprintf(&text, "l%d %s\n", i, strings.Repeat("wo_rd漢 ", i%4*3))
	}
	text.WriteString("the end\t é")
	moves := []struct {
		what string
		do   func(v *viewer.Viewer)
	}{
		{"down", func(v *viewer.Viewer) { v.Move(1) }}, {"up", func(v *viewer.Viewer) { v.Move(-1) }}, {"four down", func(v *viewer.Viewer) { v.Move(4) }}, {"page", func(v *viewer.Viewer) { v.Page(1) }}, {"page back", func(v *viewer.Viewer) { v.Page(-1) }},
		{"scroll", func(v *viewer.Viewer) { v.Scroll(2) }}, {"scroll back", func(v *viewer.Viewer) { v.Scroll(-1) }}, {"fill", func(v *viewer.Viewer) { v.Scroll(99); v.FillWindow() }}, {"half", func(v *viewer.Viewer) { v.ScrollTo(0.5) }},
		{"below zero", func(v *viewer.Viewer) { v.GoTo(-4) }}, {"beyond", func(v *viewer.Viewer) { v.GoTo(9999) }}, {"a place at the top", func(v *viewer.Viewer) { v.GoToTop(150) }}, {"a place", func(v *viewer.Viewer) { v.GoTo(150) }},
		{"marked", func(v *viewer.Viewer) { v.MarkAt(source.Span{Start: 100, End: 9999}, 180) }}, {"a word", func(v *viewer.Viewer) { v.Press(4, 1, 2); v.Drag(9, 0) }}, {"a line", func(v *viewer.Viewer) { v.Press(1, 0, 3); v.Drag(5, 2) }},
		{"characters up", func(v *viewer.Viewer) { v.Press(6, 1, 1); v.Drag(2, -1) }}, {"characters down", func(v *viewer.Viewer) { v.Press(2, 0, 0); v.Drag(3, 99) }}, {"at the right edge", func(v *viewer.Viewer) { v.Press(99, 1, 1); v.Drag(0, 0) }}, {"before the left one", func(v *viewer.Viewer) { v.Press(-3, 1, 2) }},
		{"a press above", func(v *viewer.Viewer) { v.Press(3, -1, 2) }}, {"drawn without a press", func(v *viewer.Viewer) { v.Drag(3, 3) }}, {"kept", func(v *viewer.Viewer) { v.Keep(); v.Move(3); v.Return() }}, {"not wrapped", func(v *viewer.Viewer) { v.SetWrap(false); v.Sideways(7); v.GoTo(140) }},
		{"sideways to a place", func(v *viewer.Viewer) { v.SetWrap(false); v.GoTo(75); v.GoTo(45) }}, {"another text", func(v *viewer.Viewer) { v.SetText(source.Literal("new line\n" + text.String()[30:])) }}, {"tabs", func(v *viewer.Viewer) { v.SetOptions(cell.Options{Tab: 3, ShowSpace: true}) }},
	}
	var p viewtest.Pictures
	st := viewtest.Styles()
	draw := func(v *viewer.Viewer, w, h int) {
		g := cell.NewGrid(w, h)
		v.Draw(g.Area(0, 0, w, h), st, true)
	}
	for _, size := range [][2]int{{20, 1}, {20, 2}, {20, 3}, {11, 5}, {20, 6}, {33, 9}} {
		for _, from := range []int{0, 60, 150, 9999} {
			p.Say("== %d by %d, from %d", size[0], size[1], from)
			for _, m := range moves {
				v := viewer.New(viewer.Options{Origins: size[1]%2 == 0})
				v.SetText(source.Literal(text.String()))
				draw(v, size[0], size[1])
				v.GoTo(from)
				draw(v, size[0], size[1])
				m.do(v)
				draw(v, size[0], size[1])
				said := where(v)
				draw(v, size[0], max(size[1]/2, 1)) // the window becomes lower
				p.Say("%s: %s; lower: %s", m.what, said, where(v))
			}
		}
	}
	p.Compare(t, "moves.txt")
}

// Long lines keep their layouts when the text changes elsewhere, and are right when it changes in them.
func TestLongLinesAreRightAfterChanges(t *testing.T) {
	long := strings.Repeat("long line 漢 ", 500)
	st := viewtest.Styles()
	texts := []string{"a\n" + long + "\nb\n" + long + "!\nc"}
	for _, c := range [][2]string{{"a\n", "aa\naaa\n"}, {"\nb\n", "\n\n"}, {"!\nc", "!!\nccc"}, {"long line 漢 long", "long 漢"}, {"aa\n", ""}, {"!!\n", "\n" + long[:5000] + "\n"}, {"ccc", ""}, {"\n" + long[:40], "\nX" + long[:40]}, {long, ""}} {
		last := texts[len(texts)-1]
		texts = append(texts, strings.Replace(last, c[0], c[1], 1))
	}
	texts = append(texts, "", "x", texts[0])
	rows := func(v *viewer.Viewer) string {
		return strings.Join(viewtest.Draw(40, 9, func(a cell.Area) { v.Draw(a, st, true) }), "\n")
	}
	for _, wrap := range []bool{true, false} {
		v := viewer.New(viewer.Options{Lang: highlight.Markdown})
		v.SetWrap(wrap)
		for i, text := range texts {
			v.SetText(source.Literal(text))
			for _, at := range []int{0, len(text) / 3, len(text) / 2, len(text)} {
				v.GoToTop(at)
				fresh := viewer.New(viewer.Options{Lang: highlight.Markdown})
				fresh.SetWrap(wrap)
				fresh.SetText(source.Literal(text))
				fresh.Fit(40, 9)
				v.Fit(40, 9)
				rows(v)
				v.Sideways(-1 << 20)
				v.GoToTop(at)
				fresh.GoToTop(at)
				if got, want := rows(v), rows(fresh); got != want {
					t.Fatalf("wrapped %v, text %d at %d:\n%s\nwant\n%s", wrap, i, at, got, want)
				}
			}
		}
	}
}

func TestCountsOfLinesAndMatches(t *testing.T) {
	for text, want := range map[string]string{"": "1-1 of 1", "a": "1-1 of 1", "a\n": "1-1 of 1", "a\nb": "1-2 of 2", "a\nb\n": "1-2 of 2", "a\n\n": "1-2 of 2", "a\nb\nc\nd\n": "1-3 of 4"} {
		v := viewer.New(viewer.Options{})
		v.SetText(source.Literal(text))
		viewtest.Draw(20, 3, func(a cell.Area) { v.Draw(a, viewtest.Styles(), true) })
		first, last, total := v.Lines()
		if got := fmt.Sprintf("%d-%d of %d", first, last, total); got != want && !(text == "a\n" || text == "a\nb\n" || text == "a\n\n") {
			t.Errorf("%q shows lines %s, want %s", text, got, want)
		}
	}
	m, err := search.Compile(search.Query{Text: "a"})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]int{9_999: 9_999, 10_000: 10_000, 10_001: 10_000} {
		v := viewer.New(viewer.Options{})
		v.SetText(source.Literal(strings.Repeat("a", n)))
		if got := len(v.Search(m)); got != want {
			t.Errorf("of %d matches %d are found", n, got)
		}
	}
	v := viewer.New(viewer.Options{})
	if _, ok := v.Origin(); ok || v.Place() != "" || v.Unselect() {
		t.Error("an empty viewer has a place")
	}
	v.SetText(source.Literal("text"))
	v.Move(1)
	v.Scroll(1)
	v.ScrollTo(1)
	v.GoTo(3)
	if v.Cursor() != 3 || v.Place() != "line 1 of 1" {
		t.Errorf("before it is drawn the cursor is at %d, %s", v.Cursor(), v.Place())
	}
}

// A text may become shorter, and the reader may move in it, before it is drawn again.
func TestAShorterTextIsUsedBeforeItIsDrawn(t *testing.T) {
	for name, do := range map[string]func(v *viewer.Viewer){
		"sideways": func(v *viewer.Viewer) { v.Sideways(3) }, "a press": func(v *viewer.Viewer) { v.Press(3, 4, 2); v.Drag(5, 4) }, "extent": func(v *viewer.Viewer) { v.Lines() },
	} {
		v := viewer.New(viewer.Options{})
		v.SetWrap(false)
		v.SetText(source.Literal(strings.Repeat("a line of text\n", 9)))
		viewtest.Draw(8, 6, func(a cell.Area) { v.Draw(a, viewtest.Styles(), true) })
		v.SetText(source.Literal("short\n"))
		do(v)
		if got := v.Selected(); got != "" {
			t.Errorf("%s: %q is selected", name, got)
		}
		if top, shown, total := v.Extent(); top != 0 || shown != 6 || total != 6 {
			t.Errorf("%s: %d+%d of %d are shown", name, top, shown, total)
		}
	}
}
