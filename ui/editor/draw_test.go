package editor

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/template"
	"galley/ui/cell"
	"galley/ui/editor/search"
)

const sample = `You are a helpful coding assistant.

[if file:AGENTS.md]
[file:AGENTS.md]
[endif]

cwd: [prompt:cwd]
see [note: later]
- a list item that is long enough to wrap at forty columns, with its text under its text
` + "\ttab, 한글, 👨‍👩‍👧, esc \x1b[31m, bad \xff, zero\u200bwidth\n\tand a last line without an end"

func sampleProblems() []diag.Problem {
	p := []diag.Problem{
		diag.New(diag.UnknownType, span(sample, "[note: later]"), `unknown type "note"`, ""),
		diag.New(diag.ConstantIf, span(sample, "[prompt:cwd]"), "only for show", ""),
	}
	diag.Locate(p, source.NewLines(sample))
	return p
}

func sampleStory(t *testing.T, w, h int) *story {
	s := begin(t, w, h, sample)
	s.SetProblemsAt(s.Revision(), sampleProblems())
	return s
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {58, 16}, {40, 12}, {20, 8}, {12, 4}} {
		s := sampleStory(t, size[0], size[1])
		s.golden(fmt.Sprintf("sample-%dx%d", size[0], size[1]))
	}
	s := sampleStory(t, 40, 12)
	s.SetOptions(Options{NoWrap: true, Cell: cell.Options{ShowSpace: true, Tab: 8}})
	s.golden("sample-40x12-nowrap-spaces")
	s.SetCaret(int(span(sample, "under its").Start))
	s.golden("sample-40x12-nowrap-right")
	s = sampleStory(t, 40, 12)
	s.SetCaret(span(sample, "[file:AGENTS.md]\n[end").Start)
	s.press("fold").golden("sample-40x12-folded")
}

// looks returns the styles of the cells on screen.
func (s *story) looks() map[string]bool {
	g := cell.NewGrid(s.w, s.h)
	s.Draw(g.Area(0, 0, s.w, s.h), load("dark"), true)
	seen := map[string]bool{}
	for _, l := range g.Lines() {
		for _, run := range strings.Split(l, "\x1b[") {
			if sgr, text, ok := strings.Cut(run, "m"); ok {
				seen[sgr+" "+strings.TrimRight(text, " ")] = true
			}
		}
	}
	return seen
}

// has checks that a run of text on the screen has a style.
func (s *story) has(look cell.Style, text string) bool {
	painted := look.Paint(text)
	painted = strings.TrimSuffix(strings.TrimPrefix(painted, "\x1b["), "\x1b[m")
	sgr, text, _ := strings.Cut(painted, "m")
	return s.looks()[sgr+" "+text]
}

func TestTagsAreColouredByWhatTheyDo(t *testing.T) {
	text := "x\n[if file:a]\n[file:a]\n[else]\n[endif]\n[endif]\n"
	s := begin(t, 40, 10, text)
	dark := load("dark")
	base := dark.Base
	for part, look := range map[string]cell.Style{"[if file:a]": dark.TagIf, "[file:a]": dark.TagVar, "[else]": dark.TagIf, "[endif]": dark.TagLiteral} {
		if !s.has(cell.Style{}.Over(look), part) && !s.has(base.Over(look), part) {
			t.Errorf("%s has the wrong colour: %v", part, s.looks())
		}
	}
}

func TestAnUnknownTagStandsOut(t *testing.T) {
	s := begin(t, 40, 10, "x\n[note:a]\n")
	s.SetProblemsAt(s.Revision(), []diag.Problem{diag.New(diag.UnknownType, source.Span{Start: 2, End: 10}, "unknown type", "")})
	dark := load("dark")
	if !s.has(dark.TagVar.Over(dark.TagUnknown).Over(dark.ProblemWarning), "[note:a]") {
		t.Errorf("not marked: %v", s.looks())
	}
}

