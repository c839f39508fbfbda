package screen

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/layout"
	"galley/ui/style"
)

// gate is a Gate and its user.
type gate struct {
	Gate
	now time.Time
}

func newGate() *gate {
	g := &gate{now: time.Unix(1000, 0)}
	g.Gate = Gate{clock: func() time.Time { return g.now }}
	return g
}

func (g *gate) pass(d time.Duration) { g.now = g.now.Add(d); g.Next() }

// key presses a letter and reports whether the gate discarded it.
func (g *gate) key(r rune) bool {
	return g.Pressed(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
}

func newQuestion() dialog.Dialog {
	return dialog.NewQuestion("Q", "", dialog.Answer{Key: "y", Do: func() tea.Cmd { return nil }})
}

func TestDialogOfAKeyOpensAtOnce(t *testing.T) {
	g, a, b := newGate(), newQuestion(), newQuestion()
	g.Input(func() tea.Cmd { g.Open(a); return nil })
	if g.Dialog() != a {
		t.Fatal("the dialog does not open")
	}
	g.Input(func() tea.Cmd { g.Open(b); return nil })
	if g.Dialog() != b {
		t.Error("the second dialog does not replace the first")
	}
}

func TestDialogWithoutAKeyWaits(t *testing.T) {
	g, a, late := newGate(), newQuestion(), newQuestion()
	g.key('x')
	g.Open(late)
	if g.Dialog() != nil {
		t.Error("it opens while the user is typing")
	}
	g.Input(func() tea.Cmd { g.Open(a); return nil })
	if g.pass(time.Minute); g.Dialog() != a {
		t.Error("it replaces another dialog")
	}
	g.Key(tea.KeyMsg{Type: tea.KeyEscape})
	if g.pass(time.Second); g.Dialog() != late {
		t.Error("the dialog is lost")
	}
}

func TestLateDialogOpensIfNoKeyFollowed(t *testing.T) {
	for _, c := range []struct {
		name  string
		since func(g *gate)
		open  bool
	}{
		{"nothing came", func(*gate) {}, true},
		{"a key came", func(g *gate) { g.key('x') }, false},
		{"a click came", func(g *gate) { g.Clicked() }, false},
		{"another dialog opened", func(g *gate) { g.Input(func() tea.Cmd { g.Open(newQuestion()); return nil }) }, false},
	} {
		g, late := newGate(), newQuestion()
		g.key('k')
		ticket := g.Ticket()
		c.since(g)
		g.Answer(ticket, "it", func() tea.Cmd { g.Open(late); return nil })
		if (g.Dialog() == late) != c.open {
			t.Errorf("%s: dialog open: %v", c.name, !c.open)
		}
	}
}

func TestNewestQuestionReplacesOlder(t *testing.T) {
	g := newGate()
	g.key('x')
	asked := ""
	for _, name := range []string{"old", "new"} {
		g.Ask("the file", func() tea.Cmd { asked += name; return nil })
	}
	g.Ask("another", func() tea.Cmd { asked += " another"; return nil })
	g.pass(time.Minute)
	g.pass(time.Minute)
	if asked != "new another" {
		t.Errorf("asked: %q", asked)
	}
}

// Keys that were pressed just before a question appeared do not answer it. After a pause keys do,
// and Esc always does.
func TestPendingKeysDoNotAnswer(t *testing.T) {
	g := newGate()
	g.key('x')
	g.pass(stillness)
	g.Ask("it", func() tea.Cmd { g.Open(newQuestion()); return nil })
	if g.Dialog() == nil {
		t.Fatal("the question waits although nobody is typing")
	}
	for range 10 {
		g.now = g.now.Add(100 * time.Millisecond)
		if !g.key('y') {
			t.Fatal("a letter of the typed word answers")
		}
	}
	if g.Pressed(tea.KeyMsg{Type: tea.KeyEscape}) {
		t.Error("Esc is discarded")
	}
	g.now = g.now.Add(stillness)
	if g.key('y') {
		t.Error("after a pause keys are still discarded")
	}
}

// If a typed letter opens a question, the rest of the word does not answer it.
func TestRestOfAWordDoesNotAnswer(t *testing.T) {
	g, q := newGate(), newQuestion()
	g.key('y')
	g.Input(func() tea.Cmd { g.OpenTyped(q); return nil })
	if g.Dialog() != q {
		t.Fatal("the dialog does not open")
	}
	for range 5 {
		g.now = g.now.Add(100 * time.Millisecond)
		if !g.key('y') {
			t.Fatal("the rest of the word answers")
		}
	}
	g.now = g.now.Add(stillness)
	if g.key('y') {
		t.Error("after a pause keys are still discarded")
	}
}

func TestClosedDialogReopensItsParent(t *testing.T) {
	g, back := newGate(), newQuestion()
	g.Input(func() tea.Cmd {
		g.OpenThen(newQuestion(), func() { g.Open(back) })
		return nil
	})
	g.Input(func() tea.Cmd { return g.Key(tea.KeyMsg{Type: tea.KeyEscape}) })
	if g.Dialog() != back {
		t.Error("the previous dialog does not reopen")
	}
}

// If a question appears by itself, a word that the user is typing does not answer it, although one
// of its letters would. The first letter shows that a word is being typed.
func TestTypedWordDoesNotAnswerAnUnexpectedQuestion(t *testing.T) {
	g := newGate()
	g.key('x')
	g.pass(stillness)
	g.Ask("it", func() tea.Cmd { g.Open(newQuestion()); return nil })
	g.now = g.now.Add(2 * stillness)
	press := func(r rune) (swallowed bool) {
		if g.key(r) {
			return true
		}
		g.Input(func() tea.Cmd { return g.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}) })
		return false
	}
	press('p')
	if g.now = g.now.Add(50 * time.Millisecond); !press('y') {
		t.Error("the second letter of a word answers")
	}
	if g.now = g.now.Add(2 * stillness); press('y') {
		t.Error("after a pause keys are still discarded")
	}
}

