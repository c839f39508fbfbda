// Package rows lays out lines in the rows of a screen, and caches the layout.
//
// A line is laid out from its start, and only as far as needed: a line of 300 KB
// costs no more than the part shown, and an edit discards only the rows from the edit
// on. A row depends only on where it starts, so a layout continued after an edit
// equals a new one.
package rows

import (
	"math"

	"galley/ui/cell"
)

// Options control the layout of lines.
type Options struct {
	Width int // columns of a row; at least 1
	Wrap  bool
	Flush bool // the rows after a line's first have no hanging indent
	Cell  cell.Options
}

// Row is one row of a line: the bytes [Start, End) of the line. Col is the column of the
// unwrapped line at which the row starts; tab stops count from the line's start. X is the
// column on the screen at which the row starts: the hanging indent for rows after the first.
type Row struct{ Start, End, Col, X int }

// generation is the number of layouts that a cache holds before it drops those not used
// recently. It is larger than the number of lines on any screen.
const generation = 512

// Cache caches the layouts of lines by the lines' IDs.
type Cache struct {
	o          Options
	young, old map[uint64]*Layout
	cells      []cell.Cell // scratch
	starts     []int       // scratch
}

// NewCache returns an empty cache.
func NewCache(o Options) *Cache {
	c := &Cache{}
	c.SetOptions(o)
	return c
}

// Options returns the options of the layouts.
func (c *Cache) Options() Options { return c.o }

// SetOptions changes the options. This drops all layouts.
func (c *Cache) SetOptions(o Options) {
	o.Width = min(max(o.Width, 1), math.MaxInt32)
	if c.young == nil || o != c.o {
		c.o = o
		c.Clear()
	}
}

// Clear drops all layouts.
func (c *Cache) Clear() { c.young, c.old = map[uint64]*Layout{}, nil }

// Get returns the layout of a line. id identifies the line, and text is the line without its
// line end.
func (c *Cache) Get(id uint64, text string) *Layout {
	l := c.young[id]
	if l == nil {
		if l = c.old[id]; l == nil {
			l = c.layout(text)
		}
		if len(c.young) >= generation {
			c.old, c.young = c.young, make(map[uint64]*Layout, generation)
		}
		c.young[id] = l
	}
	if l.text != text {
		*l = *c.layout(text)
	}
	l.text = text // the same text, but in the present document, so that the older one can be freed
	return l
}

// Keep drops all layouts except those of the given lines.
func (c *Cache) Keep(ids []uint64) {
	kept := make(map[uint64]*Layout, len(ids))
	for _, id := range ids {
		if l := c.young[id]; l != nil {
			kept[id] = l
		} else if l := c.old[id]; l != nil {
			kept[id] = l
		}
	}
	c.young, c.old = kept, nil
}

// Edited records that a line was edited and now has the given text. The edit begins at byte at.
func (c *Cache) Edited(id uint64, text string, at int) {
	for _, m := range []map[uint64]*Layout{c.young, c.old} {
		if l := m[id]; l != nil {
			l.edited(text, at)
		}
	}
}

func (c *Cache) layout(text string) *Layout {
	l := &Layout{c: c, text: text, hang: c.hang(text)}
	l.rows = append(l.rows, mark{})
	l.done = text == ""
	return l
}
