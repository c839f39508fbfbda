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
	// took is how long the page took to make, and until when it stands whatever comes: a log
	// that takes long to read is not read all the time.
	took  time.Duration
	until time.Time
}

// rests is how much longer than its reading took the page of a log stands.
const rests = 10

// page returns the page as it is, or the page made again. It may block.
func (g *growing) page(s logs.Session, last int, build func() page) page {
	g.mu.Lock()
	defer g.mu.Unlock()
	mark, err := store.MarkOf(s)
	now := time.Now()
	if err == nil && g.last == last && g.made.err == nil && len(g.made.rows) > 0 && (mark == g.of || now.Before(g.until)) {
		return g.made
	}
	g.made, g.last, g.of = build(), last, mark
	g.took = time.Since(now)
	g.until = time.Now().Add(rests * g.took)
	return g.made
}
