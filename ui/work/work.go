// Package work manages background work. Only the latest work of a kind counts: newer work cancels
// older work.
package work

import (
	"context"
	"time"
)

// patience is how long newer work may cancel older work again and again. If newer work has
// waited for this time, the running work is no longer cancelled, so that a user who types
// without pauses still sees results.
const patience = 300 * time.Millisecond

// Run manages work of one kind, of which one piece runs at a time. The zero value is ready. It is
// not safe for concurrent use: the event loop calls Begin and End, and the work itself runs
// elsewhere.
type Run struct {
	cancel  context.CancelFunc // cancels the running work; nil if none is running
	again   bool               // whether newer work was requested
	outrun  time.Time          // when newer work was first requested while older work was running
	waiting bool               // whether outrun is set
}

// Begin begins a piece of work, unless a piece is already running. In that case ok is false,
// Begin cancels the running piece if patience allows it, and [Run.End] will report that another
// piece is needed.
func (r *Run) Begin(now time.Time) (ctx context.Context, ok bool) {
	if r.cancel != nil {
		if !r.waiting {
			r.outrun, r.waiting = now, true
		}
		if now.Sub(r.outrun) < patience {
			r.cancel()
		}
		r.again = true
		return nil, false
	}
	ctx, r.cancel = context.WithCancel(context.Background())
	r.again = false
	return ctx, true
}

// End records that the running work has ended; done says that it was not cancelled. again reports
// whether newer work was requested.
func (r *Run) End(done bool) (again bool) {
	r.Cancel()
	r.cancel = nil
	if done {
		r.waiting = false
	}
	return r.again
}

// Cancel cancels the running work, if any.
func (r *Run) Cancel() {
	if r.cancel != nil {
		r.cancel()
	}
}

// Running reports whether work is running.
func (r *Run) Running() bool { return r.cancel != nil }
