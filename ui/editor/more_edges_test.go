package editor

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/editor/buffer"
	"galley/ui/editor/search"
)

// Of nested folds, the outermost hides the lines. Of two folds that begin on the same line, the
// newer one stays.
func TestFoldsWithinEachOther(t *testing.T) {
	s := begin(t, 40, 9, "a\n[if file:a]\nb\n[if file:b]\nc\n[endif]\nd\n[endif]\n")
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		s.folds = nil
		for _, i := range order {
			s.foldBlock(i)
		}
		if f, ok := s.foldOver(4); !ok || f != (fold{1, 7}) || len(s.folds) != 2 {
			t.Errorf("folded in the order %v, line 4 is hidden by %v of %v", order, f, s.folds)
		}
		if _, ok := s.foldOver(1); ok {
			t.Error("the line of a fold is hidden by it")
		}
	}
	s = begin(t, 40, 9, "[if file:a][if file:b]\nc\n[endif]\nd\n[endif]\n")
	s.foldBlock(1)
	if s.foldBlock(0); len(s.folds) != 1 || s.folds[0] != (fold{0, 4}) {
		t.Errorf("the folds are %v", s.folds)
	}
}

// Lines that change places keep the caret, also if the last one has no line end.
func TestLinesChangePlacesWithTheCaret(t *testing.T) {
	for _, c := range []struct{ key, before, after string }{
		{"move-down", "a|b\nc", "c\na|b"}, {"move-up", "ab\nc|d", "c|d\nab"}, {"move-down", "a|b\r\ncde", "cde\r\na|b"}, {"move-down", "a|b\ncde\nf", "cde\na|b\nf"}, {"move-up", "ab\nc|d\ne", "c|d\nab\ne"},
		{"move-down", "a\nb|", "a\nb|"}, {"move-up", "a|\nb", "a|\nb"},
	} {
		begin(t, 40, 5, c.before).press(c.key).want(c.after)
	}
}

// Moves up and down keep the column in which they began, until the caret is put elsewhere.
func TestAnotherPlaceForgetsTheColumn(t *testing.T) {
	s := begin(t, 40, 6, "a long line|\nab\nanother long line\n").press("down").want("a long line\nab|\nanother long line\n")
	s.press("down").want("a long line\nab\nanother lon|g line\n")
	s.press("up")
	s.SetCaret(13)
	s.press("down").want("a long line\nab\na|nother long line\n")
	s.press(":x")
	s.MarkSaved()
	s.BeginFind(false)
	s.lookFor(search.Query{Text: "long"})
	if s.SetText("new"); s.Caret() != 0 || s.Selection() != (source.Span{}) || s.Modified() || s.Finding() {
		t.Errorf("in a new text the caret is at %d, modified %v, searching %v", s.Caret(), s.Modified(), s.Finding())
	}
}

// At a place in a line, this is the word or the run of blanks there. At the end of a line it is
// the word before it, and in an empty line it is empty.
func TestTheWordAtAPlace(t *testing.T) {
	s := begin(t, 40, 5, "\nab  cd\n\n x")
	for at, want := range map[buffer.Offset][2]buffer.Offset{0: {0, 0}, 1: {1, 3}, 2: {1, 3}, 3: {3, 5}, 4: {3, 5}, 5: {5, 7}, 7: {5, 7}, 8: {8, 8}, 9: {9, 10}, 10: {10, 11}, 11: {10, 11}} {
		if from, to := s.wordAround(at); from != want[0] || to != want[1] {
			t.Errorf("at %d: %d to %d, want %v", at, from, to, want)
		}
	}
	s.Select(source.Span{Start: 1, End: 3})
	if !s.Unselect() || s.Caret() != 3 || s.Selection().Len() != 0 || s.Unselect() {
		t.Errorf("the selection is %v", s.Selection())
	}
}

// Only matches that are wholly in the searched selection are marked.
func TestMatchesWithinTheSelectionAreMarked(t *testing.T) {
	s := begin(t, 40, 5, "ab ab ab ab")
	marked := func(from, to buffer.Offset) string {
		var all []source.Span
		s.eachMatch(from, to, func(m source.Span) { all = append(all, m) })
		return fmt.Sprint(all)
	}
	if got := marked(0, 11); got != "[]" {
		t.Errorf("without a search %s are marked", got)
	}
	s.Select(source.Span{Start: 3, End: 10})
	s.BeginFind(true)
	s.lookFor(search.Query{Text: "ab"})
	for span, want := range map[[2]buffer.Offset]string{{0, 11}: "[{3 5} {6 8}]", {5, 11}: "[{6 8}]", {4, 11}: "[{3 5} {6 8}]", {0, 6}: "[{3 5}]", {8, 11}: "[]"} {
		if got := marked(span[0], span[1]); got != want {
			t.Errorf("in %v %s are marked, want %s", span, got, want)
		}
	}
}

// A line that is shorter than a step of indentation loses what it has.
func TestShortLinesAreOutdented(t *testing.T) {
	for before, after := range map[string]string{"x\n |": "x\n|", "x\n  |": "x\n|", "     |x": " |x", "\t\t|x": "\t|x", "|": "|"} {
		begin(t, 40, 5, before).press("shift+tab").want(after)
	}
}

// A cluster that fills several rows is left by one step down.
func TestTheCaretLeavesAClusterOfManyRows(t *testing.T) {
	cluster := strings.Repeat("👩\u200d", 40) + "👩"
	begin(t, 10, 5, "|"+cluster+"x").press("down").want(cluster + "|x")
}

// A problem's message follows its line if it has at least eight columns.
func TestAMessageNeedsEightColumns(t *testing.T) {
	text := "[]\n"
	for w, want := range map[int]string{16: "i 1 []", 17: "i 1 []   a long …", 24: "i 1 []   a long message"} {
		s := begin(t, w, 4, text)
		p := diag.New(diag.ConstantIf, span(text, "[]"), "a long message", "")
		s.SetProblemsAt(s.Revision(), []diag.Problem{p})
		if rows, _, _, _ := s.screen(); rows[0] != want {
			t.Errorf("%d columns: %q, want %q", w, rows[0], want)
		}
	}
}

// A selected line end is drawn as one selected cell, also if the selection begins there.
func TestASelectedLineEndIsDrawn(t *testing.T) {
	draw := func(sel source.Span) string {
		s := begin(t, 10, 3, "ab\ncd")
		s.Select(sel)
		g := cell.NewGrid(10, 3)
		s.Draw(g.Area(0, 0, 10, 3), load("dark"), true)
		return g.String()
	}
	begins, none := draw(source.Span{Start: 2, End: 3}), draw(source.Span{Start: 3, End: 3})
	if begins == none {
		t.Error("a selection of a line end is not seen")
	}
}

// A new text has nothing to undo, and forgets the edits of the text before it.
func TestANewTextForgetsTheEditsBefore(t *testing.T) {
	s := begin(t, 40, 5, "ab|").press(":c")
	old := s.Revision()
	s.SetText("one two\n three")
	if _, known := s.log.Since(old); known || s.Revision() <= old || s.Words() != 3 {
		t.Errorf("revision %d after %d, known %v, %d words", s.Revision(), old, known, s.Words())
	}
	s.press("undo").want("|one two\n three")
}
