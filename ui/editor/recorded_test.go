package editor

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/template"
	"galley/ui/cell"
	"galley/ui/editor/complete"
	"galley/ui/editor/search"
	"galley/ui/style"
)

// places is a text with everything that actions treat in different ways: blanks at both ends,
// tabs, all line ends, blocks, letters of several kinds, and a last line without a line end.
const places = "one two_3, [a] 08a9AZ\u00a0z²ー\n  \tindented  \r\n\r\n[if x:y]\n\tin [if z:w]漢字かな한글[else]-[endif] \n\n[endif]é e\u0301👨‍👩‍👧.\n    last"

// shows describes the state of an editor: the text if it has changed since before, the selection, the view, the folds.
func (s *story) shows(before string) string {
	var b strings.Builder
	if text := s.Text(); text != before {
		head, tail := 0, 0
		for head < min(len(text), len(before)) && text[head] == before[head] {
			head++
		}
		for tail < min(len(text), len(before))-head && text[len(text)-1-tail] == before[len(before)-1-tail] {
			tail++
		}
		fmt.Fprintf(&b, " %q became %q at %d", before[head:len(before)-tail], text[head:len(text)-tail], head)
	}
	fmt.Fprintf(&b, " %d", s.sel.Caret)
	if s.sel.Anchor != s.sel.Caret {
		fmt.Fprintf(&b, " from %d", s.sel.Anchor)
	}
	fmt.Fprintf(&b, " top %d.%d", s.view.top.line, s.view.top.row)
	if s.view.left != 0 {
		fmt.Fprintf(&b, " left %d", s.view.left)
	}
	if len(s.folds) > 0 {
		fmt.Fprintf(&b, " folds %v", s.folds)
	}
	if s.goal >= 0 {
		fmt.Fprintf(&b, " column %d", s.goal)
	}
	if s.Modified() {
		b.WriteString(" modified")
	}
	return b.String()
}

