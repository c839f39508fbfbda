package token

import "slices"

// agenda is a priority queue that returns the least entry first. A heap would be
// enough; but if a piece repeats itself, entries come in a few rising series, which
// need no heap. Such pieces are the longest ones.
type agenda struct {
	series [8]series
	heap   []uint64 // entries that fit into no series
}

// series is a list of rising entries; those before head are done.
type series struct {
	entries []uint64
	head    int
}

// entry combines a rank with its place in the piece. Of equal ranks, the leftmost place is the
// least.
func entry(rank uint32, at int) uint64 { return uint64(rank)<<32 | uint64(at) }

// start clears the agenda and fills it with the ranks that merge.
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

// push adds an entry: to the series whose end is nearest below it, or to an
// empty one, or to the heap.
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

// pop removes the least entry; ok is false if the agenda is empty.
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
	for i := len(heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if heap[parent] <= heap[i] {
			return
		}
		heap[parent], heap[i] = heap[i], heap[parent]
		i = parent
	}
}
