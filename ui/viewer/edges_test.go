package viewer_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/view/viewtest"
	"galley/ui/viewer"
)

// drawn returns the rows of a viewer with the focus.
func drawn(v *viewer.Viewer, w, h int) string {
	return strings.Join(viewtest.Draw(w, h, func(a cell.Area) { v.Draw(a, viewtest.Styles(), true) }), "\n")
}

func top(v *viewer.Viewer) int {
	top, _, _ := v.Extent()
	return top
}

// A label needs two columns between it and the text.
func TestALabelIsDrawnWhereItFits(t *testing.T) {
	text := source.Of("first\nsecond\n", source.Origin{Kind: source.File, Source: "/p/a.md", Line: 3})
	for width, want := range map[int]string{17: "▎first   a.md 3-4\n▎second\n▎", 16: "▎first  a.md 3-4\n▎second\n▎", 15: "▎first\n▎second\n▎"} {
		v := viewer.New(viewer.Options{Origins: true})
		v.SetText(text)
		if got := drawn(v, width, 3); got != want {
			t.Errorf("in %d columns:\n%s", width, got)
		}
	}
}

// A piece is labelled once, also if it begins at the start of the text or above the window.
func TestEachPieceIsLabelledOnce(t *testing.T) {
	named := func(offset int, o source.Origin) ([]string, bool) {
		return []string{fmt.Sprint(o.Source, offset)}, true
	}
	file := func(text, name string) source.Text {
		return source.Of(text, source.Origin{Kind: source.File, Source: name, Line: 1})
	}
	text := file("one\ntwo\n", "a").Append(file("three\nfour\n", "a"), file("five\nsix\n", "b"))
	for at, want := range map[int]string{
		0: "one      a0\ntwo\nthree    a8\nfour\nfive    b19\nsix",
		4: "two      a4\nthree    a8\nfour\nfive    b19\nsix\n",
		8: "three    a8\nfour\nfive    b19\nsix\n\n",
	} {
		v := viewer.New(viewer.Options{Name: named})
		v.SetText(text)
		drawn(v, 11, 6)
		v.Scroll(strings.Count(text.String()[:at], "\n"))
		if got := drawn(v, 11, 6); got != want {
			t.Errorf("from %d:\n%s\nwant\n%s", at, got, want)
		}
	}
}

// Matches are marked, and the current one differs. A newer text has none and is not stale.
func TestMatchesAndStaleTextsAreDrawn(t *testing.T) {
	var p viewtest.Pictures
	v := viewer.New(viewer.Options{})
	v.SetText(source.Literal("ab ab ab"))
	draw := func(what string) {
		p.Add(what, 10, 1, func(a cell.Area) { v.Draw(a, viewtest.Styles(), false) })
	}
	v.SetFound([]source.Span{{Start: 0, End: 2}, {Start: 3, End: 5}, {Start: 6, End: 8}})
	v.Mark(source.Span{Start: 3, End: 5})
	draw("the second match")
	v.Mark(source.Span{Start: 3, End: 4})
	draw("a part of it")
	v.SetStale(true)
	draw("stale")
	v.SetText(source.Literal("ab ab ab."))
	draw("another text")
	p.Compare(t, "matches.txt")
}

// At the end of the text, the origin is that of the last byte.
func TestTheOriginOfTheEnd(t *testing.T) {
	v := viewer.New(viewer.Options{})
	v.SetText(source.Literal("a").Append(source.Of("b", source.Origin{Kind: source.Variable, Source: "x"})))
	for at, want := range map[int]string{0: "", 1: "x", 2: "x"} {
		v.GoTo(at)
		if o, ok := v.Origin(); o.Source != want || !ok {
			t.Errorf("at %d: %q, %v, want %q", at, o.Source, ok, want)
		}
	}
}