// Every action is done at many places, in one line each: what of the text changed, the selection, the view.
func TestEveryActionAtEveryPlaceIsAsRecorded(t *testing.T) {
	var p record
	begins := func(caret, anchor int, o Options) *story {
		s := begin(t, 24, 5, places)
		s.SetOptions(o)
		s.clip = "cli\npped"
		s.Resize(24, 5)
		s.jump(anchor, caret)
		s.screen()
		return s
	}
	actions := map[string]func(*story){
		"fold all": func(s *story) { s.FoldAll() }, "unfold all": func(s *story) { s.UnfoldAll() },
		"fold all, then up":         func(s *story) { s.FoldAll(); s.MoveUp(false); s.MoveUp(true) },
		"fold, then type above":     func(s *story) { s.FoldAll(); s.SetCaret(0); s.Insert("x\ny\n") },
		"fold, then type in it":     func(s *story) { s.FoldAll(); s.Apply(source.Span{Start: 50, End: 51}, "\n") },
		"fold, then type on it":     func(s *story) { s.FoldAll(); s.SetCaret(36); s.Insert("x") },
		"another text":              func(s *story) { s.Replace("one two_3, " + places[20:60] + "other" + places[70:]) },
		"a text without the middle": func(s *story) { s.Replace(places[:30] + places[90:]) },
		"no text":                   func(s *story) { s.Replace("") },
		"a pasted line":             func(s *story) { s.Paste("p1\np2") },
		"line 4, column 3":          func(s *story) { s.GoToLine(4, 3) },
		"scrolled, lines above":     func(s *story) { s.Scroll(4); s.Apply(source.Span{}, "n\nn\n") },
		"scrolled, less above":      func(s *story) { s.Scroll(4); s.Apply(source.Span{Start: 3, End: 20}, "") },
		"scrolled, edited over it":  func(s *story) { s.Scroll(4); s.Apply(source.Span{Start: 3, End: 80}, "\n") },
		"folds and opens":           func(s *story) { p.say("folds %v, again %v, match %v", s.ToggleFold(), s.ToggleFold(), s.MoveToMatch()) },
		"line 99":                   func(s *story) { s.GoToLine(99, 99) },
		"line 0":                    func(s *story) { s.GoToLine(0, 0) },
		"select":                    func(s *story) { s.Select(source.Span{Start: 95, End: 200}) },
		"unselect":                  func(s *story) { s.Unselect() },
		"scroll":                    func(s *story) { s.Scroll(3) },
		"scroll back":               func(s *story) { s.Scroll(-2) },
		"sideways":                  func(s *story) { s.ScrollSideways(5); s.ScrollSideways(-3) },
		"centre":                    func(s *story) { s.CentreCaret() },
		"to the middle":             func(s *story) { s.ScrollTo(0.5) },
		"to the end":                func(s *story) { s.ScrollTo(2) },
		"a click":                   func(s *story) { s.Click(9, 2, 1, false) },
		"a click that extends":      func(s *story) { s.Click(9, 4, 1, true) },
		"two clicks, dragged":       func(s *story) { s.Click(9, 3, 2, false); s.Drag(3, 1) },
		"two clicks, dragged on":    func(s *story) { s.Click(9, 1, 2, false); s.Drag(14, 9) },
		"three clicks":              func(s *story) { s.Click(9, 1, 3, false); s.Drag(9, -2) },
		"four clicks on a number":   func(s *story) { s.Click(1, 2, 4, false) },
		"a drag without a click":    func(s *story) { s.Drag(3, 3) },
		"another size":              func(s *story) { s.w, s.h = 15, 4; s.Resize(15, 4) },
		"undone":                    func(s *story) { s.Insert("u"); s.Insert("v"); s.MoveLeft(false); s.Undo() },
		"redone":                    func(s *story) { s.Insert("u"); s.Insert("\n"); s.Undo(); s.Undo(); s.Redo() },
	}
	for name, f := range keys {
		actions[name] = func(s *story) { f(s.Editor) }
	}
	for name, f := range moves {
		actions[name] = func(s *story) { f(s.Editor, false) }
		actions["shift+"+name] = func(s *story) { f(s.Editor, true) }
	}
	names := make([]string, 0, len(actions))
	for name := range actions {
		names = append(names, name)
	}
	sort.Strings(names)
	els, endif := strings.Index(places, "[else]"), strings.LastIndex(places, "[endif]")
	inner := strings.Index(places, "かな")
	end := len(places)
	for _, at := range []struct {
		caret, anchor int
		o             Options
	}{
		{0, 0, Options{}}, {14, 14, Options{}}, {15, 15, Options{NoWrap: true}}, {40, 40, Options{AutoIndent: true}}, {33, 33, Options{Margin: 9}},
		{inner, inner, Options{Margin: 2, Cell: cell.Options{Tab: 3}}}, {inner, inner, Options{NoWrap: true, Cell: cell.Options{Tab: 6}}}, {end, end, Options{}},
		{els, els, Options{}}, {endif, endif, Options{Margin: 1}}, {len("one two_3, [a] 08a9"), 16, Options{}}, {18, 36, Options{}}, {inner + 3, 5, Options{AutoIndent: true}}, {end - 9, inner, Options{NoWrap: true}}, {0, end, Options{}}, {7, 4, Options{Margin: 3}},
	} {
		p.say("== caret at %d, the other end at %d, %+v", at.caret, at.anchor, at.o)
		for _, name := range names {
			s := begins(at.caret, at.anchor, at.o)
			actions[name](s)
			first := s.shows(places)
			_, x, y, visible := s.screen()
			_, column := s.Line()
			top, shown, total := s.Extent()
			p.say("%s:%s; drawn at %d,%d %v,%s, %d of %v, lines %d+%d of %d", name, first, x, y, visible, strings.TrimPrefix(s.shows(places), first), column, s.Position().Column, top, shown, total)
		}
	}
	p.compare(t, "actions.txt")
}

