package editor

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/template"
	"galley/ui/cell"
	"galley/ui/editor/buffer"
	"galley/ui/editor/search"
)

// A match that is only partly in the selection is not found in it.
func TestAMatchBeyondTheSelectionIsNotFound(t *testing.T) {
	limited := func() *story {
		s := begin(t, 40, 5, "|ab ab ab")
		s.Select(source.Span{Start: 0, End: 4})
		s.BeginFind(true)
		return s.lookFor(search.Query{Text: "ab"})
	}
	s := limited().want("¦ab| ab ab").counts(1, 1)
	if found, wrapped := s.FindPrev(); !found || !wrapped {
		t.Errorf("the match before: found %v, wrapped %v", found, wrapped)
	}
	s.want("¦ab| ab ab").counts(1, 1)
	if n := s.ReplaceAll("x"); n != 1 || s.Text() != "x ab ab" {
		t.Errorf("%d are replaced: %q", n, s.Text())
	}
	s = limited()
	s.lookFor(search.Query{Text: "b a"})
	if found, _ := s.FindPrev(); !found {
		t.Error("a match that ends with the selection is not found")
	}
	s.lookFor(search.Query{Text: "ab ab"}).counts(0, 0)
	if found, wrapped := s.FindPrev(); found || wrapped {
		t.Errorf("a match beyond the selection: found %v, wrapped %v", found, wrapped)
	}
}

// Without a search there is nothing to find, count or replace.
func TestWithoutASearchNothingIsFound(t *testing.T) {
	s := begin(t, 40, 5, "a|b")
	next, over := s.FindNext()
	prev, under := s.FindPrev()
	index, total, more := s.FindCount()
	if next || prev || over || under || index+total != 0 || more || s.ReplaceNext("x") || s.ReplaceAll("x") != 0 || s.Finding() {
		t.Errorf("found %v and %v, %d of %d, more %v", next, prev, index, total, more)
	}
	s.want("a|b")
}

