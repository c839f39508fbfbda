package token

// merger merges the symbols of one piece. It reuses its slices, so that merging stops
// allocating once they are large enough.
type merger struct {
	symbols []uint32 // the symbols of the piece; the caller sets them before run
	ranks   []uint32 // ranks[i] is the rank of the pair of symbols i and i+1
	// For long pieces: a linked list of the symbols that remain, and the pairs that could merge.
	prev, next []int32
	agenda     agenda
}

// longPiece is the number of symbols from which the agenda is faster than a linear search.
const longPiece = 96

// keptSymbols is a limit: the slices are kept for pieces with at most this number of symbols.
// Longer pieces are rare, and they need 28 bytes per symbol.
const keptSymbols = 1 << 16

// reset prepares the merger for a piece of n symbols.
func (m *merger) reset(n int) {
	if cap(m.symbols) < n || cap(m.symbols) > keptSymbols {
		size := max(n, 2*longPiece)
		*m = merger{symbols: make([]uint32, 0, size), ranks: make([]uint32, 0, size)}
	}
	m.symbols, m.ranks = m.symbols[:0], m.ranks[:0]
}

// run merges m.symbols in place. In each step it merges the pair of neighbours with the lowest
// rank. Among pairs of equal rank it merges the leftmost. The ranks of all neighbours must be in
// m.ranks. Afterwards m.symbols holds the tokens.
func (m *merger) run(pairs *pairTable) {
	if len(m.symbols) > longPiece {
		m.runLong(pairs)
	} else {
		m.runShort(pairs)
	}
}

// runShort searches all ranks for each merge. For a short piece this search is faster than keeping
// the ranks sorted.
func (m *merger) runShort(pairs *pairTable) {
	symbols, ranks := m.symbols, m.ranks
	for len(ranks) > 0 {
		best, at := ranks[0], 0
		for i, r := range ranks {
			if r < best {
				best, at = r, i
			}
		}
		if best == none {
			break
		}
		symbols[at] = best
		copy(symbols[at+1:], symbols[at+2:])
		symbols = symbols[:len(symbols)-1]
		copy(ranks[at:], ranks[at+1:])
		ranks = ranks[:len(ranks)-1]
		if at > 0 {
			ranks[at-1] = pairs.rank(symbols[at-1], best)
		}
		if at < len(ranks) {
			ranks[at] = pairs.rank(best, symbols[at+1])
		}
	}
	m.symbols, m.ranks = symbols, ranks
}

// runLong has the same result as runShort, in at most n log n steps. An entry of the agenda has
// rank and position in one number, so the smallest entry is the next pair to merge. An entry whose
// position has changed in the meantime is skipped.
func (m *merger) runLong(pairs *pairTable) {
	n := len(m.symbols)
	symbols, ranks := m.symbols, m.ranks
	m.prev, m.next = grow(m.prev, n), grow(m.next, n)
	prev, next := m.prev, m.next
	for i := range n {
		prev[i], next[i] = int32(i-1), int32(i+1)
	}
	m.agenda.start(ranks)
	for {
		top, ok := m.agenda.pop()
		if !ok {
			break
		}
		rank, at := uint32(top>>32), int(uint32(top))
		if ranks[at] != rank {
			continue
		}
		gone := int(next[at])
		after := int(next[gone])
		symbols[at], next[at] = rank, int32(after)
		if gone < len(ranks) {
			ranks[gone] = none
		}
		ranks[at] = none
		if after < n {
			prev[after] = int32(at)
			if r := pairs.rank(rank, symbols[after]); r != none {
				ranks[at] = r
				m.agenda.push(entry(r, at))
			}
		}
		if before := int(prev[at]); before >= 0 {
			r := pairs.rank(symbols[before], rank)
			ranks[before] = r
			if r != none {
				m.agenda.push(entry(r, before))
			}
		}
	}
	left := 0
	for i := 0; i < n; i = int(next[i]) {
		symbols[left] = symbols[i]
		left++
	}
	m.symbols, m.ranks = symbols[:left], ranks[:0]
}

func grow(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	return s[:n]
}
