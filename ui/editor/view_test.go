package editor

import (
	"strings"
	"testing"

	"galley/engine/template"
	"galley/ui/editor/buffer"
)

// A row above which a block begins shows the block's [if], until the block's [endif].
func TestTheIfOfABlockIsShownOverIt(t *testing.T) {
	block := "[if file:a] some words that wrap\n" + strings.Repeat("in\n", 20) + "end [endif] of the block and more\n" + strings.Repeat("out\n", 20)
	for _, c := range []struct {
		top  int
		row  int
		want string
	}{{0, 0, "  1 [if file:a] some"}, {0, 1, "  1 words that wrap"}, {1, 0, "  1 [if file:a] some"}, {20, 0, "  1 [if file:a] some"}, {21, 0, "  1 [if file:a] some"}, {21, 1, " 22 block and more"}, {22, 0, " 23 out"}} {
		s := begin(t, 23, 8, block)
		s.SetCaret(len(block) - 1)
		s.screen()
		s.view.top = spot{c.top, c.row}
		if rows, _, _, _ := s.screen(); rows[0] != c.want {
			t.Errorf("at line %d, row %d: %q, want %q", c.top, c.row, rows[0], c.want)
		}
		s.Click(6, 0, 1, false)
		want := s.buf.LineAt(s.sel.Caret)
		if covered := c.want[2:3] == "1" && c.top > 0; covered != (want == 0 && c.top > 0) {
			t.Errorf("at line %d, row %d: a press there leads to line %d", c.top, c.row, want)
		}
	}
}

// A press on the [if] that is shown over the text begins no selection.
func TestAPressOnTheShownIfSelectsNothing(t *testing.T) {
	s := begin(t, 30, 8, "[if file:a]\n"+strings.Repeat("word\n", 30)+"[endif]")
	s.SetCaret(80)
	s.screen()
	s.Click(6, 3, 2, false)
	s.screen()
	s.Click(6, 0, 1, false)
	if s.Drag(8, 4); s.Caret() != 0 || s.Selected() != "" {
		t.Errorf("the caret is at %d, %q is selected", s.Caret(), s.Selected())
	}
}

// A view that would begin in a fold begins at the fold's line.
func TestAViewBeginsAtTheFold(t *testing.T) {
	text := "top\n[if file:a]\nx\ny\n[endif]\n" + strings.Repeat("below\n", 9)
	s := begin(t, 30, 4, text)
	s.SetTagsAt(s.Revision(), template.Parse(text).Tags())
	s.FoldAll()
	for line, want := range map[int]int{0: 0, 1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 11: 11, 14: 11} {
		if got := s.clampTop(spot{line: line}); got != (spot{line: want}) {
			t.Errorf("at line %d: %+v, want line %d", line, got, want)
		}
	}
}

// Of an unwrapped line that is longer than 4 KB, only the part on the screen is looked at.
func TestTheShownPartOfALine(t *testing.T) {
	for _, c := range []struct {
		wrap     bool
		length   int
		left     int
		from, to buffer.Offset
	}{{false, longLine, 10, 2, 2 + longLine}, {false, longLine + 1, 10, 12, 28}, {false, longLine + 1, 0, 2, 18}, {true, longLine + 1, 0, 2, 17}} {
		s := begin(t, 20, 4, "x\n"+strings.Repeat("y", c.length))
		o := s.Options()
		o.NoWrap = !c.wrap
		s.SetOptions(o)
		s.view.left = c.left
		if from, to := s.shown(spot{line: 1}); from != c.from || to != c.to {
			t.Errorf("%+v: [%d,%d) is shown", c, from, to)
		}
	}
	s := begin(t, 20, 4, "x\n"+strings.Repeat("y", 40))
	if from, to := s.shown(spot{1, 1}); from != 17 || to != 32 {
		t.Errorf("the second row shows [%d,%d)", from, to)
	}
}

// Lines that wrap again are shown from their start, without a move of the caret.
func TestWrappedLinesBeginAtTheLeftEdge(t *testing.T) {
	s := begin(t, 20, 4, strings.Repeat("abcde ", 9)+"|")
	o := s.Options()
	o.NoWrap = true
	s.SetOptions(o)
	s.press("end").screen()
	if s.view.left == 0 {
		t.Fatal("the end of the long line is not shown")
	}
	s.Scroll(0)
	o.NoWrap = false
	s.SetOptions(o)
	s.Scroll(-9)
	s.screen()
	s.Click(4, 0, 1, false)
	s.want("|" + strings.Repeat("abcde ", 9))
}

// Moves keep the first column over rows that hang.
func TestTheFirstColumnIsKept(t *testing.T) {
	begin(t, 20, 6, "|ab\n- one two three four\nxyz").press("down", "down").want("ab\n- one two three |four\nxyz").press("down").want("ab\n- one two three four\n|xyz")
}

// A step of indentation is as wide as a tab stop, but at most four.
func TestAStepOfIndentation(t *testing.T) {
	for tab, want := range map[int]string{0: "    ", 1: " ", 2: "  ", 4: "    ", 5: "    "} {
		s := begin(t, 20, 4, "x|")
		o := s.Options()
		o.Cell.Tab = tab
		s.SetOptions(o)
		s.press("tab").want(want + "x|")
	}
}

// Unwrapped lines scroll by a quarter of the width, and at least by a column.
func TestTheViewScrollsSidewaysByAQuarter(t *testing.T) {
	for _, c := range []struct{ width, to, back, left, then int }{{3, 10, 5, 9, 4}, {4, 10, 5, 8, 4}, {7, 10, 3, 5, 2}, {8, 10, 0, 5, 0}, {13, 20, 4, 11, 1}, {1, 10, 5, 10, 4}} {
		s := begin(t, c.width, 3, strings.Repeat("0123456789", 5))
		o := s.Options()
		o.NoWrap = true
		s.SetOptions(o)
		for _, step := range [][2]int{{c.to, c.left}, {c.left, c.left}, {c.back, c.then}} {
			s.SetCaret(step[0])
			if s.screen(); s.view.left != step[1] {
				t.Errorf("%d columns, caret at %d: the view begins at column %d, want %d", c.width, step[0], s.view.left, step[1])
			}
		}
	}
}

// Before it is drawn, an editor is as large as a usual terminal.
func TestAnEditorHasASizeBeforeItIsDrawn(t *testing.T) {
	e := New()
	e.SetText(strings.Repeat("x", 79) + "y\n" + strings.Repeat("\n", 98))
	if top, shown, total := e.Extent(); top != 0 || shown != 23 || total != 100 {
		t.Errorf("from line %d on %d of %d are shown", top, shown, total)
	}
	if text, column := e.Line(); text != strings.Repeat("x", 79)+"y" || column != 0 {
		t.Errorf("the caret is in %q, %d", text, column)
	}
	if e.SetCaret(80); e.spotOf(80) != (spot{0, 1}) || e.spotOf(78) != (spot{0, 0}) {
		t.Errorf("the rows begin elsewhere: %v", e.spotOf(78))
	}
}
