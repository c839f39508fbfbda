package editor

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/template"
	"galley/ui/cell"
	"galley/ui/editor/buffer"
	"galley/ui/editor/search"
)

// Tags are found where edits have moved them, and not where they were deleted.
func TestTagsAreFoundBesideEdits(t *testing.T) {
	for _, c := range []struct {
		what     string
		edit     func(s *story)
		from, to buffer.Offset
		want     string
	}{
		{"before any edit", func(*story) {}, 0, 14, "0 {0 4}, 1 {4 8}, 2 {10 14}"},
		{"beside the first", func(*story) {}, 0, 0, "0 {0 4}"},
		{"between two", func(*story) {}, 4, 4, "0 {0 4}, 1 {4 8}"},
		{"behind the second", func(*story) {}, 8, 8, "1 {4 8}"},
		{"between the others", func(*story) {}, 9, 9, ""},
		{"before the third", func(*story) {}, 10, 10, "2 {10 14}"},
		{"the second is deleted", func(s *story) { s.Apply(source.Span{Start: 4, End: 8}, "") }, 0, 10, "0 {0 4}, 2 {6 10}"},
		{"typed behind the second", func(s *story) { s.Apply(source.Span{Start: 8, End: 8}, "text") }, 8, 8, "1 {4 8}"},
		{"within what was typed", func(s *story) { s.Apply(source.Span{Start: 8, End: 8}, "text") }, 10, 10, ""},
		{"behind what was typed", func(s *story) { s.Apply(source.Span{Start: 8, End: 8}, "text") }, 10, 14, "2 {14 18}"},
		{"the end of the second is deleted", func(s *story) { s.Apply(source.Span{Start: 7, End: 9}, "") }, 7, 7, "1 {4 7}"},
	} {
		s := begin(t, 40, 5, "[a:b][c]  [d:e]")
		s.SetTagsAt(s.Revision(), []template.Tag{{Span: source.Span{Start: 0, End: 4}}, {Span: source.Span{Start: 4, End: 8}}, {Span: source.Span{Start: 10, End: 14}}})
		c.edit(s)
		var got []string
		s.eachTag(c.from, c.to, func(i int, span source.Span) bool {
			got = append(got, fmt.Sprintf("%d %v", i, span))
			return true
		})
		if all := strings.Join(got, ", "); all != c.want {
			t.Errorf("%s: %s, want %s", c.what, all, c.want)
		}
		if i, span := s.tagAt(int(c.from)); c.from == c.to && (i >= 0) != (c.want != "") || i >= 0 && !strings.Contains(c.want, fmt.Sprintf("%d %v", i, span)) {
			t.Errorf("%s: the tag there is %d at %v", c.what, i, span)
		}
	}
}

// A block whose tags were deleted since they were parsed is not folded and has no partners.
func TestABlockWhoseTagsWereDeletedIsNotFolded(t *testing.T) {
	for _, part := range []string{"[if file:a]", "[endif]", "", "x\ny\n"} {
		s := begin(t, 40, 9, "[if file:a]\nx\ny\n[endif]\n")
		s.SetCaret(strings.Index(s.Text(), "y"))
		s.Apply(span(s.Text(), part), "")
		s.SetCaret(strings.Index(s.Text(), "\n") + 1)
		if got, want := s.ToggleFold(), !strings.HasPrefix(part, "["); got != want || (len(s.folds) == 1) != want {
			t.Errorf("without %q it folds: %v, %v", part, got, s.folds)
		}
	}
}

