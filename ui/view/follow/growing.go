package follow

import (
	"sync"
	"time"

	"galley/engine/logs"
	"galley/engine/logs/store"
)

// growing keeps the page of a session whose log may grow, and makes it again after
// the log has grown.
type growing struct {
	mu   sync.Mutex
	of   store.Mark
	last int // how many turns were requested
	made page
	// until is the earliest time at which the page may be made again; zero before the
	// first one. So a log that is slow to read is not read all the time.
	until time.Time
}

// rests is how many times longer a page is kept than it took to make.
const rests = 10

// page returns the kept page, or makes it again. It may block.
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
