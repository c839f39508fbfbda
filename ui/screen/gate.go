package screen

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
)

// Gate opens all dialogs, in such a way that a dialog never receives keys that were meant for
// something else. One dialog is open at a time.
//
//   - [Gate.Open] opens a dialog that the user requests with the key or click that is being
//     handled.
//   - [Gate.Answer] opens a dialog that the user requested with an earlier key, once the work for
//     it is done. If other keys have come since, it waits. Letters that come at the same time as a
//     question, or a moment later, do not answer it.
//   - [Gate.Ask] opens a dialog that the user did not request. It waits until no dialog is open and
//     no key has come for a while. The dialog then ignores keys for a moment.
type Gate struct {
	clock   func() time.Time
	open    dialog.Dialog
	waiting []question
	guarded bool          // the open dialog was not requested, and the user has not yet had time to notice it
	self    bool          // the open dialog was not requested by the user
	inside  bool          // a key or click is being handled, or a waiting question is being opened
	typed   bool          // whether a key has come since the start
	key     time.Time     // the time of the last key, or of the last dialog that opened
	wait    time.Duration // how long after the last key another key may still belong to earlier typing
	keys    uint64        // the number of keys and clicks so far
}

// Ticket says when the user requested something. See [Gate.Answer].
type Ticket struct{ keys uint64 }

// question is a dialog that waits to be opened.
type question struct {
	about string
	ask   func() tea.Cmd // opens the dialog, or does nothing if it is no longer needed
}

// stillness is a time: if no key has come for so long, the user counts as not typing.
const stillness = 700 * time.Millisecond

// reaction is a time too short to read a new question and to answer it. It is used for
// questions that open before any key was pressed, or after the work for a request. Later keys
// are answers.
const reaction = 200 * time.Millisecond

// chain is a dialog that opens another one when it closes.
type chain struct {
	dialog.Dialog
	next func()
}

// Dialog returns the open dialog, or nil.
func (g *Gate) Dialog() dialog.Dialog { return g.open }

// Input calls a function that handles a key, a click or a paste. While it runs, [Gate.Open] opens
// dialogs at once.
func (g *Gate) Input(handle func() tea.Cmd) tea.Cmd {
	defer func(was bool) { g.inside = was }(g.inside)
	g.inside = true
	return handle()
}

// Open opens a dialog and replaces an open one. Outside of [Gate.Input] the user has not just
// requested the dialog, so it waits as with [Gate.Ask].
func (g *Gate) Open(d dialog.Dialog) {
	if g.inside {
		g.open, g.self = d, false
		return
	}
	g.queue("", func() tea.Cmd { g.open = d; return nil })
	g.Next()
}

// OpenTyped opens a question that a typed letter caused. The next letters may belong to the same
// word, so they do not answer it until the user pauses.
func (g *Gate) OpenTyped(d dialog.Dialog) {
	g.Open(d)
	if g.open == d {
		g.guarded, g.key, g.wait = true, g.clock(), stillness
	}
}

// OpenThen opens a dialog and calls next when it closes.
func (g *Gate) OpenThen(d dialog.Dialog, next func()) { g.Open(&chain{Dialog: d, next: next}) }

// Ticket returns a ticket for what the user requests now.
func (g *Gate) Ticket() Ticket { return Ticket{g.keys} }

// Answer calls open, which opens a dialog, at once if no key has come since the ticket and no
// dialog is open. Otherwise it waits as with [Gate.Ask]. about names the question.
func (g *Gate) Answer(t Ticket, about string, open func() tea.Cmd) tea.Cmd {
	if t.keys == g.keys && g.open == nil {
		cmd := g.Input(open)
		if isQuestion(g.open) {
			g.self, g.guarded, g.key, g.wait = true, true, g.clock(), reaction
		}
		return cmd
	}
	return g.Ask(about, open)
}

// Ask opens a question as soon as the user is not typing and no dialog is open. about names the
// question; a newer one with the same name replaces it.
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

// Next opens the next waiting question, if it can be opened now.
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