// Lines that are added or removed below a fold do not change it, lines above it move it, and lines
// within it open it.
func TestFoldsFollowLines(t *testing.T) {
	text := "top\n[if file:a]\nx\n[endif]\nbelow\n1\n2\n3\n4\n5"
	for line, want := range []string{"[{2 4}]", "[]", "[]", "[]", "[{1 3}]", "[{1 3}]"} {
		s := begin(t, 40, 9, text)
		s.FoldAll()
		start := int(s.buf.Line(line).Start)
		s.Replace(text[:start] + "new\n" + text[start:]) // the caret stays at the top
		if got := fmt.Sprint(s.folds); got != want {
			t.Errorf("a new line before line %d: %s, want %s", line, got, want)
		}
	}
	s := begin(t, 40, 9, text)
	s.FoldAll()
	s.replace(s.buf.Line(4).Start, s.buf.Len(), "", buffer.Whole, at(0))
	if got := fmt.Sprint(s.folds); got != "[{1 3}]" {
		t.Errorf("without the lines below: %s", got)
	}
	s.replace(0, s.buf.Line(1).Start, "", buffer.Whole, at(0))
	if got := fmt.Sprint(s.folds); got != "[]" {
		t.Errorf("joined with the line above: %s", got)
	}
}

// After SetText, the marks of the earlier text are gone.
func TestAnotherTextHasNoMarks(t *testing.T) {
	text := "[if file:a]\nx\n[endif]"
	s := begin(t, 40, 9, text)
	s.SetProblemsAt(s.Revision(), []diag.Problem{diag.New(diag.ConstantIf, span(text, "[if file:a]"), "a message", "")})
	s.FoldAll()
	s.SetText(text)
	if _, _, ok := s.TagAt(3); ok || len(s.folds) != 0 || len(s.ProblemsAt(3)) != 0 {
		t.Errorf("the new text has a tag %v, %d folds and %d problems", ok, len(s.folds), len(s.ProblemsAt(3)))
	}
}

// After SetText, moves up and down do not keep to the column of the earlier text.
func TestAnotherTextHasNoColumnToAimAt(t *testing.T) {
	s := begin(t, 40, 9, "abcdef|\nabcdef").press("down").want("abcdef\nabcdef|")
	s.SetText("abc\ndef")
	s.press("down").want("abc\n|def")
}

// A problem needs a place: a span, or at least a line.
func TestProblemsWithoutAPlaceAreLeftOut(t *testing.T) {
	s := begin(t, 40, 5, "ab")
	problem := func(from, to, line int, file string) diag.Problem {
		p := diag.New(diag.ConstantIf, source.Span{Start: from, End: to}, "a message", "")
		p.Start.Line, p.File = line, file
		return p
	}
	for _, c := range []struct {
		p    diag.Problem
		want int
	}{{problem(0, 1, 0, ""), 1}, {problem(0, 0, 1, ""), 1}, {problem(0, 0, 0, ""), 0}, {problem(0, 1, 1, "other.md"), 0}} {
		s.SetProblemsAt(s.Revision(), []diag.Problem{c.p})
		if got := len(s.ProblemsAt(0)); got != c.want {
			t.Errorf("%+v: %d problems, want %d", c.p, got, c.want)
		}
	}
}

// A problem is shown on the line on which it begins.
func TestAProblemIsShownOnItsLine(t *testing.T) {
	s := begin(t, 40, 4, "ab\ncd\n")
	for at, want := range []string{"i 1 ab   a message\n  2 cd\n  3\n", "i 1 ab   a message\n  2 cd\n  3\n", "i 1 ab   a message\n  2 cd\n  3\n", "  1 ab\ni 2 cd   a message\n  3\n", 6: "  1 ab\n  2 cd\ni 3    a message\n"} {
		if want == "" {
			continue
		}
		p := diag.New(diag.ConstantIf, source.Span{Start: at, End: at}, "a message", "")
		p.Start.Line = 1
		s.SetProblemsAt(s.Revision(), []diag.Problem{p})
		if rows, _, _, _ := s.screen(); strings.Join(rows, "\n") != want {
			t.Errorf("at %d:\n%s", at, strings.Join(rows, "\n"))
		}
	}
}

