package view

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/style"
	"galley/ui/viewer"
)

func styles(t *testing.T) *style.Styles {
	t.Helper()
	theme, err := style.Builtin("dark")
	if err != nil {
		t.Fatal(err)
	}
	return style.Load(theme, termenv.Ascii)
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// painted draws on a screen and returns its rows without trailing blanks.
func painted(w, h int, draw func(a cell.Area)) []string {
	g := cell.NewGrid(w, h)
	g.Reset(w, h, cell.Style{})
	draw(g.Area(0, 0, w, h))
	rows := strings.Split(escape.ReplaceAllString(g.String(), ""), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " \r")
	}
	return rows
}

func TestMakingUsesTheLatestRequest(t *testing.T) {
	var g, other Making[string]
	make := func(text string) func(context.Context) string { return func(context.Context) string { return text } }
	first := g.Make(1, make("one"))
	if first == nil || !g.Running() || g.Make(1, make("again")) != nil {
		t.Fatal("the text is not made exactly once")
	}
	if g.Make(2, make("two")) != nil {
		t.Error("two texts are made at the same time")
	}
	msg := first()
	if _, _, _, ok := other.Took(msg); ok {
		t.Error("another Making accepts the result")
	}
	if _, _, _, ok := g.Took(7); ok {
		t.Error("it accepts a result that it did not request")
	}
	made, came, again, ok := g.Took(msg)
	if made != "" || came || !again || !ok || g.Running() {
		t.Errorf("cancelled: %q %v %v %v", made, came, again, ok)
	}
	second := g.Make(2, make("two"))
	if g.Make(2, make("two")) != nil { // it must not cancel the work that has the same input
		t.Error("a text is made twice at the same time")
	}
	if made, came, again, ok = g.Took(second()); made != "two" || !came || again || !ok {
		t.Errorf("made: %q %v %v %v", made, came, again, ok)
	}
	if g.Make(2, make("two")) != nil {
		t.Error("the same input is made again")
	}
	g.Forget()
	if third := g.Make(2, make("three")); third == nil {
		t.Error("a forgotten input is not made again")
	} else if g.Cancel(); true {
		if _, came, again, _ := g.Took(third()); came || again {
			t.Error("cancelled work has a result")
		}
	}
}

// If work has run long enough, its result is shown, although a newer one was requested. The newer
// one is made next.
func TestLongWorkIsShownBeforeTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Making[int]
		make := func(n int) func(context.Context) int { return func(context.Context) int { return n } }
		first := g.Make(1, make(1))
		g.Make(2, make(2)) // this cancels the first work
		g.Took(first())
		second := g.Make(2, make(2))
		time.Sleep(time.Second)
		g.Make(3, make(3))
		if made, came, again, ok := g.Took(second()); made != 2 || !came || !again || !ok {
			t.Errorf("made %d, came %v, again %v, ok %v", made, came, again, ok)
		}
	})
}

// The head of a text consists of a title with a hint on the right, further lines, and a rule.
func TestHeadOfAText(t *testing.T) {
	for _, c := range []struct {
		name string
		head []string
		hint string
		want []string
		rows int
	}{
		{"nothing to say yet", nil, "", []string{" Working…", "", "", ""}, 0},
		{"a title", []string{"Title"}, "", []string{" Title", "────────────────────", "", ""}, 2},
		{"a title and a hint", []string{"Title"}, "1 of 2", []string{" Title  1 of 2", "────────────────────", "", ""}, 2},
		{"a title and a line", []string{"Title", "and more"}, "", []string{" Title", " and more", "────────────────────", ""}, 3},
		{"a title that is too long", []string{"A title of many letters"}, "", []string{" A title of many l…", "────────────────────", "", ""}, 2},
	} {
		rows := 0
		got := painted(20, 9, func(a cell.Area) { rows = DrawHead(a, c.head, c.hint, styles(t)) })
		if strings.TrimRight(strings.Join(got, "\n"), "\n") != strings.TrimRight(strings.Join(c.want, "\n"), "\n") || rows != c.rows {
			t.Errorf("%s: %d rows, want %d:\n%s", c.name, rows, c.rows, strings.Join(got, "\n"))
		}
	}
}

