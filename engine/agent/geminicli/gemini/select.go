package gemini

import (
	"cmp"
	"io/fs"
	"slices"

	"galley/engine/collate"
	"galley/engine/facts"
)

// first returns the names of the first entries of a kind, in collation order. The parameter most
// limits the number of names. A name is left out if shown returns false for it; a nil shown
// accepts all names. If first returns as many names as the limit allows, rest reports whether
// another entry of the kind sorts after the last of them, even one that shown does not accept.
// first looks at each entry once and sorts only the names that it returns.
func first(entries []facts.Entry, kind func(fs.FileMode) bool, most int, shown func(string) bool) (names []string, rest bool) {
	var h lastFirst // a heap as soon as it is full
	full := most == 0
	var hidden ranked // the last, in order, of the entries that shown refuses
	for i, e := range entries {
		if !kind(e.Type) {
			continue
		}
		r := ranked{e.Name, i}
		switch {
		case full && (most == 0 || r.after(h[0])):
			// rest stays true, because only earlier names can replace the last returned one.
			rest = true
		case shown != nil && !shown(e.Name):
			if hidden.name == "" || r.after(hidden) {
				hidden = r
			}
		case full:
			h[0], rest = r, true
			h.sink(0)
		default:
			h = append(h, r)
			if full = len(h) == most; full {
				h.heapify()
			}
		}
	}
	if full && hidden.name != "" {
		rest = rest || hidden.after(h[0])
	}
	slices.SortFunc(h, ranked.compare)
	names = make([]string, len(h))
	for i, r := range h {
		names[i] = r.name
	}
	return names, rest
}

// ranked is a name with its position in the directory. Names that collate as equal are ordered by
// this position, because the agent's sort is stable.
type ranked struct {
	name string
	at   int
}

func (r ranked) compare(o ranked) int {
	return cmp.Or(collate.Compare(r.name, o.name), r.at-o.at)
}

func (r ranked) after(o ranked) bool { return r.compare(o) > 0 }

// lastFirst is a heap with the last name on top.
type lastFirst []ranked

func (h lastFirst) heapify() {
	for i := range slices.Backward(h) {
		h.sink(i)
	}
}

func (h lastFirst) sink(i int) {
	for {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && h[child+1].after(h[child]) {
			child++
		}
		if !h[child].after(h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
