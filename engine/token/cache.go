package token

import "sync"

// The limits of a cache of pieces. Long pieces rarely occur again. A full cache is cleared, because
// tracking which pieces are used would cost more than it saves.
const (
	cachePiece   = 256     // most bytes of a piece that is cached
	cacheEntries = 1 << 15 // most pieces
	cacheArena   = 1 << 20 // most bytes of all pieces together
)

// cache stores the counts of pieces. It copies the pieces, so that it keeps no document in memory,
// and it allocates only while it grows.
type cache[V any] struct {
	slots   []uint16 // index in entries plus one; 0 means an empty slot
	entries []cached[V]
	arena   []byte
}

type cached[V any] struct {
	hash  uint32
	start uint32 // in the arena
	size  uint32
	value V
}

// get returns the value of a piece, whose hash is h.
func (c *cache[V]) get(piece string, h uint64) (v V, ok bool) {
	if c.slots == nil {
		return v, false
	}
	for at := uint32(h) % (2 * cacheEntries); ; at = (at + 1) % (2 * cacheEntries) {
		slot := c.slots[at]
		if slot == 0 {
			return v, false
		}
		if e := &c.entries[slot-1]; e.hash == uint32(h>>32) && int(e.size) == len(piece) &&
			string(c.arena[e.start:e.start+e.size]) == piece {
			return e.value, true
		}
	}
}

// put stores the value of a piece that the cache does not have.
func (c *cache[V]) put(piece string, h uint64, v V) {
	if len(piece) > cachePiece {
		return
	}
	if c.slots == nil {
		c.slots = make([]uint16, 2*cacheEntries)
	}
	if len(c.entries) == cacheEntries || len(c.arena)+len(piece) > cacheArena {
		clear(c.slots)
		c.entries, c.arena = c.entries[:0], c.arena[:0]
	}
	c.entries = append(c.entries, cached[V]{uint32(h >> 32), uint32(len(c.arena)), uint32(len(piece)), v})
	c.arena = append(c.arena, piece...)
	at := uint32(h) % (2 * cacheEntries)
	for c.slots[at] != 0 {
		at = (at + 1) % (2 * cacheEntries)
	}
	c.slots[at] = uint16(len(c.entries))
}

// shortCache caches the counts of recent short pieces. Most lookups end in this cache. Each piece
// has one possible slot, and only the key is compared. Unlike a vocabulary, the table fits into
// the processor's cache.
type shortCache[V any] struct {
	entries []shortEntry[V]
}

type shortEntry[V any] struct {
	key   key
	value V
}

const shortBits = 12

// place returns the slot for a key with this hash.
func (c *shortCache[V]) place(h uint64) *shortEntry[V] {
	if c.entries == nil {
		c.entries = make([]shortEntry[V], 1<<shortBits)
	}
	return &c.entries[h>>(64-shortBits)]
}

// worker holds what one count needs in addition to the vocabulary.
type worker[V any] struct {
	merger
	short shortCache[V]
	long  cache[V]
	// Buffers for texts that are corrected before counting.
	text, composed []byte
}

// keptWorkers is the most idle workers that an encoding keeps.
const keptWorkers = 2

// workers lends workers to goroutines that count.
type workers[V any] struct {
	mu   sync.Mutex
	free []*worker[V]
}

// begin takes a worker for a text and returns the text as valid UTF-8. The returned text may share
// memory with a buffer of the worker.
func (p *workers[V]) begin(text string) (*worker[V], string) {
	w := p.take()
	text, w.text = validUTF8(text, w.text)
	return w, text
}

func (p *workers[V]) take() *worker[V] {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		w := p.free[n-1]
		p.free = p.free[:n-1]
		return w
	}
	return new(worker[V])
}

// give returns a worker to the pool. Buffers that have grown too large are dropped.
func (p *workers[V]) give(w *worker[V]) {
	w.text, w.composed = trimmed(w.text), trimmed(w.composed)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) < keptWorkers {
		p.free = append(p.free, w)
	}
}

// upTo counts the tokens of the first x bytes of a text. piece returns, for the piece that starts
// at i, how many of its tokens begin before x, and where the piece ends.
func (p *workers[V]) upTo(text string, x int, piece func(w *worker[V], text string, i, x int) (tokens, end int)) tally {
	w := p.take()
	defer p.give(w)
	text, x, w.text = validUpTo(text, x, w.text)
	total := 0
	for i := 0; i < x; {
		n, end := piece(w, text, i, x)
		total += n
		i = end
	}
	return tally{n: int64(total)}
}

// looker counts one piece of a text without the cache of short pieces. h is the hash of the piece.
type looker[V any] interface {
	look(w *worker[V], piece string, h uint64) V
}

// merged counts the tokens of a piece with a table of merges. It caches the number.
func merged(table interface{ merge(*merger, string) }, w *worker[uint32], piece string, h uint64) uint32 {
	if n, ok := w.long.get(piece, h); ok {
		return n
	}
	table.merge(&w.merger, piece)
	n := uint32(len(w.symbols))
	w.long.put(piece, h, n)
	return n
}

// pieceOf returns the scheme's result for the piece text[i:end], and caches the result.
func pieceOf[V any, L looker[V]](scheme L, w *worker[V], text string, i, end int) V {
	if end-i > shortPiece {
		piece := text[i:end]
		return scheme.look(w, piece, hashOf(piece))
	}
	k := keyOf(text, i, end)
	h := k.hash()
	place := w.short.place(h)
	if place.key != k {
		*place = shortEntry[V]{k, scheme.look(w, text[i:end], h)}
	}
	return place.value
}
