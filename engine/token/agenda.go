package token

import "slices"

// agenda is a priority queue that returns the smallest entry first. A heap alone would give the
// same result. But the longest pieces are mostly repetitions: their entries come in a few rising
// series, which are kept as lists and need no heap.
type agenda struct {
	series [8]series
	heap   []uint64 // entries that belong to no series
}

// series is a list of rising entries. The entries before head were already returned.
type series struct {
	entries []uint64
	head    int
}

// entry combines a rank with its position in the piece. Among entries with equal ranks, the
// leftmost position is the smallest.
func entry(rank uint32, at int) uint64 { return uint64(rank)<<32 | uint64(at) }

// start clears the agenda and adds the ranks of all pairs that merge.
func (a *agenda) start(ranks []uint32) {
	for i := range a.series {
		a.series[i] = series{entries: a.series[i].entries[:0]}
	}
	a.heap = a.heap[:0]
	first := a.series[0].entries
	for i, r := range ranks {
		if r != none {
			first = append(first, entry(r, i))
		}
	}
	slices.Sort(first)
	a.series[0].entries = first
}

// push adds an entry to the series with the largest last entry that is below e. Without such a
// series, it adds the entry to an empty series, or else to the heap.
func (a *agenda) push(e uint64) {
	best, end := -1, uint64(0)
	for i := range a.series {
		s := &a.series[i]
		if s.head == len(s.entries) {
			s.entries, s.head = s.entries[:0], 0
			if best < 0 {
				best = i
			}
			continue
		}
		if last := s.entries[len(s.entries)-1]; last <= e && last >= end {
			best, end = i, last
		}
	}
	if best >= 0 {
		a.series[best].entries = append(a.series[best].entries, e)
		return
	}
	a.heap = append(a.heap, e)
	a.lift()
}

// pop removes the smallest entry; ok is false if the agenda is empty.
func (a *agenda) pop() (e uint64, ok bool) {
	best := -1
	if len(a.heap) > 0 {
		e, ok = a.heap[0], true
	}
	for i := range a.series {
		s := &a.series[i]
		if s.head < len(s.entries) && (!ok || s.entries[s.head] < e) {
			best, e, ok = i, s.entries[s.head], true
		}
	}
	if best >= 0 {
		a.series[best].head++
	} else if ok {
		last := len(a.heap) - 1
		a.heap[0] = a.heap[last]
		a.heap = a.heap[:last]
		a.sink()
	}
	return e, ok
}

// sink restores the order of the heap after its first entry has changed.
func (a *agenda) sink() {
	heap := a.heap
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && heap[child+1] < heap[child] {
			child++
		}
		if heap[i] <= heap[child] {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

// lift restores the order of the heap after an entry was appended.
func (a *agenda) lift() {
	heap := a.heap
	for i := len(heap) - 1; ; {
		parent := (i - 1) / 2 // the first entry is its own parent
		if heap[parent] <= heap[i] {
			return
		}
		heap[parent], heap[i] = heap[i], heap[parent]
		i = parent
	}
}
