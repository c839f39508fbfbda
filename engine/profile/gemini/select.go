package gemini

import (
	"container/heap"
	"io/fs"
	"slices"

	"galley/engine/collate"
	"galley/engine/facts"
)

// first returns the names of the first most entries of a kind in the order of
// collation, of those that are shown (nil: all are). rest says whether an entry
// of the kind, shown or not, stands behind the last of them when that many were
// found. It looks at each entry once and sorts only what it returns, however many
// there are.
func first(entries []facts.Entry, kind func(fs.FileMode) bool, most int, shown func(string) bool) (names []string, rest bool) {
	h := make(lastFirst, 0, min(most, len(entries)))
	full := most == 0
	var hidden ranked // the last of those that are not shown
	for i, e := range entries {
		if !kind(e.Type) {
			continue
		}
		r := ranked{e.Name, i}
		switch {
		case full && (most == 0 || r.after(h[0])):
			rest = true // and stays so: the last one can only move to the front
		case shown != nil && !shown(e.Name):
			if hidden.name == "" || r.after(hidden) {
				hidden = r
			}
		case full:
			h[0], rest = r, true
			heap.Fix(&h, 0)
		default:
			heap.Push(&h, r)
			full = len(h) == most
		}
	}
	if full && most > 0 && hidden.name != "" {
		rest = rest || hidden.after(h[0])
	}
	slices.SortFunc(h, func(a, b ranked) int {
		if a.after(b) {
			return 1
		}
		return -1
	})
	for _, r := range h {
		names = append(names, r.name)
	}
	return names, rest
}

// ranked is a name with its place in the directory, which decides between names
// that are level: the agent's sort is stable.
type ranked struct {
	name string
	at   int
}

func (r ranked) after(o ranked) bool {
	if n := collate.Compare(r.name, o.name); n != 0 {
		return n > 0
	}
	return r.at > o.at
}

// lastFirst is a heap with the last name on top.
type lastFirst []ranked

func (h lastFirst) Len() int           { return len(h) }
func (h lastFirst) Less(i, j int) bool { return h[i].after(h[j]) }
func (h lastFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *lastFirst) Push(x any)        { *h = append(*h, x.(ranked)) }
func (h *lastFirst) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