// A question that comes a moment after its key is not answered by letters that were typed ahead. A
// key that writes no text ends the typing.
func TestTypedAheadLettersDoNotAnswerTheQuestionOfAKey(t *testing.T) {
	g, q := newGate(), newQuestion()
	g.key('k')
	g.Answer(g.Ticket(), "it", func() tea.Cmd { g.Open(q); return nil })
	for i := range 5 {
		if g.now = g.now.Add(100 * time.Millisecond); !g.key('y') {
			t.Fatalf("letter %d of the word answers", i+1)
		}
	}
	save := tea.KeyMsg{Type: tea.KeyCtrlS}
	if g.now = g.now.Add(100 * time.Millisecond); g.Pressed(save) {
		t.Error("^S is discarded")
	}
	g.Key(save)
	if g.now = g.now.Add(100 * time.Millisecond); g.Dialog() != q || g.key('y') {
		t.Error("after ^S the question takes no answer")
	}
}

// Whoever had the time to read the question answers with the first key. A word that does
// not begin with an answer is typed for something else.
func TestAnAnswerAfterAMomentCounts(t *testing.T) {
	g, q := newGate(), newQuestion()
	g.key('k')
	g.Answer(g.Ticket(), "it", func() tea.Cmd { g.Open(q); return nil })
	if g.now = g.now.Add(reaction); g.key('B') {
		t.Fatal("the first key is discarded")
	}
	g.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'B'}})
	if g.now = g.now.Add(reaction); !g.key('y') {
		t.Error("the second letter of a word answers")
	}
}

// Leave also closes the dialogs behind the open one. A dialog in which the user has typed text
// stays open.
func TestLeavingClosesAllDialogs(t *testing.T) {
	g := newGate()
	esc := func() tea.Cmd {
		cmd, left := g.Leave()
		if left != (g.Dialog() == nil) {
			t.Errorf("left %v", left)
		}
		return cmd
	}
	g.Input(func() tea.Cmd {
		g.OpenThen(newQuestion(), func() { g.Open(dialog.NewField("F", "", "old", nil)) })
		return nil
	})
	if g.Input(esc); g.Dialog() != nil {
		t.Error("a dialog is still open")
	}
	for _, d := range []dialog.Dialog{dialog.NewField("F", "", "old", nil), dialog.NewArea("A", "", "old", nil)} {
		g.Input(func() tea.Cmd { g.Open(d); return nil })
		d.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'x'}})
		if g.Input(esc); g.Dialog() != d {
			t.Errorf("%T: what is written is lost", d)
		}
	}
}

