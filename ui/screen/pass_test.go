package screen

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/layout"
)

// spied is a dialog that records what reaches it.
type spied struct {
	dialog.Dialog
	got   []string
	takes bool // a press begins a selection
	done  bool
}

func (s *spied) Key(tea.KeyMsg) (bool, tea.Cmd) {
	s.got = append(s.got, "key")
	return s.done, command
}

func (s *spied) Click(x, y int) (bool, tea.Cmd) {
	s.got = append(s.got, "click")
	return s.done, command
}

func (s *spied) Press(x, y, count int) bool { s.got = append(s.got, "press"); return s.takes }
func (s *spied) Drag(x, y int)              { s.got = append(s.got, "drag") }
func (s *spied) Selected() string           { return "" }

func command() tea.Msg { return nil }

// A press begins a selection if the dialog has text there. Otherwise it is a click, also in a
// dialog that opens another one when it closes.
func TestTheMouseSelectsInADialog(t *testing.T) {
	for _, c := range []struct {
		name  string
		takes bool
		done  bool
		want  []string
		next  bool
	}{
		{"on text", true, true, []string{"press", "drag"}, false},
		{"elsewhere", false, false, []string{"press", "click", "drag"}, false},
		{"on what closes it", false, true, []string{"press", "click"}, true},
	} {
		for _, then := range []bool{false, true} {
			g, d, next := newGate(), &spied{Dialog: newQuestion(), takes: c.takes, done: c.done}, false
			g.Input(func() tea.Cmd {
				if then {
					g.OpenThen(d, func() { next = true })
				} else {
					g.Open(d)
				}
				return nil
			})
			if cmd := g.Click(1, 1, 1); (cmd == nil) != c.takes {
				t.Errorf("%s: the dialog's command is lost", c.name)
			}
			if open := g.Dialog() != nil; open == c.next {
				t.Errorf("%s: it stays open: %v", c.name, open)
			}
			if g.Drag(2, 2); len(d.got) != len(c.want) || d.got[len(d.got)-1] != c.want[len(c.want)-1] {
				t.Errorf("%s: the dialog gets %v, want %v", c.name, d.got, c.want)
			}
			if next != (c.next && then) {
				t.Errorf("%s: the next dialog opens: %v", c.name, next)
			}
		}
	}
	g := newGate()
	g.Input(func() tea.Cmd { g.Open(newQuestion()); return nil })
	g.Drag(1, 1) // the question has no text to select
}

// The gate returns the commands of a dialog that handles a key, and of a question that opens.
func TestCommandsOfDialogsAreRun(t *testing.T) {
	g := newGate()
	g.Input(func() tea.Cmd { g.Open(&spied{}); return nil })
	if g.Key(tea.KeyMsg{}) == nil {
		t.Error("the command of a key is lost")
	}
	g = newGate()
	if g.Ask("it", func() tea.Cmd { return command }) == nil {
		t.Error("the command of a question that opens at once is lost")
	}
	old := g.Ticket()
	g.Clicked()
	if g.Answer(old, "it", func() tea.Cmd { return command }) == nil {
		t.Error("the command of a late answer is lost, although nobody is typing")
	}
}

// A question that opens at the start, before any key, can be answered after a moment; later ones
// only after a pause.
func TestTheFirstQuestionIsAnsweredSoon(t *testing.T) {
	for _, c := range []struct {
		typed bool
		after time.Duration
		lost  bool
	}{{false, reaction - 1, true}, {false, reaction, false}, {true, reaction, true}, {true, stillness - 1, true}, {true, stillness, false}} {
		g := newGate()
		if c.typed {
			g.key('x')
			g.pass(stillness)
		}
		g.Open(newQuestion())
		if g.Dialog() == nil {
			t.Fatal("the question waits although nobody is typing")
		}
		g.now = g.now.Add(c.after)
		if lost := g.key('y'); lost != c.lost {
			t.Errorf("%+v: the answer is lost: %v", c, lost)
		}
	}
}

