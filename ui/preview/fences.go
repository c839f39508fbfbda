package preview

import (
	"strings"

	"galley/ui/highlight"
)

// fenceCache remembers what would cost a walk through the text to find out: the
// highlighting state at a line, and how many lines a piece has.
type fenceCache struct {
	at     int // the state holds for the line at this offset
	known  highlight.State
	valid  bool
	counts map[int]int
}

func (c *fenceCache) reset() { *c = fenceCache{} }

// state returns the highlighting state at the line that begins at offset, going
// on from the line that was asked for last.
func (c *fenceCache) state(text string, offset int) highlight.State {
	if !c.valid || offset < c.at {
		*c = fenceCache{valid: true, known: highlight.Start(highlight.Markdown), counts: c.counts}
	}
	for c.at < offset {
		next := lineEnd(text, c.at) + 1
		c.known = c.known.Next(text[c.at:min(next-1, len(text))])
		c.at = next
	}
	return c.known
}

// lines counts the lines of piece i.
func (c *fenceCache) lines(i int, text string) int {
	if n, ok := c.counts[i]; ok {
		return n
	}
	n := strings.Count(text, "\n")
	if !strings.HasSuffix(text, "\n") {
		n++
	}
	if c.counts == nil {
		c.counts = map[int]int{}
	}
	c.counts[i] = n
	return n
}
