package view

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/work"
)

// Making makes one value in the background, always for the latest request. The zero value has made
// nothing yet.
type Making[T any] struct {
	made any // the input from which the last result was made
	next any // the input of the running work
	work work.Run
}

// madeMsg carries the value that was made.
type madeMsg[T any] struct {
	of        *Making[T]
	from      any
	made      T
	cancelled bool
}

// Make starts to make the value by calling make, unless it was already made from an equal input.
// from is the input and must be comparable. If work for another input is running, it is cancelled,
// and [Making.Took] then reports that Make must be called again.
func (g *Making[T]) Make(from any, make func(ctx context.Context) T) tea.Cmd {
	if running := g.work.Running(); running && g.next == from || !running && g.made == from {
		return nil
	}
	ctx, ok := g.work.Begin(time.Now())
	if !ok {
		return nil
	}
	g.next = from
	return func() tea.Msg {
		made := make(ctx)
		return madeMsg[T]{g, from, made, ctx.Err() != nil}
	}
}

// Took handles the value that was made. came is false if the work was cancelled. again is true
// if the value for another input is needed by now, so that Make must be called again. ok is
// false if the message is not for g.
func (g *Making[T]) Took(msg tea.Msg) (made T, came, again, ok bool) {
	m, is := msg.(madeMsg[T])
	if !is || m.of != g {
		return
	}
	again, ok = g.work.End(!m.cancelled), true
	if !m.cancelled {
		g.made, made, came = m.from, m.made, true
	}
	return
}

// Forget makes the next Make do its work even if the input is the same.
func (g *Making[T]) Forget() { g.made = nil }

// Running reports whether work is running.
func (g *Making[T]) Running() bool { return g.work.Running() }

// Cancel cancels the running work, if any.
func (g *Making[T]) Cancel() { g.work.Cancel() }