func TestTheMatchingTagsShowAndAreReached(t *testing.T) {
	text := "x\n[if file:a]\n[if git:branch]b[endif]\n[else]\nc\n[endif]\n"
	s := begin(t, 40, 10, text)
	s.SetCaret(span(text, "[else]").Start)
	dark := load("dark")
	for _, part := range []string{"[if file:a]", "[endif]"} {
		if !s.has(dark.TagIf.Over(dark.TagMatch), part) {
			t.Errorf("%s is not marked as matching: %v", part, s.looks())
		}
	}
	at := func(want int) {
		t.Helper()
		if s.Caret() != want {
			t.Errorf("caret at %d, want %d", s.Caret(), want)
		}
	}
	s.press("match")
	at(strings.LastIndex(text, "[endif]"))
	s.press("match")
	at(span(text, "[if file:a]").Start)
	s.press("match")
	at(span(text, "[else]").Start)
	s.SetCaret(0)
	if s.MoveToMatch() {
		t.Error("moved although no tag is there")
	}
}

// While the engine works on an older revision, its last colours and problems must stay on the text
// to which they belong.
func TestColoursAndProblemsFollowTheTextWhileTheEngineWorks(t *testing.T) {
	s := sampleStory(t, 60, 16)
	s.press("enter", ":new text above ", "3*down", "home", ":typed ")
	rows, _, _, _ := s.screen()
	if !strings.HasPrefix(rows[8], "~ 9 see [note: later]   unknown type") {
		t.Errorf("the problem is not marked on its line:\n%s", strings.Join(rows, "\n"))
	}
	tag, sp, ok := s.TagAt(strings.Index(s.Text(), "[prompt:cwd]"))
	if !ok || tag.Key != "prompt:cwd" || s.Text()[sp.Start:sp.End] != "[prompt:cwd]" {
		t.Errorf("the tag is %+v at %q", tag, s.Text()[sp.Start:sp.End])
	}
	s.SetCaret(sp.Start + 8)
	s.Insert("xyz")
	_, sp, _ = s.TagAt(sp.Start)
	if got := s.Text()[sp.Start:sp.End]; got != "[prompt:xyzcwd]" {
		t.Errorf("a tag typed into covers %q", got)
	}
	old := s.Revision()
	text := s.Text()
	s.SetCaret(0)
	s.Insert("# ")
	s.SetTagsAt(old, template.Parse(text).Tags())
	if _, sp, _ = s.TagAt(strings.Index(s.Text(), "[if")); s.Text()[sp.Start:sp.End] != "[if file:AGENTS.md]" {
		t.Errorf("an outdated answer is drawn on %q", s.Text()[sp.Start:sp.End])
	}
}

func TestProblemsAtThePlaceBringTheirFixes(t *testing.T) {
	text := "a [git:brnch] b"
	s := begin(t, 40, 5, text)
	p := diag.New(diag.UnknownName, span(text, "[git:brnch]"), "unknown name", "")
	p.Fixes = []diag.Fix{{Label: "git:branch", Span: span(text, "git:brnch"), Text: "git:branch"}}
	s.SetProblemsAt(s.Revision(), []diag.Problem{p})
	s.Insert("xx ")
	got := s.ProblemsAt(8)
	if len(got) != 1 || len(got[0].Fixes) != 1 {
		t.Fatalf("problems: %+v", got)
	}
	s.Apply(got[0].Fixes[0].Span, got[0].Fixes[0].Text)
	s.want("xx a [git:branch| ] b"[:16] + "|] b")
	s.press("undo").want("xx |a [git:brnch] b")
	if got := s.ProblemsAt(0); len(got) != 0 {
		t.Errorf("unexpected problems: %+v", got)
	}
}

func TestHostileTextIsDrawnAsMarksAndKept(t *testing.T) {
	text := "a\x1b]52;c;eA==\x07b\u202ec\u200bd\U000e0041e\x9bf\xff"
	s := begin(t, 70, 3, text)
	rows, _, _, _ := s.screen()
	for _, bad := range []string{"\x1b", "\x07", "\u202e", "\u200b", "\U000e0041"} {
		if strings.Contains(rows[0], bad) {
			t.Errorf("%q reaches the screen in %q", bad, rows[0])
		}
	}
	if !strings.Contains(rows[0], "␛]52") || !strings.Contains(rows[0], "‹U+202E›") || !strings.Contains(rows[0], "‹FF›") {
		t.Errorf("no marks in %q", rows[0])
	}
	if s.Text() != text {
		t.Errorf("the text became %q", s.Text())
	}
}