func TestHeightOfTheHead(t *testing.T) {
	for height, want := range map[int]int{0: 1, 5: 1, 6: 2, 17: 5, 18: 6, 27: 6, 28: 7, 40: 10, 60: 15} {
		if got := headRows(height); got != want {
			t.Errorf("in %d rows: %d, want %d", height, got, want)
		}
	}
}

func TestHeightOfTheDetails(t *testing.T) {
	for height, want := range map[int]int{0: 0, 5: 0, 6: 2, 7: 3, 10: 3, 14: 3, 15: 4, 20: 5, 50: 11} {
		if got := FootHeight(height); got != want {
			t.Errorf("for %d rows: %d, want %d", height, got, want)
		}
	}
}

func TestDetailsAreCutAtTheLastRow(t *testing.T) {
	st := styles(t)
	draw := func(h int, text string) string {
		return strings.Join(painted(12, h, func(a cell.Area) { DrawDetails(a, text, st) }), "|")
	}
	line := strings.Repeat("─", 12)
	for _, c := range []struct {
		h          int
		text, want string
	}{
		{1, "aaa", ""}, {3, "aaaa bbbb", line + "| aaaa bbbb|"}, {3, "aaaa bbbb cccc", line + "| aaaa bbbb| cccc"}, {2, "aaaa bbbb cccc", line + "| aaaa bbbb…"},
		{2, "aaaa bb cccccccc", line + "| aaaa bb c…"},
		{3, "aaaa bbbb cccc dddd eeee", line + "| aaaa bbbb| cccc dddd…"},
	} {
		if got := draw(c.h, c.text); got != c.want {
			t.Errorf("%q in %d rows: %q, want %q", c.text, c.h, got, c.want)
		}
	}
}

func TestHeadEndsWithARule(t *testing.T) {
	st := styles(t)
	draw := func(w, h int, head []string, hint string) (rows int, screen string) {
		all := painted(w, h, func(a cell.Area) { rows = DrawHead(a, head, hint, st) })
		return rows, strings.TrimRight(strings.Join(all, "|"), "|")
	}
	line := strings.Repeat("─", 20)
	for _, c := range []struct {
		name   string
		h      int
		head   []string
		hint   string
		rows   int
		screen string
	}{
		{"nothing yet", 9, nil, "h", 0, " Working…"},
		{"one line", 9, []string{"title"}, "", 2, " title|" + line},
		{"with a hint", 9, []string{"title"}, "1 of 2: x", 2, " title  1 of 2: x|" + line},
		{"no room for the hint", 9, []string{"title"}, "1 of 2: xxxxx", 2, " title|" + line},
		{"long", 9, []string{"a title that is too long"}, "", 2, " a title that is t…|" + line},
		{"more lines", 9, []string{"title", "one", "two", "three"}, "", 4, " title|  one|  two …|" + line},
		{"a low window", 2, []string{"title", "one"}, "", 2, " title|" + line},
		{"24 rows", 24, []string{"title", "1", "2", "3", "4", "5", "6", "7"}, "", 7, " title|  1|  2|  3|  4|  5 …|" + line},
		{"40 rows", 40, []string{"title", "1", "2", "3", "4", "5", "6", "7"}, "", 9, " title|  1|  2|  3|  4|  5|  6|  7|" + line},
	} {
		rows, screen := draw(20, c.h, c.head, c.hint)
		if squeeze := strings.ReplaceAll(screen, "|  ", "| "); rows != c.rows || squeeze != strings.ReplaceAll(c.screen, "|  ", "| ") {
			t.Errorf("%s: %d rows\n%q, want %d\n%q", c.name, rows, screen, c.rows, c.screen)
		}
	}
}

// asking is a host that records what is opened and reported.
type asking struct {
	Host
	said   string
	opened dialog.Dialog
}

func (h *asking) Say(text string)      { h.said = text }
func (h *asking) Open(d dialog.Dialog) { h.opened = d }

