package editor

import (
	"strings"
	"testing"

	"galley/ui/cell"
)

var offers = []Candidate{
	{Text: "system:date", Detail: "today"}, {Text: "git:branch", Detail: "the branch"}, {Text: "git:status"},
	{Text: "file:", Detail: "a file's text", Open: true}, {Text: "if ", Open: true}, {Text: "else"}, {Text: "endif"},
}

func (s *story) offers(want ...string) *story {
	s.t.Helper()
	s.OpenCompletion(offers)
	var got []string
	for _, it := range s.menu.Items {
		got = append(got, it.Text)
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		s.t.Fatalf("offered %q, want %q", got, want)
	}
	return s
}

func (s *story) accept(want string) *story {
	s.t.Helper()
	if closed, ok := s.AcceptCompletion(); closed || !ok {
		s.t.Errorf("closed %v, accepted %v", closed, ok)
	}
	return s.want(want)
}

func TestCompletingATag(t *testing.T) {
	begin(t, 60, 9, "a [|").offers("system:date", "git:branch", "git:status", "file:", "if ", "else", "endif").
		press(":g").offers("git:branch", "git:status").press(":it:s").offers("git:status").accept("a [git:status]|").
		press("undo").want("a [git:s|")
	begin(t, 60, 9, "[fi|").offers("file:").accept("[file:|")
	begin(t, 60, 9, "[ e|").offers("else", "endif", "file:", "system:date").accept("[ else]|")
	begin(t, 60, 9, "[gst|").offers("git:status").accept("[git:status]|")
}

func TestCompletingInAClosedTagReplacesTheKey(t *testing.T) {
	begin(t, 60, 9, "[git:b|rnch] x").offers("git:branch").accept("[git:branch]| x")
	begin(t, 60, 9, "[sys|] x").offers("system:date").accept("[system:date]| x")
}

func TestNothingIsOfferedWhereNoTagIsTyped(t *testing.T) {
	for _, text := range []string{"a|", "[git:branch]|", "[x](li|", "- [ ] a|", "- [ |x", "[\n|", "[text with|", "[1,|"} {
		s := begin(t, 60, 9, text)
		if s.OpenCompletion(offers) && text != "- [ |x" {
			t.Errorf("completions are offered in %q", text)
		}
	}
	s := begin(t, 60, 9, "[g|")
	s.press("shift+left")
	s.offers()
}

// A key that is typed in full still lacks its bracket: accepting the completion closes the tag.
func TestAWholeTagIsClosed(t *testing.T) {
	begin(t, 60, 9, "[git:status|").offers("git:status").accept("[git:status]|")
	begin(t, 60, 9, "[else|").offers("else").accept("[else]|")
	begin(t, 60, 9, "[endif| x").offers("endif").accept("[endif]| x")
	begin(t, 60, 9, "[git:status|]").offers()
	begin(t, 60, 9, "[file:|").offers()
}

// The completion of an [if] also inserts an [endif], unless the block is closed already. The first
// undo removes only the [endif].
func TestACompletedBlockIsClosed(t *testing.T) {
	keys := []Candidate{{Text: "if git:status"}, {Text: "if file:", Open: true}, {Text: "if !git:status"}}
	accept := func(text, want string, closes bool) *story {
		s := begin(t, 60, 9, text)
		if !s.OpenCompletion(keys) {
			t.Fatalf("nothing is offered in %q", text)
		}
		if closed, ok := s.AcceptCompletion(); !ok || closed != closes {
			t.Errorf("%q: closed %v, accepted %v", text, closed, ok)
		}
		return s.want(want)
	}
	accept("a\n[if gi|\nb", "a\n[if git:status]\n|\n[endif]\nb", true).press("undo").want("a\n[if git:status]|\nb").press("undo").want("a\n[if gi|\nb")
	accept("[if gi|]", "[if git:status]\n|\n[endif]", true)
	accept("\t[if !|\r\n", "\t[if !git:status]\r\n\t|\r\n\t[endif]\r\n", true)
	accept("a [if gi| b", "a [if git:status]|[endif] b", true)
	accept("[if gi|[endif]", "[if git:status]|[endif]", false)
	accept("[if x:y]a [if git:|[endif]", "[if x:y]a [if git:status]|[endif][endif]", true)
	accept("[if x:y]\n[if gi|\n[endif]", "[if x:y]\n[if git:status]\n|\n[endif]\n[endif]", true)
	accept("[if x:y]\n[if gi|", "[if x:y]\n[if git:status]\n|\n[endif]", true)
	accept("[if fi|", "[if file:|", false)
}

// If the user completes an [endif] although the block is closed, the caret moves behind the
// existing [endif], and no second one is inserted.
func TestAnEndIsNotWrittenTwice(t *testing.T) {
	for text, want := range map[string]string{
		"[if a:b]x[en|[endif] y":             "[if a:b]x[endif]| y",
		"[if a:b]\n  x\n  [en|\n  [endif]\n": "[if a:b]\n  x\n  [endif]|\n",
		"[if a:b]\r\n[en|]\r\n\r\n[endif]":   "[if a:b]\r\n[endif]|",
		"[if a:b][if a:b][en|\n[endif]":      "[if a:b][if a:b][endif]|\n[endif]",
		"[if a:b]x[en| y[endif]":             "[if a:b]x[endif]| y[endif]",
		"[en|":                               "[endif]|",
	} {
		begin(t, 60, 9, text).offers("endif").accept(want)
	}
}

func TestChoosingWrapsAround(t *testing.T) {
	s := begin(t, 60, 9, "[git|").offers("git:branch", "git:status")
	s.ChooseCompletion(-1)
	s.accept("[git:status]|")
	if s.Completing() {
		t.Error("the menu is still open")
	}
	if _, ok := s.AcceptCompletion(); ok {
		t.Error("accepted a completion without a menu")
	}
}

func TestTheMenuIsDrawnAtTheCaretWhereThereIsRoom(t *testing.T) {
	draw := func(s *story) []string {
		g := cell.NewGrid(s.w, s.h)
		a := g.Area(0, 0, s.w, s.h)
		x, y, _ := s.Draw(a, plainStyles, true)
		s.DrawCompletion(a, plainStyles, x, y)
		return visibleRows(g)
	}
	s := begin(t, 40, 6, "a [git|").offers("git:branch", "git:status")
	rows := draw(s)
	if rows[1] != "      ›git:branch  the branch" || rows[2] != "       git:status" {
		t.Errorf("screen is\n%s", strings.Join(rows, "\n"))
	}
	s = begin(t, 40, 6, strings.Repeat("\n", 20)+"a [git|").offers("git:branch", "git:status")
	rows = draw(s)
	if !strings.Contains(rows[3], "›git:branch") || !strings.Contains(rows[5], "a [git") {
		t.Errorf("screen is\n%s", strings.Join(rows, "\n"))
	}
	s = begin(t, 40, 1, "[git|").offers("git:branch", "git:status")
	if rows = draw(s); rows[0] != "  1 [git" {
		t.Errorf("screen is %q", rows[0])
	}
}
