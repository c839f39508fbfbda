package screen

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
)

// Gate is the only way for a dialog to open, so that a dialog never takes keys
// that were meant for something else. One dialog is open at a time.
//
//   - [Gate.Open] opens what the user asks for with the key or click that is
//     being handled.
//   - [Gate.Answer] opens what the user asked for with an earlier key, once the
//     work for it is done. If other keys have come since, it waits.
//   - [Gate.Ask] opens what nobody asked for. It waits until no dialog is open and
//     no key has come for a while; then it takes no key for a moment.
type Gate struct {
	clock   func() time.Time
	open    dialog.Dialog
	waiting []question
	guarded bool          // the open dialog came up by itself and nobody has looked at it yet
	self    bool          // the open dialog came up by itself
	inside  bool          // a key or click is being handled, or a question's time has come
	typed   bool          // a key has come since the start
	key     time.Time     // when the last key came, or the dialog
	wait    time.Duration // how long after it a key may belong to what was being typed
	keys    uint64        // how many keys and clicks have come
}

// Ticket says when something was asked for. See [Gate.Answer].
type Ticket struct{ keys uint64 }

// question is a dialog that waits for its time.
type question struct {
	about string
	ask   func() tea.Cmd // opens it, or finds that there is nothing to ask any more
}

// stillness is how long no key has come when nobody is typing.
const stillness = 700 * time.Millisecond

// reaction is how fast nobody answers a question that has just appeared. It guards
// one that appears before any key was pressed: what comes later is an answer.
const reaction = 200 * time.Millisecond

// chain is a dialog that opens another one when it closes.
type chain struct {
	dialog.Dialog
	next func()
}

// Dialog returns the dialog that is open, nil if none.
func (g *Gate) Dialog() dialog.Dialog { return g.open }

// Input runs what handles a key, a click or a paste. During it [Gate.Open] opens
// dialogs at once.
func (g *Gate) Input(handle func() tea.Cmd) tea.Cmd {
	defer func(was bool) { g.inside = was }(g.inside)
	g.inside = true
	return handle()
}

// Open opens a dialog in place of the one that is open. When it is called outside
// of [Gate.Input], the dialog was not asked for just now, and it waits as one of
// [Gate.Ask] does.
func (g *Gate) Open(d dialog.Dialog) {
	if g.inside {
		g.open, g.self = d, false
		return
	}
	g.queue("", func() tea.Cmd { g.open = d; return nil })
	g.Next()
}

// OpenTyped opens a question that a typed letter raised. Those that follow belong to the
// same word, so that none of them answers until there was a pause.
func (g *Gate) OpenTyped(d dialog.Dialog) {
	g.Open(d)
	if g.open == d {
		g.guarded, g.key, g.wait = true, g.clock(), stillness
	}
}

// OpenThen opens a dialog and calls next when it closes.
func (g *Gate) OpenThen(d dialog.Dialog, next func()) { g.Open(&chain{Dialog: d, next: next}) }

// Ticket returns a ticket for what is asked for now.
func (g *Gate) Ticket() Ticket { return Ticket{g.keys} }

// Answer calls open, which opens a dialog, at once if no key has come since the
// ticket and nothing else is open; else as [Gate.Ask] does.
func (g *Gate) Answer(t Ticket, about string, open func() tea.Cmd) tea.Cmd {
	if t.keys == g.keys && g.open == nil {
		return g.Input(open)
	}
	return g.Ask(about, open)
}

// Ask opens a question at once when nobody is typing and no dialog is open, else
// as soon as that is so. A question replaces one about the same thing that still
// waits.
func (g *Gate) Ask(about string, ask func() tea.Cmd) tea.Cmd {
	g.queue(about, ask)
	return g.Next()
}

func (g *Gate) queue(about string, ask func() tea.Cmd) {
	if about != "" {
		g.waiting = slices.DeleteFunc(g.waiting, func(q question) bool { return q.about == about })
	}
	g.waiting = append(g.waiting, question{about, ask})
}

// Next opens the next question that waits, if this is the time for it.
func (g *Gate) Next() tea.Cmd {
	if len(g.waiting) == 0 || g.open != nil || !g.Still() {
		return nil
	}
	next := g.waiting[0]
	g.waiting = g.waiting[1:]
	cmd := g.Input(next.ask)
	if g.open != nil {
		g.self, g.guarded, g.key, g.wait = true, true, g.clock(), stillness
		if !g.typed {
			g.wait = reaction
		}
	}
	return cmd
}

// Still reports whether no key has come for a while.
func (g *Gate) Still() bool { return g.clock().Sub(g.key) >= stillness }

// Pressed counts a key. It reports whether the key belongs to what was being typed
// when a question came up, so that nothing may be done with it. Esc and ^C answer
// nothing and are never held back.
func (g *Gate) Pressed(key tea.KeyMsg) (swallowed bool) {
	now := g.clock()
	settled := now.Sub(g.key) >= g.wait
	g.key, g.typed, g.wait = now, true, stillness
	g.keys++
	if g.open == nil || settled || key.Type == tea.KeyEscape || key.Type == tea.KeyCtrlC {
		g.guarded = false
	}
	return g.guarded
}

// Clicked counts a click, which nobody makes without looking.
func (g *Gate) Clicked() {
	g.keys++
	g.guarded = false
}

// Key gives a key to the open dialog. A key that a question which came up by itself
// has no use for was meant for something else, and so are those that follow at once.
func (g *Gate) Key(key tea.KeyMsg) tea.Cmd {
	open := g.open
	done, cmd := open.Key(key)
	if g.self && !done && g.open == open {
		g.guarded = true
	}
	g.close(open, done)
	return cmd
}

// Click gives a click at a cell of the screen to the open dialog; count is 2 for a
// double click, 3 for a triple one.
func (g *Gate) Click(x, y, count int) tea.Cmd {
	open := g.open
	if s, ok := selecting(open); ok && s.Press(x, y, count) {
		return nil
	}
	done, cmd := open.Click(x, y)
	g.close(open, done)
	return cmd
}

// Drag gives a move with the button held to the open dialog.
func (g *Gate) Drag(x, y int) {
	if s, ok := selecting(g.open); ok {
		s.Drag(x, y)
	}
}

// selecting returns a dialog as one in which text can be selected.
func selecting(d dialog.Dialog) (dialog.Selecting, bool) {
	if c, ok := d.(*chain); ok {
		d = c.Dialog
	}
	s, ok := d.(dialog.Selecting)
	return s, ok
}

// close closes the dialog that was open unless another one has taken its place.
func (g *Gate) close(was dialog.Dialog, done bool) {
	if !done || g.open != was {
		return
	}
	g.open = nil
	if c, ok := was.(*chain); ok {
		c.next()
	}
}

// Draw draws the open dialog over the screen and returns where the real cursor
// belongs.
func (g *Gate) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	return g.open.Draw(screen, st)
}