func TestDerivedTextOrReason(t *testing.T) {
	d := NewDerived(viewer.Options{})
	give := func(from any, m Made) {
		t.Helper()
		if again, ok := d.Took(d.Make(from, func(context.Context) Made { return m })()); again || !ok {
			t.Errorf("again %v, ok %v", again, ok)
		}
	}
	host := &asking{}
	if d.Ready() {
		t.Error("a text that was never made is ready")
	}
	give(1, Made{Text: "the text\n", Head: []string{"the head"}, Notes: []string{"a note"}})
	if !d.Ready() || d.Text.Text() != "the text\n" {
		t.Errorf("text %q", d.Text.Text())
	}
	f := Frame{Styles: styles(t), Focused: true}
	var x, y int
	var visible bool
	rows := painted(30, 8, func(a cell.Area) { x, y, visible = d.Draw(a, f, 1, 3) })
	if rows[0] != " the head  2 of 3: ←/→" || rows[2] != " the text" || !visible || x != 1 || y != 2 {
		t.Errorf("%q, cursor %d %d %v", rows, x, y, visible)
	}
	if rows = painted(30, 8, func(a cell.Area) { d.Draw(a, f, 0, 1) }); rows[0] != " the head" {
		t.Errorf("a single option has a hint: %q", rows[0])
	}
	if painted(30, 2, func(a cell.Area) { x, y, visible = d.Draw(a, f, 0, 1) }); visible || x != 0 || y != 0 {
		t.Errorf("without room for text the cursor is at %d, %d, %v", x, y, visible)
	}
	painted(30, 8, func(a cell.Area) { d.Draw(a, f, 0, 1) })
	d.Update(Click{X: 3, Y: 2, Count: 2}, host)
	d.Update(Click{X: 3, Y: 0, Count: 1}, host)
	if host.opened != nil {
		t.Error("a click does not open the notes")
	}
	d.Update(Click{X: 3, Y: 0, Count: 2}, host)
	if host.opened == nil {
		t.Error("a double click above the text does not open the notes")
	}
	give(2, Made{Err: errors.New("it is broken"), Text: "no", Notes: []string{"no"}})
	host.opened = nil
	if d.Notes(host); d.Text.Text() != "" || host.opened != nil || host.said == "" {
		t.Errorf("after an error: %q, %q", d.Text.Text(), host.said)
	}
	if rows = painted(30, 4, func(a cell.Area) { x, y, visible = d.Draw(a, f, 0, 1) }); rows[0] != " it is broken" || visible || x != 0 || y != 0 {
		t.Errorf("%q, the cursor is at %d, %d, %v", rows[0], x, y, visible)
	}
	d.Clear()
	if rows = painted(30, 4, func(a cell.Area) { d.Draw(a, f, 0, 1) }); rows[0] != " Working…" {
		t.Errorf("cleared: %q", rows[0])
	}
	if d.Ready() {
		t.Error("a cleared text is ready")
	}
	if d.Make(2, func(context.Context) Made { return Made{} }) == nil || d.Ready() {
		t.Error("a cleared text is not made again")
	}
}

// moved records how a window is moved.
type moved struct{ said []string }

func (m *moved) note(s string)    { m.said = append(m.said, s) }
func (m *moved) Move(rows int)    { m.note("move " + strings.Repeat("+", rows)) }
func (m *moved) Page(pages int)   { m.note("page " + strings.Repeat("+", pages)) }
func (m *moved) Scroll(rows int)  { m.note("scroll " + strings.Repeat("+", rows)) }
func (m *moved) ScrollTo(float64) { m.note("scroll to") }
func (m *moved) Keep()            { m.note("keep") }
func (m *moved) Return()          { m.note("return") }

func TestMessagesMoveAWindow(t *testing.T) {
	for _, c := range []struct {
		msg  tea.Msg
		want string
	}{
		{Move{Rows: 2}, "move ++"}, {Move{Pages: 1, Rows: 2}, "page +"}, {Move{End: -1, Pages: 1}, "first"}, {Move{End: 1, Pages: 1}, "last"}, {Scroll{Rows: 3}, "scroll +++"},
		{ScrollTo{0.5}, "scroll to"}, {Keep{}, "keep"}, {Return{}, "return"}, {Shown{}, ""},
	} {
		m := &moved{}
		ok := moves(m, c.msg, func() { m.note("first") }, func() { m.note("last") })
		if got := strings.Join(m.said, ","); got != c.want || ok != (c.want != "") {
			t.Errorf("%T%v: %q, %v", c.msg, c.msg, got, ok)
		}
	}
}

