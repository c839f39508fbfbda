package follow

import (
	"sync"
	"time"

	"galley/engine/logs"
	"galley/engine/logs/store"
)

// growing caches the page of a session whose log may grow, and makes it again when the log has
// grown.
type growing struct {
	mu   sync.Mutex
	of   store.Mark
	last int // the number of turns that were requested
	made page
	// until is the earliest time at which the page may be made again, so that a log that is slow to
	// read is not read all the time. It is zero before the first page.
	until time.Time
}

// rests is a factor: a page is kept at least this many times longer than it took to make.
const rests = 10

// page returns the cached page, or calls build to make it again. It may block.
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