// In a question about several things, a key can be an answer that does not close the dialog. The
// next answer counts at once. A key that is not an answer begins a word that is meant for
// something else.
func TestAnswersAboutSeveralThingsFollowAtOnce(t *testing.T) {
	g := newGate()
	g.key('x')
	g.pass(stillness)
	ask := dialog.NewChoices("Q", "", "Do it", []dialog.Way{{Key: "r"}, {Key: "d"}}, []dialog.Choice{{Way: "r"}, {Way: "r"}, {Way: "r"}}, nil)
	g.Ask("it", func() tea.Cmd { g.Open(ask); return nil })
	g.now = g.now.Add(2 * stillness)
	press := func(key tea.KeyMsg) (swallowed bool) {
		g.now = g.now.Add(50 * time.Millisecond)
		if g.Pressed(key) {
			return true
		}
		g.Input(func() tea.Cmd { return g.Key(key) })
		return false
	}
	letter := func(r rune) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}} }
	for i, key := range []tea.KeyMsg{letter('d'), letter('d'), {Type: tea.KeyUp}, letter('r'), letter('z')} {
		if press(key) {
			t.Errorf("key %d is discarded", i)
		}
	}
	if !press(letter('d')) {
		t.Error("the second letter of a word answers")
	}
}

// closing is a dialog that closes with every key, and whose commands and drawing are known.
type closing struct {
	dialog.Dialog
	keeps bool
}

func (c *closing) Key(tea.KeyMsg) (bool, tea.Cmd) { return !c.keeps, tea.Quit }

func (c *closing) Draw(cell.Area, *style.Styles) (x, y int, visible bool) { return 3, 4, true }

func TestWhatADialogReturnsIsPassedOn(t *testing.T) {
	g := newGate()
	g.Input(func() tea.Cmd { g.Open(&closing{}); return nil })
	if x, y, visible := g.Draw(cell.Area{}, nil); x != 3 || y != 4 || !visible {
		t.Errorf("the cursor is at %d, %d, %v", x, y, visible)
	}
	if cmd, left := g.Leave(); cmd == nil || !left || g.Dialog() != nil {
		t.Errorf("leaving it runs a command: %v, left %v", cmd != nil, left)
	}
	if g.pass(time.Minute); g.Dialog() != nil {
		t.Error("a dialog that was closed opens again")
	}
	g.Input(func() tea.Cmd { g.Open(&closing{keeps: true}); return nil })
	if cmd, left := g.Leave(); cmd == nil || left || g.Dialog() == nil {
		t.Errorf("one that does not close: a command %v, left %v", cmd != nil, left)
	}
	if cmd, left := newGate().Leave(); cmd != nil || !left {
		t.Error("without a dialog there is nothing to leave")
	}
	g = newGate()
	if cmd := g.Answer(g.Ticket(), "", func() tea.Cmd { g.Open(newQuestion()); return tea.Quit }); cmd == nil || !g.Asking() {
		t.Error("an answer that opens at once loses its command")
	}
	for _, c := range []struct {
		d    dialog.Dialog
		asks bool
	}{{newQuestion(), true}, {dialog.NewField("F", "", "", nil), false}} {
		g := newGate()
		if g.Asking() {
			t.Error("without a dialog something is asked")
		}
		g.Input(func() tea.Cmd { g.OpenThen(c.d, func() {}); return nil })
		if g.Asking() != c.asks {
			t.Errorf("%T asks: %v", c.d, g.Asking())
		}
	}
}

func TestATallPreviewGetsTheHeight(t *testing.T) {
	now := time.Time{}
	s := fresh(&now, "a", "b")
	if got := s.Themes(); len(got) != 2 || got[0] != "a" || got[1] != "b" {
		t.Errorf("the themes are %q", got)
	}
	s.Resize(80, 24)
	s.SetFocus(layout.Preview)
	for _, tall := range []bool{true, true, false} {
		s.SetTall(tall)
		if want := layout.Compute(80, 24, layout.Options{Focus: layout.Preview, Tall: tall}); s.Layout().Preview != want.Preview || s.Layout().Template != want.Template {
			t.Errorf("tall %v: the preview is %+v, want %+v", tall, s.Layout().Preview, want.Preview)
		}
	}
	if layout.Compute(80, 24, layout.Options{Focus: layout.Preview, Tall: true}).Preview == layout.Compute(80, 24, layout.Options{Focus: layout.Preview}).Preview {
		t.Error("at this size a tall preview has the same height")
	}
}