// Reported: a table with emoji is not aligned when it wraps.
func TestATableWithEmojiWrapsBetweenCharacters(t *testing.T) {
	s := begin(t, 24, 5, "")
	s.SetText("| Foo | 🟢 open | 5✅ 2❌ |")
	s.sees("  1 | Foo | 🟢 open | 5", "    ✅ 2❌ |")
	s.press("end", "end").caretAt(4+8, 1)
}

// Reported: the last lines cannot be reached, because a wrapped line counts as one row.
func TestTheLastRowOfWrappedLinesIsReached(t *testing.T) {
	line := strings.Repeat("word ", 60)
	s := begin(t, 40, 10, strings.Repeat(line+"\n", 30)+"the last line")
	s.press("ctrl+end")
	rows, _, y, visible := s.screen()
	if rows[9] != " 31 the last line" || y != 9 || !visible {
		t.Errorf("at the end the screen is\n%s", strings.Join(rows, "\n"))
	}
	s.press("ctrl+home")
	s.Scroll(100_000)
	if rows, _, _, _ = s.screen(); rows[9] != " 31 the last line" {
		t.Errorf("scrolled to the end the screen is\n%s", strings.Join(rows, "\n"))
	}
}

// Reported: a tiny window panics.
func TestEverySizeDraws(t *testing.T) {
	for _, noWrap := range []bool{false, true} {
		s := sampleStory(t, 40, 12)
		s.SetOptions(Options{NoWrap: noWrap, Margin: 2})
		s.SetCaret(len(sample) - 5)
		for w := 0; w <= 24; w++ {
			for h := 0; h <= 8; h++ {
				s.w, s.h = w, h
				_, x, y, visible := s.screen()
				if w > 0 && h > 0 && (!visible || x < 0 || x >= w || y < 0 || y >= h) {
					t.Errorf("at %dx%d the caret is at %d,%d, visible %v", w, h, x, y, visible)
				}
				s.press("up", "down", "pgup", "pgdown")
			}
		}
	}
}

func TestResizingKeepsTheFirstLineInPlace(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "line %d %s\n", i, strings.Repeat("word ", 20))
	}
	s := begin(t, 100, 10, b.String())
	s.screen()
	s.Scroll(31)
	s.screen()
	top := s.TopLine()
	for _, w := range []int{30, 60, 17, 100} {
		s.w = w
		s.screen()
		if s.TopLine() != top {
			t.Errorf("at width %d the first line is %d, want %d", w, s.TopLine(), top)
		}
	}
}

func TestEditsAboveTheViewDoNotMoveIt(t *testing.T) {
	s := begin(t, 40, 5, "|a\n"+strings.Repeat("x\n", 50))
	s.Insert("1\n2\n3\n")
	s.Scroll(20)
	s.screen()
	top := s.TopLine()
	s.view.follow = false
	s.Undo()
	s.view.follow = false
	if s.screen(); s.TopLine() != top-3 {
		t.Errorf("first line %d, want %d", s.TopLine(), top-3)
	}
}

func TestTheWheelLeavesTheCaretWhereItIs(t *testing.T) {
	s := begin(t, 40, 5, "|"+strings.Repeat("x\n", 50))
	s.Scroll(10)
	if _, _, _, visible := s.screen(); visible || s.Caret() != 0 || s.TopLine() != 11 {
		t.Errorf("caret %d visible %v, first line %d", s.Caret(), visible, s.TopLine())
	}
	s.Scroll(-100)
	s.caretAt(4, 0)
	s.Scroll(10)
	s.press(":y")
	s.caretAt(5, 0) // typing scrolls the caret into view
}

func TestAJumpOutOfSightLandsInTheMiddle(t *testing.T) {
	s := begin(t, 40, 11, strings.Repeat("x\n", 100))
	s.screen()
	s.GoToLine(50, 1)
	s.caretAt(5, 5)
	s.GoToLine(52, 9)
	s.caretAt(6, 7) // the caret is visible, so the view stays
	s.GoToLine(999, 1)
	s.caretAt(5, 10)
}