// Pressed counts a key. swallowed reports that the key belongs to text that the user was typing
// when a question opened, so that it must be ignored. Esc and Ctrl+C are never ignored. Keys that
// write no text are not ignored by a question, because they show that the typing has ended.
func (g *Gate) Pressed(key tea.KeyMsg) (swallowed bool) {
	now := g.clock()
	settled := now.Sub(g.key) >= g.wait
	g.key, g.typed, g.wait = now, true, stillness
	g.keys++
	if g.open == nil || settled || key.Type == tea.KeyEscape || key.Type == tea.KeyCtrlC || isQuestion(g.open) && !writes(key) {
		g.guarded = false
	}
	return g.guarded
}

// Clicked counts a click. Clicks are never ignored.
func (g *Gate) Clicked() {
	g.keys++
	g.guarded = false
}

// writes reports whether a key writes text.
func writes(key tea.KeyMsg) bool {
	switch key.Type {
	case tea.KeyRunes, tea.KeySpace, tea.KeyEnter, tea.KeyBackspace:
		return !key.Alt
	}
	return false
}

// Asking reports whether the open dialog is a question, which letters answer.
func (g *Gate) Asking() bool { return isQuestion(g.open) }

func isQuestion(d dialog.Dialog) bool {
	_, ok := inner(d).(*dialog.Question)
	return ok
}

// inner returns the dialog that a chain wraps, or d itself if d is not a chain.
func inner(d dialog.Dialog) dialog.Dialog {
	if c, ok := d.(*chain); ok {
		return c.Dialog
	}
	return d
}

// mostOpen is the largest number of dialogs that can be open behind each other. It also limits
// how often Leave presses Esc in one of them.
const mostOpen = 10

// Leave closes the open dialog and the dialogs from which it was opened, as Esc does. If a
// dialog has text that would be lost, Leave does not close this dialog and returns false.
func (g *Gate) Leave() (cmd tea.Cmd, left bool) {
	for range mostOpen {
		if g.open == nil {
			return cmd, true
		}
		if w, ok := inner(g.open).(dialog.Writing); ok && w.Unfinished() {
			return cmd, false
		}
		cmd = tea.Batch(cmd, g.Key(tea.KeyMsg{Type: tea.KeyEscape}))
	}
	return cmd, g.open == nil
}

// Key passes a key to the open dialog. If the user did not request the dialog and the key does
// not answer it, the user meant the key for something else. So Key guards the dialog against the
// keys that follow at once. It does not guard a question if the key writes no text, because such
// a key does not begin a word.
func (g *Gate) Key(key tea.KeyMsg) tea.Cmd {
	open := g.open
	answering, ok := inner(open).(dialog.Answering)
	taken := ok && answering.Answers(key)
	done, cmd := open.Key(key)
	if g.self && !done && !taken && g.open == open && (writes(key) || !isQuestion(open)) {
		g.guarded = true
	}
	g.close(open, done)
	return cmd
}

// Click passes a click at a cell of the screen to the open dialog. count is 2 for a double click
// and 3 for a triple click.
func (g *Gate) Click(x, y, count int) tea.Cmd {
	open := g.open
	if s, ok := selecting(open); ok && s.Press(x, y, count) {
		return nil
	}
	done, cmd := open.Click(x, y)
	g.close(open, done)
	return cmd
}

// Drag passes a mouse move with the button held to the open dialog.
func (g *Gate) Drag(x, y int) {
	if s, ok := selecting(g.open); ok {
		s.Drag(x, y)
	}
}

// selecting returns the dialog if the mouse can select text in it.
func selecting(d dialog.Dialog) (dialog.Selecting, bool) {
	s, ok := inner(d).(dialog.Selecting)
	return s, ok
}

// close closes the dialog d if done is set. It does nothing if another dialog is open by now.
func (g *Gate) close(d dialog.Dialog, done bool) {
	if !done || g.open != d {
		return
	}
	g.open = nil
	if c, ok := d.(*chain); ok {
		c.next()
	}
}

// Draw draws the open dialog over the screen and returns the position of the terminal's cursor.
func (g *Gate) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	return g.open.Draw(screen, st)
}