// When a text that another program has changed is loaded, only the differing part is replaced, and
// the caret stays on its text.
func TestAReplacedTextKeepsTheCaret(t *testing.T) {
	for _, c := range []struct{ before, text, after string }{
		{"ab|cd", "abXcd", "abX|cd"}, {"a|bcd", "abXcd", "a|bXcd"}, {"abc|d", "abXcd", "abXc|d"}, {"abcd|ef", "abXYZef", "abXYZ|ef"}, {"abc|def", "abXYZef", "abX|YZef"},
		{"abcd|ef", "abef", "ab|ef"}, {"abc|def", "abef", "ab|ef"}, {"ab|cdef", "abef", "ab|ef"}, {"abc|d", "abcd", "abc|d"}, {"b|", "a", "a|"}, {"a|", "b", "b|"}, {"|ab", "aab", "|aab"}, {"a|ba", "aba aba", "a|ba aba"}, {"|", "new", "new|"}, {"old|", "", "|"},
	} {
		s := begin(t, 40, 5, c.before)
		old := s.Text()
		s.Replace(c.text)
		s.want(c.after)
		if s.Undo() != (old != c.text) || s.Text() != old {
			t.Errorf("%q: undoing gives %q", c.before, s.Text())
		}
	}
}

// Typing over a selection with the same text changes nothing but the selection.
func TestTheSameTextIsNoChange(t *testing.T) {
	s := begin(t, 40, 5, "abc")
	s.Select(source.Span{Start: 1, End: 2})
	revision := s.Revision()
	s.press(":b").want("ab|c")
	if s.Revision() != revision || s.Modified() || s.Undo() {
		t.Errorf("revision %d after %d, modified %v", s.Revision(), revision, s.Modified())
	}
}

// A match has a number only while it is selected. An invalid expression ends the search.
func TestTheCountFollowsTheSelection(t *testing.T) {
	s := begin(t, 40, 5, "|a a a")
	s.BeginFind(false)
	s.lookFor(search.Query{Text: "a"}).counts(1, 3).counts(1, 3)
	s.Unselect()
	s.counts(0, 3)
	s.FindNext()
	s.counts(2, 3)
	s.Apply(source.Span{Start: 0, End: 1}, "b")
	s.counts(0, 2)
	if _, err := s.SetFind(search.Query{Text: "(", Regexp: true}); err == nil || s.Finding() {
		t.Errorf("error %v, still searching %v", err, s.Finding())
	}
	many := begin(t, 40, 5, strings.Repeat("a", mostMatches))
	many.BeginFind(false)
	many.lookFor(search.Query{Text: "a"})
	for range 2 {
		if _, n, more := many.FindCount(); n != mostMatches || !more {
			t.Errorf("%d matches, more %v", n, more)
		}
	}
}

// The menu closes when nothing matches what is typed.
func TestTheMenuClosesIfNothingMatches(t *testing.T) {
	s := begin(t, 40, 8, "a [git|").offers("git:branch", "git:status")
	if s.press(":zz"); s.OpenCompletion(offers) || s.Completing() {
		t.Error("the menu is open, and nothing matches")
	}
	if w, _, _, h := s.DrawCompletion(cell.NewGrid(40, 8).Area(0, 0, 40, 8), plainStyles, 3, 0); w+h != 0 {
		t.Errorf("it is drawn, %d by %d", w, h)
	}
}

// A search that is cancelled goes back to where it began, if that place still exists.
func TestASearchGivenUpGoesBack(t *testing.T) {
	for _, c := range []struct {
		from, to int
		cut      bool
		want     string
	}{{5, 5, false, "ab ab|"}, {3, 5, false, "ab ¦ab|"}, {5, 3, false, "ab |ab¦"}, {0, 5, true, "¦a| a"}, {5, 0, true, "¦a| a"}, {0, 3, true, "¦a a|"}} {
		s := begin(t, 40, 5, "ab ab")
		s.jump(c.from, c.to)
		s.BeginFind(false)
		s.lookFor(search.Query{Text: "a"})
		if c.cut {
			s.ReplaceAll("")
			s.Replace("a a")
			s.Select(source.Span{Start: 0, End: 1})
		}
		s.CancelFind()
		if s.want(c.want); s.Finding() {
			t.Errorf("%+v: the search goes on", c)
		}
	}
}