func TestFolding(t *testing.T) {
	text := "a\n[if file:a]\nb\n[if file:b]\nc\n[endif]\n[endif]\nd\n"
	s := begin(t, 40, 9, text)
	s.SetCaret(strings.Index(text, "c\n"))
	s.press("fold").sees("  1 a", "  2 [if file:a]", "  3 b", "  4▸[if file:b] ⋯ 2 lines", "  7 [endif]", "  8 d", "  9")
	s.press("down", "up", "up").want(strings.Replace(text, "b\n", "|b\n", 1))
	s.press("fold").sees("  1 a", "  2▸[if file:a] ⋯ 5 lines", "  8 d", "  9")
	s.press("down").want(strings.Replace(text, "d\n", "|d\n", 1)).press("up", "fold").
		sees("  1 a", "  2 [if file:a]", "  3 b", "  4▸[if file:b] ⋯ 2 lines", "  7 [endif]", "  8 d", "  9")
	s.SetCaret(strings.Index(text, "c\n")) // a jump into a fold opens it
	s.sees("  1 a", "  2 [if file:a]", "  3 b", "  4 [if file:b]", "  5 c", "  6 [endif]", "  7 [endif]", "  8 d", "  9")
	s.FoldAll()
	s.SetCaret(0)
	s.Insert("new\n")
	s.sees("  1 new", "  2 a", "  3▸[if file:a] ⋯ 5 lines", "  9 d", " 10")
	s.UnfoldAll()
	if rows, _, _, _ := s.screen(); rows[3] != "  4 b" {
		t.Errorf("still folded: %q", rows[3])
	}
}

func TestMatchesAreShownAndTheSelectedOneDiffers(t *testing.T) {
	s := begin(t, 40, 5, "fox\nbox\nfox\n")
	s.BeginFind(false)
	if found, err := s.SetFind(search.Query{Text: "fox"}); !found || err != nil {
		t.Fatal(found, err)
	}
	dark := load("dark")
	if !s.has(dark.CursorLine.Over(dark.MatchCurrent), "fox") || !s.has(dark.Match, "fox") {
		t.Errorf("the matches are not marked: %v", s.looks())
	}
}

func TestIfOfABlockStaysVisible(t *testing.T) {
	text := "a\n[if file:a]\n[if file:b]\n[endif]\n" + strings.Repeat("x\n", 20) + "[endif]\nend\n"
	s := begin(t, 30, 6, text)
	s.sees("  1 a", "  2 [if file:a]", "  3 [if file:b]", "  4 [endif]", "  5 x", "  6 x")
	s.Scroll(4)
	s.sees("  2 [if file:a]", "  6 x", "  7 x", "  8 x", "  9 x", " 10 x")
	s.Click(6, 0, 1, false)
	s.want(strings.Replace(text, "[if file:a]", "|[if file:a]", 1))
	s.Scroll(100)
	s.sees("  2 [if file:a]", " 23 x", " 24 x", " 25 [endif]", " 26 end", " 27")
	s.h = 5
	s.screen()
	s.Scroll(100)
	s.sees(" 23 x", " 24 x", " 25 [endif]", " 26 end", " 27")
}

// The selected match stands out from the tag that contains it; the matching tags are not marked
// meanwhile. Another match inside a matching tag keeps the colours of a match.
func TestAMatchInAMatchingTagCanBeRead(t *testing.T) {
	text := "[if file:fox]\n[endif]\n[file:ox]\n"
	dark := load("dark")
	s := begin(t, 40, 5, text)
	s.BeginFind(false)
	if found, err := s.SetFind(search.Query{Text: "fox"}); !found || err != nil {
		t.Fatal(found, err)
	}
	if want := dark.CursorLine.Over(dark.TagIf).Over(dark.MatchCurrent); !s.has(want, "fox") || !s.has(dark.TagIf, "[endif]") {
		t.Errorf("the selected match: %v", s.looks())
	}
	s.SetCaret(2)
	if want := dark.CursorLine.Over(dark.TagIf).Over(dark.TagMatch).Over(dark.Match); !s.has(want, "fox") || !s.has(dark.TagIf.Over(dark.TagMatch), "[endif]") {
		t.Errorf("a match in the tag with the caret: %v", s.looks())
	}
}