// A press beside the text ends the selection.
func TestAPressBesideTheTextSelectsNothing(t *testing.T) {
	v := viewer.New(viewer.Options{})
	v.SetText(source.Literal("one two"))
	drawn(v, 10, 3)
	if ok := v.Press(1, 0, 2); !ok || v.Selected() != "one" {
		t.Errorf("a double press selects %q", v.Selected())
	}
	if ok := v.Press(1, 2, 1); ok || v.Selected() != "" {
		t.Errorf("a press below the text leaves %q selected", v.Selected())
	}
}

// Other tab stops divide the lines into other rows at once.
func TestLinesAreDividedAgainForOtherTabStops(t *testing.T) {
	v := viewer.New(viewer.Options{})
	v.SetText(source.Literal("\tabcdef ghij"))
	for _, c := range []struct {
		tab  int
		want string
	}{{4, "    abcdef\nghij\n"}, {8, "\nabcdef\nghij"}, {2, "  abcdef\nghij\n"}} {
		v.SetOptions(cell.Options{Tab: c.tab})
		if got := drawn(v, 10, 3); got != c.want {
			t.Errorf("with stops of %d columns: %q, want %q", c.tab, got, c.want)
		}
	}
}

// A wide character that begins before the left edge is not drawn.
func TestAWideCharacterIsCutAtTheLeftEdge(t *testing.T) {
	v := viewer.New(viewer.Options{})
	v.SetWrap(false)
	v.SetText(source.Literal("漢字かな"))
	drawn(v, 5, 1)
	v.Sideways(1)
	if got := drawn(v, 5, 1); got != " 字か" {
		t.Errorf("%q", got)
	}
	for x, want := range []int{0, 3, 3, 6, 6, 9} {
		if v.Click(x, 0); v.Cursor() != want {
			t.Errorf("a click at %d leads to %d, want %d", x, v.Cursor(), want)
		}
	}
}

// The number of lines in a label is counted again for another text.
func TestALabelHasTheLinesOfThePiece(t *testing.T) {
	v := viewer.New(viewer.Options{Origins: true})
	for _, c := range []struct{ text, want string }{{"one\ntwo\n", "▎one  a.md 3-4"}, {"one\ntwo\nthree", "▎one  a.md 3-5"}, {"one", "▎one  a.md 3-3"}, {"one\n", "▎one  a.md 3-3"}} {
		v.SetText(source.Of(c.text, source.Origin{Kind: source.File, Source: "/p/a.md", Line: 3}))
		for range 2 {
			if got := drawn(v, 14, 1); got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		}
	}
}

// A window without columns shows nothing and changes nothing.
func TestAWindowWithoutRoomKeepsThePlace(t *testing.T) {
	v := viewer.New(viewer.Options{})
	v.SetText(source.Literal(strings.Repeat("some words to wrap ", 40)))
	drawn(v, 20, 5)
	v.Scroll(7)
	want := drawn(v, 20, 5)
	at := top(v)
	for _, size := range [][2]int{{0, 5}, {0, 0}, {20, 0}} {
		drawn(v, size[0], size[1])
		if first, shown, total := v.Extent(); first != 0 || shown != total || total != len(v.Text()) {
			t.Errorf("%v: %d+%d of %d are shown", size, first, shown, total)
		}
		if got := drawn(v, 20, 5); got != want || top(v) != at {
			t.Errorf("after %v:\n%s\nwant\n%s", size, got, want)
		}
	}
	if got := drawn(v, 1, 3); got != string([]byte{v.Text()[at], '\n', v.Text()[at+1], '\n', v.Text()[at+2]}) {
		t.Errorf("in one column: %q", got)
	}
}