// Frames with their looks: tags, problems, folds, matches, selections, the block that goes beyond the top.
func TestFramesAreAsRecorded(t *testing.T) {
	var p record
	frame := func(title string, s *story, focused bool) {
		p.frame(title, s.w, s.h, func(a cell.Area, st *style.Styles) {
			x, y, visible := s.Draw(a, st, focused)
			p.say("caret at %d, %d, %v", x, y, visible)
		})
	}
	text := "[if file:A]\nfirst [prompt:cwd] and \\[literal]\n" + strings.Repeat("line\n", 8) + "[else]\r\nsee [note: later] here [] x\n[endif]\n\tend é\u200b\x1b[0m  "
	problems := []diag.Problem{
		diag.New(diag.UnknownType, span(text, "[note: later]"), `unknown type "note"`, ""),
		diag.New(diag.ConstantIf, span(text, "[]"), "only for show and much too long for the line", ""),
		diag.New(diag.ConstantIf, span(text, "here"), "also here", ""),
		{Code: diag.ConstantIf, Severity: diag.Error, File: "other.md", Span: span(text, "end"), Message: "of another file"},
		{Code: diag.ConstantIf, Severity: diag.Info, Span: source.Span{Start: len(text) - 1, End: len(text)}, Message: "at the end"},
		{Code: diag.ConstantIf, Severity: diag.Error, Message: "nowhere"},
	}
	for i := range problems {
		if problems[i].Message != "nowhere" {
			diag.Locate(problems[i:i+1], source.NewLines(text))
		}
	}
	open := func(w, h int, o Options) *story {
		s := begin(t, w, h, text)
		s.SetOptions(o)
		s.SetProblemsAt(s.Revision(), problems)
		return s
	}
	s := open(44, 16, Options{})
	frame("all of it", s, true)
	frame("without the focus", s, false)
	s.SetCaret(span(text, "[else]").Start)
	frame("on a tag with partners", s, true)
	s.FoldAll()
	frame("folded", s, true)
	s.UnfoldAll()
	s.Select(source.Span{Start: 5, End: 30})
	frame("selected", s, true)
	s.BeginFind(false)
	if ok, err := s.SetFind(search.Query{Text: "e"}); !ok || err != nil {
		t.Fatal(ok, err)
	}
	frame("matches", s, true)
	s.FindNext()
	s.FindPrev()
	frame("another match", s, true)
	s.EndFind()
	s.SetCaret(span(text, "later").Start)
	s.OpenCompletion([]Candidate{{Text: "note: later on"}})
	frame("while a tag is completed, its problem waits", s, true)
	s.CloseCompletion()
	s.Insert("xy\nz")
	frame("tags and problems move with an edit", s, true)
	for _, h := range []int{5, 6} {
		s = open(30, h, Options{Margin: 1})
		s.SetCaret(span(text, "see ").Start)
		frame(fmt.Sprintf("%d rows in a block", h), s, true)
		s.Click(4, 0, 1, false)
		frame("after a click on its first row", s, true)
	}
	s = open(30, 8, Options{NoSticky: true, NoWrap: true, Cell: cell.Options{ShowSpace: true}})
	s.SetCaret(span(text, " here").Start)
	frame("spaces shown, not wrapped", s, true)
	s.SetCaret(len(text))
	frame("at the end", s, true)
	s.sidewaysEnds()
	for _, w := range []int{4, 13, 14} {
		s = open(w, 4, Options{Margin: 0})
		s.SetCaret(20)
		frame(fmt.Sprintf("%d wide", w), s, true)
	}
	long := begin(t, 30, 8, strings.Repeat("[a:b] 漢 word ", 500)+"\nnext")
	long.SetOptions(Options{NoWrap: true})
	for _, at := range []int{0, 29, 30, 4000, 7000} {
		long.SetCaret(at)
		frame(fmt.Sprintf("a long line at %d", at), long, true)
	}
	for _, text := range []string{"|", "a\n|\nb", "a\nb\n|"} { // the whole row of the caret is marked, also if its line is empty
		frame(fmt.Sprintf("%q", text), begin(t, 20, 4, text), true)
	}
	p.compare(t, "frames.txt")
}

// sidewaysEnds checks that scrolling sideways ends at the first column.
func (s *story) sidewaysEnds() {
	s.t.Helper()
	s.ScrollSideways(7)
	was := s.view.left
	s.ScrollSideways(-was - 3)
	if s.view.left != 0 {
		s.t.Errorf("the view begins at column %d", s.view.left)
	}
}