// Deleting a selection is a step of its own, before further deleting.
func TestASelectionIsDeletedInOneStep(t *testing.T) {
	for _, key := range []string{"backspace", "delete"} {
		s := begin(t, 40, 5, "abcdefg")
		s.Select(source.Span{Start: 2, End: 4})
		s.press(key).want("ab|efg").press("backspace", "backspace").want("|efg").press("undo").want("ab|efg").press("undo").want("ab¦cd|efg")
	}
}

// Nested blocks are folded together with the outermost one.
func TestAllIsFoldedWithTheOutermostBlocks(t *testing.T) {
	s := begin(t, 40, 9, "[if file:a]\n[if file:b]\nx\n[endif]\n[endif]\n[if file:c]\ny\n[endif]\n")
	if s.FoldAll(); fmt.Sprint(s.folds) != "[{0 4} {5 7}]" {
		t.Errorf("the folds are %v", s.folds)
	}
}

// What undoes, folds or unfolds something brings the caret into view.
func TestTheViewFollowsTheCaret(t *testing.T) {
	for name, do := range map[string]func(s *story){"undo": func(s *story) { s.Undo() }, "unfold": func(s *story) { s.ToggleFold() }, "unfold all": func(s *story) { s.UnfoldAll() }} {
		s := begin(t, 40, 5, "a\n[if file:a]\nx\n[endif]\n"+strings.Repeat("below\n", 40))
		s.SetCaret(1)
		s.press(":b")
		s.retag()
		s.SetCaret(3)
		s.FoldAll()
		s.screen()
		s.Scroll(30)
		s.screen()
		if s.TopLine() < 20 {
			t.Fatalf("%s: line %d is at the top", name, s.TopLine())
		}
		do(s)
		if s.screen(); s.TopLine() > 3 {
			t.Errorf("%s: line %d is at the top", name, s.TopLine())
		}
	}
}

// A problem is underlined. In a narrow window it has neither a sign nor a message.
func TestAProblemIsMarkedInANarrowWindow(t *testing.T) {
	draw := func(problems ...diag.Problem) (text, styled string) {
		s := begin(t, 10, 2, "abcd")
		s.SetProblemsAt(s.Revision(), problems)
		g := cell.NewGrid(10, 2)
		s.Draw(g.Area(0, 0, 10, 2), load("dark"), false)
		return strings.Join(visibleRows(g), "\n"), g.String()
	}
	_, plain := draw()
	text, marked := draw(diag.New(diag.Missing, source.Span{Start: 1, End: 3}, "a message", ""))
	if text != "abcd\n" || marked == plain {
		t.Errorf("%q, the same as without a problem: %v", text, marked == plain)
	}
}

// A block that is opened alone on its line gets lines of its own, and any other is closed beside it.
func TestAnOpenedBlockIsClosed(t *testing.T) {
	for before, after := range map[string]string{
		"[if g|": "[if git:branch]\n|\n[endif]", "  [if g|  ": "  [if git:branch]\n  |\n  [endif]  ", "\t[if g|": "\t[if git:branch]\n\t|\n\t[endif]", "x [if g|": "x [if git:branch]|[endif]", "[if g| x": "[if git:branch]|[endif] x", "[a] [if g|\n": "[a] [if git:branch]|[endif]\n",
	} {
		s := begin(t, 40, 9, before)
		s.OpenCompletion([]Candidate{{Text: "if git:branch"}})
		if closed, ok := s.AcceptCompletion(); !closed || !ok {
			t.Errorf("%q: closed %v, accepted %v", before, closed, ok)
		}
		s.want(after)
	}
}