// In another width the window begins with the row that holds what it began with.
func TestTheWindowBeginsWithARow(t *testing.T) {
	text := strings.Repeat("abcdefghij", 30)
	for _, fit := range []bool{true, false} {
		v := viewer.New(viewer.Options{})
		v.SetText(source.Literal(text))
		set := func(w, h int) (changed bool) {
			if fit {
				changed = v.Fit(w, h)
			}
			drawn(v, w, h)
			return changed
		}
		set(20, 5)
		v.Scroll(6)
		for _, c := range []struct{ w, h, top int }{{20, 5, 120}, {20, 4, 120}, {50, 4, 100}, {49, 4, 98}, {30, 5, 90}} {
			if changed := set(c.w, c.h); changed != (fit && c.top+c.h != 125) || top(v) != c.top {
				t.Errorf("in %d by %d the window begins at %d, want %d; changed %v", c.w, c.h, top(v), c.top, changed)
			}
		}
		v.SetText(source.Literal("ABC" + text))
		if set(30, 5); top(v) != 90 {
			t.Errorf("after a change of the text the window begins at %d", top(v))
		}
		v.SetWrap(false)
		if set(30, 5); top(v) != 0 {
			t.Errorf("without wrapping the window begins at %d", top(v))
		}
		v.SetWrap(true)
		if set(30, 5); top(v) != 90 {
			t.Errorf("when lines wrap again the window begins at %d", top(v))
		}
	}
}

// What was scrolled into view remains on the screen when the window becomes smaller, but not what
// the user has scrolled away from.
func TestWhatWasShownStaysInASmallerWindow(t *testing.T) {
	text := strings.Repeat("words ", 60) + "needle " + strings.Repeat("words ", 60)
	at := strings.Index(text, "needle")
	for _, size := range [][2]int{{40, 12}, {40, 6}, {20, 12}, {9, 5}} {
		v := viewer.New(viewer.Options{})
		v.SetText(source.Literal(text))
		drawn(v, 40, 12)
		v.Mark(source.Span{Start: at, End: at + 6})
		if got := drawn(v, size[0], size[1]); !strings.Contains(got, "needle") {
			t.Errorf("in %v:\n%s", size, got)
		}
		drawn(v, 40, 12)
		v.Scroll(1 << 20)
		before := top(v)
		if drawn(v, 40, 3); top(v) < before {
			t.Errorf("in %v the window goes back to %d", size, top(v))
		}
	}
}

// A place that is shown before the first draw does not scroll sideways, since the width is unknown.
func TestLongLinesScrollSidewaysToAPlace(t *testing.T) {
	text := source.Literal("0123456789abcdefghij")
	v := viewer.New(viewer.Options{})
	v.SetWrap(false)
	v.SetText(text)
	v.GoTo(15)
	if got := drawn(v, 5, 1); got != "01234" {
		t.Errorf("at first: %q", got)
	}
	for _, c := range []struct {
		width, at int
		want      string
	}{{5, 4, "01234"}, {5, 5, "23456"}, {5, 2, "23456"}, {5, 1, "01234"}, {1, 7, "7"}, {1, 8, "8"}, {12, 19, "89abcdefghij"}, {11, 19, "cdefghij"}, {12, 3, "0123456789ab"}} {
		drawn(v, c.width, 1)
		if v.GoTo(c.at); drawn(v, c.width, 1) != c.want {
			t.Errorf("in %d columns at %d: %q, want %q", c.width, c.at, drawn(v, c.width, 1), c.want)
		}
	}
}

// The highlighter leaves the end of a long line plain. A long value of JSON keeps its colour.
func TestALongValueOfJSONKeepsItsColour(t *testing.T) {
	value := func(length int) string { return `{"key": "` + strings.Repeat("v", length-len(`{"key": "`)) }
	var p viewtest.Pictures
	for _, lang := range []highlight.Lang{highlight.JSON, highlight.YAML} {
		for _, text := range []string{value(highlight.MaxLine-2) + "\" ", value(highlight.MaxLine) + " ", strings.Repeat(" ", highlight.MaxLine+1)} {
			v := viewer.New(viewer.Options{Lang: lang})
			v.SetText(source.Literal(text + "\n1"))
			v.Fit(50, 2)
			v.GoTo(len(text) - 1)
			p.Add(fmt.Sprintf("language %d, %d bytes", lang, len(text)), 50, 2, func(a cell.Area) { v.Draw(a, viewtest.Styles(), false) })
		}
	}
	p.Compare(t, "long.txt")
}