func TestTagsAndProblemsAtPlaces(t *testing.T) {
	text := "[if a:b][c:d]x[endif] [e:f]"
	s := begin(t, 40, 5, text)
	for off, want := range []string{"if", "if", "if", "if", "if", "if", "if", "if", "c:d", "c:d", "c:d", "c:d", "c:d", "c:d", "endif"} {
		tag, span, ok := s.TagAt(off)
		got := text[span.Start:span.End]
		if !ok || !strings.Contains(got, want) || tag.Span != span {
			t.Errorf("at %d is %q, %v; want %q", off, got, ok, want)
		}
	}
	if _, _, ok := begin(t, 9, 9, "x [a:b]").TagAt(1); ok {
		t.Error("a tag is where none is")
	}
	s.Apply(source.Span{Start: 13, End: 13}, "yy")
	if _, span, ok := s.TagAt(20); !ok || span != (source.Span{Start: 16, End: 23}) {
		t.Errorf("after an edit the tag is at %v, %v", span, ok)
	}
	problems := func() (out []string) {
		for off := range len(s.Text()) + 1 {
			for _, q := range s.ProblemsAt(off) {
				out = append(out, fmt.Sprintf("%d: %s %d-%d fixes %d", off, q.Message, q.Span.Start, q.Span.End, len(q.Fixes)))
			}
		}
		return out
	}
	s = begin(t, 40, 5, "0123456789")
	fix := diag.Fix{Span: source.Span{Start: 3, End: 4}, Text: "x"}
	s.SetProblemsAt(s.Revision(), []diag.Problem{
		{Message: "b", Span: source.Span{Start: 6, End: 8}, Fixes: []diag.Fix{fix}}, {Message: "a", Span: source.Span{Start: 2, End: 4}, Fixes: []diag.Fix{fix, {Span: source.Span{Start: 6, End: 8}}}},
		{Message: "empty", Start: source.Position{Line: 1}}, {Message: "nowhere"}, {Message: "of a file", File: "f", Span: source.Span{Start: 1, End: 2}},
	})
	want := []string{"0: empty 0-0 fixes 0", "2: a 2-4 fixes 2", "3: a 2-4 fixes 2", "4: a 2-4 fixes 2", "6: b 6-8 fixes 1", "7: b 6-8 fixes 1", "8: b 6-8 fixes 1"}
	if got := problems(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	s.Apply(source.Span{Start: 3, End: 4}, "")
	want = []string{"0: empty 0-0 fixes 0", "2: a 2-3 fixes 1", "3: a 2-3 fixes 1", "5: b 5-7 fixes 0", "6: b 5-7 fixes 0", "7: b 5-7 fixes 0"}
	if got := problems(); !slices.Equal(got, want) {
		t.Errorf("after an edit %q", got)
	}
	old := s.Revision() - 9
	s.SetProblemsAt(old, []diag.Problem{{Message: "old", Span: source.Span{Start: 0, End: 1}}})
	s.SetTagsAt(old, []template.Tag{{Span: source.Span{Start: 0, End: 1}}})
	if _, _, ok := s.TagAt(0); ok || problems() != nil {
		t.Errorf("marks of a revision that is not known: %v, %q", ok, problems())
	}
}

func TestSearchingCountsAndReplacesWithinItsBounds(t *testing.T) {
	s := begin(t, 40, 5, "aa xa a\na a")
	state := func() string {
		i, n, more := s.FindCount()
		return fmt.Sprintf("%v %d/%d %v", s.Selection(), i, n, more)
	}
	step := func(what, want string) {
		t.Helper()
		if got := state(); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	if found, wrapped := s.FindPrev(); found || wrapped || s.Finding() || s.ReplaceAll("x") != 0 || s.ReplaceNext("x") {
		t.Error("something is found without a search")
	}
	step("no search", "{0 0} 0/0 false")
	s.SetCaret(4)
	s.BeginFind(false)
	if ok, err := s.SetFind(search.Query{Text: "a"}); !ok || err != nil {
		t.Fatal(err)
	}
	step("from the caret", "{4 5} 3/6 false")
	for _, c := range []struct {
		next    bool
		wrapped bool
		want    string
	}{{true, false, "{6 7} 4/6 false"}, {true, false, "{8 9} 5/6 false"}, {true, false, "{10 11} 6/6 false"}, {true, true, "{0 1} 1/6 false"}, {false, true, "{10 11} 6/6 false"}, {false, false, "{8 9} 5/6 false"}} {
		move := s.FindPrev
		if c.next {
			move = s.FindNext
		}
		if found, wrapped := move(); !found || wrapped != c.wrapped {
			t.Errorf("found %v, wrapped %v, want %v", found, wrapped, c.wrapped)
		}
		step("moved", c.want)
	}
	if !s.ReplaceNext("bb") || s.Text() != "aa xa a\nbb a" {
		t.Errorf("replaced: %q", s.Text())
	}
	step("replaced", "{11 12} 5/5 false")
	if found, err := s.SetFind(search.Query{Text: "nothing"}); found || err != nil || s.ReplaceAll("x") != 0 {
		t.Error("found what is not there")
	}
	step("not found", "{4 4} 0/0 false")
	if found, wrapped := s.FindNext(); found || !wrapped {
		t.Error("found what is not there")
	}
	if found, wrapped := s.FindPrev(); found || wrapped {
		t.Error("found what is not there, before")
	}
	s.Select(source.Span{Start: 1, End: 7})
	s.BeginFind(true)
	if ok, err := s.SetFind(search.Query{Text: "a"}); !ok || err != nil {
		t.Fatal(err)
	}
	step("in the selection", "{1 2} 1/3 false")
	s.FindPrev()
	step("the last in the selection", "{6 7} 3/3 false")
	if n := s.ReplaceAll("ccc"); n != 3 || s.Text() != "accc xccc ccc\nbb a" || s.Caret() != 13 {
		t.Errorf("%d replaced: %q, caret %d", n, s.Text(), s.Caret())
	}
	if found, _ := s.FindNext(); found {
		t.Error("found outside the selection")
	}
	s.CancelFind()
	if s.Finding() || s.Selection() != (source.Span{Start: 1, End: 7}) {
		t.Errorf("after the search %v is selected", s.Selection())
	}
}

func TestCompletionIsOfferedWhereItAddsSomething(t *testing.T) {
	for _, c := range []struct {
		text string
		all  []Candidate
		want bool
	}{
		{"[gi|", []Candidate{{Text: "git:x"}}, true}, {"[gi|", nil, false}, {"[gi|", []Candidate{{Text: "zz"}}, false}, {"gi|", []Candidate{{Text: "git:x"}}, false},
		{"[gi|", []Candidate{{Text: "gi"}}, true}, {"[gi|]", []Candidate{{Text: "gi"}}, false}, {"[gi|", []Candidate{{Text: "gi", Open: true}}, false},
		{"[gi|]", []Candidate{{Text: "gi"}, {Text: "gis"}}, true},
	} {
		s := begin(t, 40, 5, c.text)
		if got := s.OpenCompletion(c.all); got != c.want || s.Completing() != c.want {
			t.Errorf("%q with %v: %v", c.text, c.all, got)
		}
	}
	s := begin(t, 40, 5, "ab [gi|]")
	s.OpenCompletion([]complete.Candidate{{Text: "git:a"}, {Text: "git:b"}, {Text: "git:c"}})
	g := cell.NewGrid(40, 8)
	x, y, w, h := s.DrawCompletion(g.Area(0, 0, 40, 8), plainStyles, 10, 1)
	if got := fmt.Sprint(x, y, w, h); got != "7 2 12 3" {
		t.Errorf("the menu is at %s", got)
	}
	for _, c := range []struct {
		x, y   int
		chosen int
	}{{6, 3, -1}, {7, 2, 0}, {18, 4, 2}, {19, 3, -1}, {8, 1, -1}, {8, 5, -1}, {8, 3, 1}} {
		if ok := s.ClickCompletion(c.x, c.y); ok != (c.chosen >= 0) || ok && s.menu.Chosen != c.chosen {
			t.Errorf("a click at %d, %d: %v, chosen %d", c.x, c.y, ok, s.menu.Chosen)
		}
	}
	if closed, ok := s.AcceptCompletion(); !ok || closed || s.Text() != "ab [git:b]" || s.Caret() != 10 {
		t.Errorf("accepted %v, %v: %q", ok, closed, s.Text())
	}
	if _, ok := s.AcceptCompletion(); ok || s.ClickCompletion(8, 3) {
		t.Error("a closed menu was used")
	}
	if x, y, w, h := s.DrawCompletion(g.Area(0, 0, 40, 8), plainStyles, 10, 1); x+y+w+h != 0 {
		t.Error("a closed menu is drawn")
	}
	s.SetText("")
	if s.Words() != 0 || s.LineCount() != 1 || s.clip != "" {
		t.Errorf("%d words, %d lines, copied %q", s.Words(), s.LineCount(), s.clip)
	}
}
