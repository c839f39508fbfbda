package viewer

import (
	"sort"
	"strings"

	"galley/ui/highlight"
)

// fenceCache stores values that would otherwise be computed from the text again for each frame:
// the highlighting state at some lines, and the number of lines in each piece.
type fenceCache struct {
	lang   highlight.Lang // the language of the text as a whole
	marks  []fenceMark    // known states from the start of the text on, at least a stride apart
	last   fenceMark      // the last state that was requested
	counts map[int]int
}

// fenceMark is the state in which the line at an offset begins.
type fenceMark struct {
	at    int
	state highlight.State
}

// stride is the least distance between marks, in bytes.
const stride = 8 << 10

func newFenceCache(lang highlight.Lang) fenceCache {
	start := fenceMark{state: highlight.Start(lang)}
	return fenceCache{lang: lang, marks: []fenceMark{start}, last: start, counts: map[int]int{}}
}

// changed discards the values that may differ after a change of the text that begins at the
// offset head.
func (c *fenceCache) changed(head int) {
	c.marks = c.marks[:c.known(head)]
	c.last = c.marks[0]
	clear(c.counts)
}

// known returns the number of marks at or before offset.
func (c *fenceCache) known(offset int) int {
	return sort.Search(len(c.marks), func(i int) bool { return c.marks[i].at > offset })
}

// state returns the highlighting state of the line that begins at offset. It computes the state
// from the nearest known state before the line.
func (c *fenceCache) state(text string, offset int) highlight.State {
	at := c.marks[c.known(offset)-1]
	if c.last.at <= offset && c.last.at > at.at {
		at = c.last
	}
	for at.at < offset {
		next := lineEnd(text, at.at) + 1
		at = fenceMark{next, at.state.Next(text[at.at:min(next-1, len(text))])}
		if at.at-c.marks[len(c.marks)-1].at >= stride {
			c.marks = append(c.marks, at)
		}
	}
	c.last = at
	return at.state
}

// lines returns the number of lines of the piece with index i. text is the text of this piece.
func (c *fenceCache) lines(i int, text string) int {
	if n, ok := c.counts[i]; ok {
		return n
	}
	n := strings.Count(text, "\n")
	if !strings.HasSuffix(text, "\n") {
		n++
	}
	c.counts[i] = n
	return n
}
