package view

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/work"
)

// Making makes one thing in the background, always for the latest request. The zero value has made
// nothing yet.
type Making[T any] struct {
	made any // the input of the last result
	next any // the input of the running work
	work work.Run
}

// madeMsg carries the result.
type madeMsg[T any] struct {
	of        *Making[T]
	from      any
	made      T
	cancelled bool
}

// Make makes the thing unless it was already made from an equal input; from must be
// comparable. Work that runs for another input is cancelled, and [Making.Took] then reports
// that Make must be called again.
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

// Took accepts the result. came is false if the work was cancelled. again reports that the result
// for another input is needed by now: call Make again. ok is false if the message is not for g.
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

// Running reports whether work runs.
func (g *Making[T]) Running() bool { return g.work.Running() }

// Cancel cancels the work that runs, if any.
func (g *Making[T]) Cancel() { g.work.Cancel() }