func TestTextMovesToASearchResult(t *testing.T) {
	v := viewer.New(viewer.Options{})
	v.SetText(source.Literal(strings.Repeat("a line\n", 50)))
	for _, msg := range []tea.Msg{Sideways{1}, Looks{Wrap: true}, Unselect{}, Found{SearchText([]source.Span{{Start: 7, End: 13}})}, Found{}, Reveal{Match{Span: source.Span{Start: 70, End: 76}}}} {
		if !ReadText(v, msg) {
			t.Errorf("%T is not accepted", msg)
		}
	}
	if ReadText(v, Saved{}) {
		t.Error("a message about something else is accepted")
	}
	for end, want := range map[int]int{1: len(v.Text()), -1: 0} {
		if ReadText(v, Move{End: end}); v.Cursor() != want {
			t.Errorf("the end %d is at %d, want %d", end, v.Cursor(), want)
		}
	}
	if e := ExtentOf(v); e.Total == 0 {
		t.Errorf("extent %+v", e)
	}
}

// choosing offers three texts, each made when it is chosen.
type choosing struct {
	text         *Derived
	at, outdated int
	taken        []tea.Msg
}

func (c *choosing) Chosen() (place, of int) { return c.at, 3 }
func (c *choosing) Step(step int)           { c.at = (c.at + step + 3) % 3 }
func (c *choosing) Outdated()               { c.outdated++ }
func (c *choosing) Take(msg tea.Msg) tea.Cmd {
	c.taken = append(c.taken, msg)
	return nil
}
func (c *choosing) Make() tea.Cmd {
	at := c.at
	return c.text.Make(at, func(context.Context) Made { return Made{Text: strings.Repeat("x", at+1), Head: []string{"head"}} })
}

func TestAViewOfOneOfSeveralTexts(t *testing.T) {
	c := &choosing{text: NewDerived(viewer.Options{})}
	host := &asking{}
	v := NewOneOf("Title", host, c.text, c)
	send := func(msg tea.Msg) tea.Cmd {
		next, cmd := v.Update(msg)
		if next != View(v) {
			t.Errorf("after %T the view is %v", msg, next)
		}
		return cmd
	}
	first := send(Shown{})
	if first == nil || len(c.taken) > 0 {
		t.Fatal("showing it makes no text")
	}
	if cmd := send(keymap.NextAgent); cmd != nil || c.at != 1 {
		t.Error("another text is made at the same time")
	}
	second := send(first())
	if second == nil || c.outdated != 1 {
		t.Fatal("the latest choice is not made")
	}
	if cmd := send(second()); cmd != nil || c.text.Text.Text() != "xx" || c.outdated != 1 {
		t.Errorf("text %q, outdated %d", c.text.Text.Text(), c.outdated)
	}
	if cmd := send(keymap.PrevAgent); cmd == nil || c.at != 0 {
		t.Error("the previous text is not made")
	} else {
		send(cmd())
	}
	if send(Saved{}); len(c.taken) != 1 {
		t.Errorf("taken %v", c.taken)
	}
	for _, msg := range []tea.Msg{Move{Rows: 1}, Click{X: 1, Y: 2, Count: 1}, Drag{X: 2, Y: 2}} {
		if send(msg); len(c.taken) != 1 {
			t.Errorf("%T was handled as something else", msg)
		}
	}
	if send(keymap.Jump); host.said == "" {
		t.Error("without notes no message is shown")
	}
	notes := Hint{keymap.Jump, "all notes"}
	if slices.Contains(v.Hints(), notes) {
		t.Error("without notes the footer offers them")
	}
	if v.text.notes = []string{"one"}; !slices.Contains(v.Hints(), notes) {
		t.Errorf("the footer does not offer the notes: %v", v.Hints())
	}
	if v.Title() != "Title" || v.Extent().Total == 0 {
		t.Errorf("%s, %+v", v.Title(), v.Extent())
	}
}
