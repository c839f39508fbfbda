package follow

import (
	"sync"
	"time"

	"galley/engine/logs"
	"galley/engine/logs/store"
)

// growing keeps the page of a session whose log may grow, and makes it again when the log has grown.
type growing struct {
	mu   sync.Mutex
	of   store.Mark
	last int // turns that were asked for
	made page
	// until is when the page may be made again at the earliest; zero before the first one.
	// A log that takes long to read is not read all the time.
	until time.Time
}

// rests is how many times as long as its making a page stands.
const rests = 10

// page returns the page as it is, or the page made again. It may block.
func (g *growing) page(s logs.Session, last int, build func() page) page {
	g.mu.Lock()
	defer g.mu.Unlock()
	mark, err := store.MarkOf(s)
	began := time.Now()
	same := err == nil && mark == g.of && g.made.err == nil
	if !g.until.IsZero() && g.last == last && (same || began.Before(g.until)) {
		return g.made
	}
	g.made, g.last, g.of = build(), last, mark
	now := time.Now()
	g.until = now.Add(rests * now.Sub(began))
	return g.made
}
