package viewer

import (
	"strings"
	"testing"

	"galley/engine/source"
)

func TestAPlaceMovesWithTheTextAroundIt(t *testing.T) {
	// The first three bytes and the last two are the same in both.
	for offset, want := range map[int]int{0: 0, 3: 3, 4: 3, 5: 3, 6: 7, 7: 8, 8: 9} {
		if got := moved("abcXYZde", "abcMMMMde", 3, 2, offset); got != want {
			t.Errorf("%d moves to %d, want %d", offset, got, want)
		}
	}
	if got := moved("abcX", "ab", 3, 0, 3); got != 3 {
		t.Errorf("moved to %d", got)
	}
}

func TestLinesHaveTheirEnds(t *testing.T) {
	const text = "one\n\nthree"
	for offset, want := range map[int][2]int{0: {0, 3}, 2: {0, 3}, 3: {0, 3}, 4: {4, 4}, 5: {5, 10}, 10: {5, 10}} {
		if start, end := lineStart(text, offset), lineEnd(text, offset); start != want[0] || end != want[1] {
			t.Errorf("the line at %d is %d to %d, want %v", offset, start, end, want)
		}
	}
	if got := lineStart(text, 99); got != 5 {
		t.Errorf("beyond the end the line starts at %d", got)
	}
}

func TestAPlaceOutsideTheTextIsMovedIntoIt(t *testing.T) {
	v := New(Options{})
	v.SetText(source.Literal("\na\n"))
	for offset, line := range map[int]int{-5: 0, 0: 0, 1: 1, 2: 1, 3: 3, 99: 3} {
		if got := v.spotOf(offset); got != (spot{line, 0}) {
			t.Errorf("%d is at %+v, want line %d", offset, got, line)
		}
	}
}

func TestPlaceIsTheWindowsIfTheLineIsNotVisible(t *testing.T) {
	v := New(Options{})
	v.SetText(source.Literal(strings.Repeat("line\n", 50)))
	if v.GoTo(0); v.Place() != "line 1 of 50" {
		t.Errorf("before it is drawn: %q", v.Place())
	}
	v.Fit(20, 10)
	for rows, want := range map[int]string{0: "line 1 of 50", 12: "from line 13 of 50"} {
		if v.Scroll(rows); v.Place() != want {
			t.Errorf("scrolled by %d: %q, want %q", rows, v.Place(), want)
		}
		v.Scroll(-rows)
	}
}

func TestTheReadersPlaceStaysInTheText(t *testing.T) {
	v := New(Options{})
	if _, ok := v.Origin(); ok {
		t.Error("an empty text has an origin")
	}
	v.SetText(source.Literal("one").Append(piece("two")))
	for at, want := range map[int]int{-5: 0, 0: 0, 4: 4, 6: 6, 99: 6} {
		if v.GoTo(at); v.Cursor() != want {
			t.Errorf("going to %d leads to %d, want %d", at, v.Cursor(), want)
		}
		if v.GoToTop(at); v.Cursor() != want {
			t.Errorf("going to %d leads to %d, want %d", at, v.Cursor(), want)
		}
	}
	v.Mark(source.Span{Start: 4, End: 99})
	if got := v.Marked(); got != (source.Span{Start: 4, End: 6}) {
		t.Errorf("marked is %v", got)
	}
	v.Mark(source.NoSpan)
	if got := v.Marked(); got != source.NoSpan {
		t.Errorf("marked is %v", got)
	}
}