// The prefix of a completion is the text between the bracket and the caret.
func TestTheTypedPartOfATag(t *testing.T) {
	for text, want := range map[string]string{"a [git:b|": "git:b", "a [|": "", "a |b": "-", "[git:b]|": "-"} {
		got, ok := begin(t, 40, 5, text).CompletionPrefix()
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	s := begin(t, 40, 5, "[git|").press("shift+left")
	if _, ok := s.CompletionPrefix(); ok {
		t.Error("a selection is completed")
	}
}

// The menu closes when the caret leaves the tag, and is not drawn any more.
func TestTheMenuClosesBehindTheTag(t *testing.T) {
	s := begin(t, 40, 8, "a [git|").offers("git:branch", "git:status")
	s.press("shift+left")
	if s.OpenCompletion(offers) || s.menu.open {
		t.Error("the menu is open behind the tag")
	}
	g := cell.NewGrid(40, 8)
	g.Reset(40, 8, cell.Style{})
	if x, y, w, h := s.DrawCompletion(g.Area(0, 0, 40, 8), plainStyles, 6, 0); x+y+w+h != 0 || strings.TrimSpace(g.String()) != strings.TrimSpace(blank(40, 8)) {
		t.Errorf("it is drawn at %d,%d, %d by %d:\n%s", x, y, w, h, g.String())
	}
}

// blank is an empty screen.
func blank(w, h int) string {
	g := cell.NewGrid(w, h)
	g.Reset(w, h, cell.Style{})
	return g.String()
}

// An area without cells changes nothing of the view.
func TestAnAreaWithoutCellsChangesNothing(t *testing.T) {
	s := begin(t, 20, 5, "one two three four five six seven|")
	s.screen()
	before := s.view
	for _, size := range [][2]int{{0, 5}, {20, 0}} {
		g := cell.NewGrid(20, 5)
		if x, y, visible := s.Draw(g.Area(0, 0, size[0], size[1]), plainStyles, true); x != 0 || y != 0 || visible || s.view.h != before.h || s.view.textW != before.textW {
			t.Errorf("%v: the caret is at %d,%d %v, the view %+v", size, x, y, visible, s.view)
		}
	}
}

// Lines are joined with one blank between texts, and none beside an empty line.
func TestLinesAreJoinedWithOneBlank(t *testing.T) {
	for text, want := range map[string]string{"|\n  b": "|b", "  |\n  b": "|b", "a |\n\t b\nc": "a| b\nc", "a|\n\n": "a|\n", "a|": "a|", "a\n|b": "a\n|b"} {
		begin(t, 40, 5, text).press("join").want(want)
	}
	s := begin(t, 40, 5, "a\n\n b \n\tc\nd")
	s.Select(source.Span{Start: 0, End: 8})
	s.press("join").want("a b| c\nd")
}

// Folding moves a caret that would be hidden to the tag, and leaves one on the tag's line.
func TestFoldingKeepsTheCaretInSight(t *testing.T) {
	for text, want := range map[string]string{"x [if file:a]|y\nz\n[endif]": "x [if file:a]|y\nz\n[endif]", "x [if file:a]y\n|z\n[endif]": "x |[if file:a]y\nz\n[endif]", "x [if file:a]y\nz\n|[endif]": "x |[if file:a]y\nz\n[endif]"} {
		s := begin(t, 40, 5, text)
		if s.press("fold").want(want); len(s.folds) != 1 {
			t.Errorf("%q: %d folds", text, len(s.folds))
		}
	}
}

// A block that nothing closes has no partners, and neither has a tag of another kind.
func TestPartnersOfATag(t *testing.T) {
	for text, want := range map[string]int{"|[if file:a] x": 0, "|[file:a]": 0, "x|": 0, "|[if file:a]x[endif]": 2, "[if file:a]x|[endif]": 2, "[if file:a]x|[else]y[endif]": 3, "x|[endif]": 0, "x|[else]y": 0} {
		s := begin(t, 40, 5, text)
		if got := s.partners(); len(got) != want {
			t.Errorf("%q: %v, want %d", text, got, want)
		}
	}
}

// A tag that needs more text stays open after its completion, and no [endif] is added yet.
func TestAnOpenTagOpensNoBlock(t *testing.T) {
	s := begin(t, 60, 9, "[i|] x")
	s.OpenCompletion([]Candidate{{Text: "if ", Open: true}})
	if closed, ok := s.AcceptCompletion(); closed || !ok {
		t.Errorf("closed %v, done %v", closed, ok)
	}
	s.want("[if |] x")
	if closed, ok := s.AcceptCompletion(); closed || ok {
		t.Errorf("without a menu: closed %v, done %v", closed, ok)
	}
}

// A paste, a completion and a change of whole lines are undo steps of their own between typed
// letters.
func TestWholeChangesAreStepsOfTheirOwn(t *testing.T) {
	for _, key := range []string{"paste", "join", "duplicate", "move-down", "delete-line"} {
		s := begin(t, 40, 5, "one|\ntwo\nthree")
		s.clip = "pasted"
		s.press(":ab")
		before := s.Text()
		s.press(key)
		changed := s.Text()
		s.press(":c", "undo")
		if s.Text() != changed {
			t.Errorf("%s: undoing what was typed behind it gives %q, want %q", key, s.Text(), changed)
		}
		if s.press("undo"); s.Text() != before || changed == before {
			t.Errorf("%s: undoing it gives %q, want %q", key, s.Text(), before)
		}
	}
	s := begin(t, 40, 5, "a [git|").press(":x")
	s.Apply(source.Span{Start: 3, End: 7}, "git:branch]")
	s.press(":y").want("a [git:branch]y|").press("undo").want("a [git:branch]|").press("undo").want("a [gitx|")
}

// Folds move with the lines above them, stay with those below, and open where an edit touches them.
func TestFoldsFollowEdits(t *testing.T) {
	text := "top\n[if file:a]\nx\n[endif]\nbelow\nend"
	for at, want := range map[string]string{"top": "[{2 4}]", "[if": "[{1 3}]", "below": "[{1 3}]", "end": "[{1 3}]"} {
		s := begin(t, 40, 9, text)
		s.FoldAll()
		s.SetCaret(strings.LastIndex(text, at))
		if s.press("enter"); at != "[if" && fmt.Sprint(s.folds) != want {
			t.Errorf("a line before %q: the folds are %v, want %s", at, s.folds, want)
		}
	}
	for line, open := range map[int]bool{0: false, 1: false, 2: true, 3: true, 4: false} {
		s := begin(t, 40, 9, text)
		s.FoldAll()
		start := int(s.buf.Line(line).Start)
		s.replace(buffer.Offset(start), buffer.Offset(start), "y", buffer.Typing, at(buffer.Offset(start)))
		if (len(s.folds) == 0) != open {
			t.Errorf("a letter in line %d: the folds are %v", line, s.folds)
		}
	}
}

// Home moves the caret to the start of the row or of the line's text, and from there to the start
// of the line.
func TestLineStartGoesToTheText(t *testing.T) {
	for text, want := range map[string]string{"  one |two": "  |one two", "  |one": "|  one", "|  one": "  |one", " | one": "  |one", "one|": "|one", "|": "|", "  |": "|  "} {
		begin(t, 40, 5, text).press("home").want(want)
	}
	s := begin(t, 12, 5, "one two three four|")
	s.press("home").want("one two |three four").press("home").want("|one two three four")
}

// A press on the line number selects the line. A press left of the area only sets the caret.
func TestAPressOnTheNumberSelectsTheLine(t *testing.T) {
	for x, want := range map[int]string{-1: "|one\ntwo", 0: "¦one\n|two", 3: "¦one\n|two", 4: "|one\ntwo"} {
		s := begin(t, 24, 5, "one\ntwo|")
		s.screen()
		s.Click(x, 0, 1, false)
		s.want(want)
	}
	if got := New().Options(); got != (Options{Margin: 2}) {
		t.Errorf("a new editor has the options %+v", got)
	}
}

// A new line and a pasted text take the line end of the caret's line. The last line has no line
// end, so there they take that of the line before.
func TestLineEndsFollowTheLine(t *testing.T) {
	for text, want := range map[string]string{"a|": "a\nx|", "a\r\n|b": "a\r\n\r\nx|b", "a\r\nb\n|c": "a\r\nb\n\nx|c", "a\r\nb|\nc": "a\r\nb\nx|\nc", "|a\r\n": "\r\nx|a\r\n", "a\r\nb\nc\r\nd|": "a\r\nb\nc\r\nd\r\nx|", "a\r|b": "a\r\rx|b"} {
		begin(t, 40, 5, text).press("enter", ":x").want(want)
		s := begin(t, 40, 5, text)
		s.Paste("\nx")
		s.want(want)
	}
}

// A cluster that fills more than a row is passed by a move down.
func TestDownPassesAWideCluster(t *testing.T) {
	s := begin(t, 3, 6, "|漢漢\nab")
	s.SetOptions(Options{Margin: 0})
	for range 6 {
		before := s.Caret()
		if s.press("down"); s.Caret() <= before && before < len(s.Text()) {
			t.Fatalf("down stays at %d of %q", before, s.Text())
		}
	}
	if o := s.Options(); o != (Options{}) {
		t.Errorf("options %+v", o)
	}
}

// Places in a fold are on its first line; scrolling ends at the ends of the text, also if a fold is there.
func TestScrollingOverFolds(t *testing.T) {
	text := "top\n[if file:a]\nx\ny\n[endif]\n"
	s := begin(t, 30, 4, text)
	s.SetTagsAt(s.Revision(), template.Parse(text).Tags())
	s.FoldAll()
	if got := s.spotOf(18); got.line != 1 {
		t.Errorf("a place in the fold is on line %d", got.line)
	}
	for n, want := range map[int]int{1: 1, 2: 5, 3: 5, 9: 5, -1: 0} {
		if got := s.step(spot{}, n); got.line != want {
			t.Errorf("%d down is line %d, want %d", n, got.line, want)
		}
	}
	for n, want := range map[int]int{-1: 1, -2: 0, -9: 0} {
		if got := s.step(spot{line: 5}, n); got.line != want {
			t.Errorf("%d from the end is line %d, want %d", n, got.line, want)
		}
	}
	for _, c := range []struct{ from, to, limit, want int }{{0, 1, 9, 1}, {0, 5, 9, 2}, {5, 5, 9, 0}, {5, 0, 9, -1}, {0, 5, 1, 1}, {1, 9, 7, 7}} {
		if got := s.distance(spot{line: c.from}, spot{line: c.to}, c.limit); got != c.want {
			t.Errorf("from line %d to %d within %d: %d, want %d", c.from, c.to, c.limit, got, c.want)
		}
	}
	if got := s.clampTop(spot{line: 99, row: 7}); got.line > 5 || got.row != 0 {
		t.Errorf("a view beyond the end begins at %+v", got)
	}
}
