package term

import (
	"fmt"
	"reflect"
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"
)

// Crash is the error of a session whose program panicked. When the session returns this error,
// the terminal is restored and the program has tried to save its state.
type Crash struct {
	Value   any
	Stack   []byte
	Unsaved error // why the program's work could not be saved, or nil
}

// Error returns one line. The stack is for a log, or for the end of a message.
func (c *Crash) Error() string { return fmt.Sprintf("galley has crashed: %v", c.Value) }

// crashMsg carries a panic from a command's goroutine to the event loop.
type crashMsg struct{ crash *Crash }

// guard is the model that bubbletea runs. It wraps the program's own model and catches every panic
// in Update, in View and in commands. Bubbletea would print the stack to the alternate screen,
// where it is soon lost.
type guard struct {
	model  tea.Model
	rescue func() error
	wake   func() // sends a message to Update, from any goroutine
	crash  *Crash
}

func (g *guard) Init() (cmd tea.Cmd) {
	defer g.caught(&cmd)
	return guarded(g.model.Init())
}

func (g *guard) Update(msg tea.Msg) (self tea.Model, cmd tea.Cmd) {
	self = g
	defer g.caught(&cmd)
	if g.crash != nil {
		return g, tea.Quit
	}
	if c, ok := msg.(crashMsg); ok {
		g.die(c.crash)
		return g, tea.Quit
	}
	g.model, cmd = g.model.Update(msg)
	return g, guarded(cmd)
}

func (g *guard) View() (s string) {
	defer func() {
		if v := recover(); v != nil {
			g.die(&Crash{Value: v, Stack: debug.Stack()})
			g.wake()
		}
	}()
	if g.crash != nil {
		return ""
	}
	return g.model.View()
}

// caught turns a panic into the end of the program.
func (g *guard) caught(cmd *tea.Cmd) {
	if v := recover(); v != nil {
		g.die(&Crash{Value: v, Stack: debug.Stack()})
		*cmd = tea.Quit
	}
}

func (g *guard) die(c *Crash) {
	if g.crash != nil {
		return
	}
	g.crash = c
	if g.rescue != nil {
		defer func() { _ = recover() }() // a program that has crashed may panic here too
		c.Unsaved = g.rescue()
	}
}

// guarded returns a command that reports a panic of cmd as a message. It also guards the commands
// in the message that cmd returns.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = crashMsg{&Crash{Value: v, Stack: debug.Stack()}}
			}
		}()
		return guardedMsg(cmd())
	}
}

// guardedMsg guards the commands of a batch or a sequence. Bubbletea does not export
// the sequence's type, so both are recognized as slices of commands.
func guardedMsg(msg tea.Msg) tea.Msg {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return msg
	}
	for i := range v.Len() {
		cmd, _ := v.Index(i).Interface().(tea.Cmd)
		if cmd != nil {
			v.Index(i).Set(reflect.ValueOf(guarded(cmd)))
		}
	}
	return msg
}
