package app

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A question that nobody asked for must not be answered by a word that was being
// typed when it came. It waits until the keys have been still for a while, and
// takes no answer from the keyboard for a moment after it has opened.

// stillness is how long no key has come when somebody is not typing.
const stillness = 700 * time.Millisecond

// reaction is how fast nobody answers a question that has just appeared. It guards
// one that appears before any key was pressed: what comes later is an answer.
const reaction = 200 * time.Millisecond

// interruption is a question that came up by itself.
type interruption struct {
	waiting []question
	guarded bool          // the open dialog came up by itself and nobody has looked at it yet
	typed   bool          // a key has come since the start
	key     time.Time     // when the last key came, or the dialog
	wait    time.Duration // how long after it a key may belong to what was being typed
}

// question is one that waits for its time. One about the same thing takes its place.
type question struct {
	about string
	ask   func() tea.Cmd // opens it, or finds that it has answered itself
}

// interrupt opens a question at once when nobody is typing and no dialog is open,
// else as soon as that is so.
func (w *Workbench) interrupt(about string, ask func() tea.Cmd) tea.Cmd {
	i := &w.interruption
	i.waiting = slices.DeleteFunc(i.waiting, func(q question) bool { return q.about == about })
	i.waiting = append(i.waiting, question{about, ask})
	return w.interruptNow()
}

// interruptNow opens the next question that waits, if this is the time for it.
func (w *Workbench) interruptNow() tea.Cmd {
	i := &w.interruption
	if len(i.waiting) == 0 || w.dialog != nil || !w.still() {
		return nil
	}
	next := i.waiting[0]
	i.waiting = i.waiting[1:]
	cmd := next.ask()
	if w.dialog != nil {
		i.guarded, i.key, i.wait = true, w.o.Clock(), stillness
		if !i.typed {
			i.wait = reaction
		}
	}
	return cmd
}

// still reports whether no key has come for a while.
func (w *Workbench) still() bool { return w.o.Clock().Sub(w.interruption.key) >= stillness }

// swallow notes a key, and reports whether it belongs to what was being typed
// when a question came up. Esc answers nothing and is never held back.
func (w *Workbench) swallow(key tea.KeyMsg) bool {
	i := &w.interruption
	now := w.o.Clock()
	settled := now.Sub(i.key) >= i.wait
	i.key, i.typed, i.wait = now, true, stillness
	if w.dialog == nil || settled || key.Type == tea.KeyEscape || key.Type == tea.KeyCtrlC {
		i.guarded = false
	}
	return i.guarded
}