// A click is always meant for what is on the screen, and so are the keys after it.
func TestAClickEndsTheProtectionOfAQuestion(t *testing.T) {
	g := newGate()
	g.key('x')
	g.pass(stillness)
	g.Open(newQuestion())
	if !g.key('y') {
		t.Fatal("a key answers at once")
	}
	g.Clicked()
	if g.key('y') {
		t.Error("a key after a click is ignored")
	}
}

// A dialog that the user opened takes every key, also one that answers nothing, and does not
// ignore the next.
func TestADialogOfTheUserIgnoresNoKey(t *testing.T) {
	g := newGate()
	g.Open(newQuestion())
	g.Input(func() tea.Cmd { g.Open(newQuestion()); return nil })
	g.now = g.now.Add(stillness)
	g.key('p')
	g.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'p'}})
	if g.key('y') {
		t.Error("the next key is ignored")
	}
}

// After a key was handled, a dialog that opens outside of keys waits again.
func TestOnlyTheHandledKeyOpensDialogs(t *testing.T) {
	g := newGate()
	g.key('x')
	g.Input(func() tea.Cmd { return nil })
	if g.Open(newQuestion()); g.Dialog() != nil {
		t.Error("a dialog opens at once, after the key")
	}
}

// The next key removes a message that the user had time to read. A message that has just come
// stays, and so does an error.
func TestAKeyRemovesNewsThatWasRead(t *testing.T) {
	now := time.Unix(1000, 0)
	s := fresh(&now)
	for _, c := range []struct {
		tell  func(string)
		after time.Duration
		stays bool
	}{{s.Say, 0, true}, {s.Say, readTime - 1, true}, {s.Say, readTime, false}, {s.Warn, readTime, true}} {
		c.tell("text")
		now = now.Add(c.after)
		s.Seen()
		if text, _ := s.News(); (text != "") != c.stays {
			t.Errorf("after %v it stays: %v", c.after, !c.stays)
		}
	}
}

// The list of messages says when each came last, and drops the oldest.
func TestAMessageIsKeptWithItsLastTime(t *testing.T) {
	now := time.Unix(1000, 0)
	s := fresh(&now)
	s.Say("first")
	for range mostMessages - 1 {
		s.Say("a")
		s.Say("b")
	}
	s.Warn("b")
	s.Say("b")
	now = now.Add(time.Hour)
	s.Say("b")
	all := s.Messages()
	if last := all[len(all)-1]; len(all) != mostMessages || !last.When.Equal(now) || last.Count != 2 {
		t.Errorf("of %d messages the last is %+v", len(all), last)
	}
	if bad := all[len(all)-2]; !bad.Warn || bad.Count != 1 || all[0].Text != "a" && all[0].Text != "b" {
		t.Errorf("before it %+v, first %+v", bad, all[0])
	}
}

// A click on the variables' pane moves no pane away from under the mouse; the focus that comes
// there by a key makes the pane higher, also after a click.
func TestAClickMovesNoPane(t *testing.T) {
	now := time.Time{}
	s := fresh(&now)
	s.Resize(200, 60)
	before := s.Layout().Variables
	s.SetFocus(layout.Variables)
	if s.Steady(); s.Layout().Variables != before {
		t.Errorf("the pane moves from %+v to %+v", before, s.Layout().Variables)
	}
	s.SetFocus(layout.Template)
	if s.SetFocus(layout.Variables); s.Layout().Variables.H <= before.H {
		t.Errorf("with the focus the pane has %d rows, without it %d", s.Layout().Variables.H, before.H)
	}
}

// A line between panes keeps the place that the user gave it when the screen's size changes.
func TestANewSizeKeepsTheLine(t *testing.T) {
	now := time.Time{}
	s := fresh(&now)
	s.Resize(160, 48)
	line := s.Layout().Between[layout.Left]
	s.Divide(layout.Left, line.X+5, line.Y)
	if s.Resize(170, 48); s.Layout().Between[layout.Left].X == line.X {
		t.Errorf("the line is at %d again", line.X)
	}
}
