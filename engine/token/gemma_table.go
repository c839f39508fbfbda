//go:build !nogemma

package token

import (
	"unicode/utf8"

	"galley/engine/token/internal/vocab"
)

// charTable is a vocabulary whose merges join characters.
type charTable struct {
	pairs pairTable
	basic []uint32        // symbol of each character below U+10000, or noChar
	rest  map[rune]uint32 // the same for other characters
	chars []uint8         // number of characters in each symbol
	words map[string]bool // words that are always one symbol
	lens  [2]int          // lengths in bytes of the shortest and the longest word
}

// Two numbers that are not in the table. A symbol with one of these numbers never merges.
const (
	noChar   = 1<<symbolBits - 1 // a character without a symbol
	byteSign = 1<<symbolBits - 2 // a character that is encoded as single bytes
)

func newCharTable(v *vocab.Table) *charTable {
	t := &charTable{
		basic: make([]uint32, 1<<16),
		rest:  map[rune]uint32{},
		chars: make([]uint8, v.Len()),
		words: map[string]bool{},
		lens:  [2]int{1 << 10, 0},
	}
	for i := range t.basic {
		t.basic[i] = noChar
	}
	arena, at := v.Strings()
	text := view(arena)
	names := newNameTable(v.Len())
	for id := range v.Len() {
		s := text[at[id]:at[id+1]]
		names.add(hashIn(text, int(at[id]), int(at[id+1])), uint32(id))
		t.chars[id] = uint8(utf8.RuneCountInString(s))
		if r, size := utf8.DecodeRuneInString(s); size == len(s) {
			if r < 1<<16 {
				t.basic[r] = uint32(id)
			} else {
				t.rest[r] = uint32(id)
			}
		}
	}
	// A space and the sign that represents it count as the same character.
	t.basic[' '] = t.basic['▁']

	// Every way to split a symbol into two symbols is a pair that merges.
	t.pairs = newPairTable(2 * len(v.Left))
	bit := 0
	for k := range v.Left {
		id := len(v.Base) + k
		start, end := int(at[id]), int(at[id+1])
		known := start + int(at[v.Left[k]+1]-at[v.Left[k]])
		for i := range text[start:end] {
			if i == 0 {
				continue
			}
			middle := start + i
			switch split := v.Splits[bit/8]>>(bit%8)&1 != 0; {
			case middle == known:
				t.pairs.add(v.Left[k], v.Right[k], uint32(id))
			case split:
				left := names.find(hashIn(text, start, middle))
				right := names.find(hashIn(text, middle, end))
				t.pairs.add(left, right, uint32(id))
			}
			bit++
		}
	}
	for _, word := range v.Words {
		t.words[word] = true
		t.lens[0], t.lens[1] = min(t.lens[0], len(word)), max(t.lens[1], len(word))
	}
	return t
}

// nameTable finds symbols by the hashes of their bytes while a vocabulary is loaded. It does not
// compare the bytes, because only existing symbols are looked up. A test makes sure that no two of
// them have the same hash.
type nameTable struct {
	slots []uint64 // upper bits of the hash, and the symbol plus one
	shift uint
}

func newNameTable(n int) nameTable {
	slots, shift := halfEmpty(n)
	return nameTable{slots, shift}
}

// add adds a hash and reports whether it is new.
func (t *nameTable) add(h uint64, id uint32) bool {
	at := h >> t.shift
	for ; t.slots[at] != 0; at = (at + 1) & uint64(len(t.slots)-1) {
		if t.slots[at]>>symbolBits == h>>symbolBits {
			return false
		}
	}
	t.slots[at] = h>>symbolBits<<symbolBits | uint64(id+1)
	return true
}

// find returns the symbol of a hash that was added. For other hashes the result is undefined.
func (t *nameTable) find(h uint64) uint32 {
	at := h >> t.shift
	for t.slots[at]>>symbolBits != h>>symbolBits {
		at = (at + 1) & uint64(len(t.slots)-1)
	}
	return uint32(t.slots[at]&(1<<symbolBits-1)) - 1
}

// merge stores the tokens of a piece in m.symbols.
func (t *charTable) merge(m *merger, piece string) {
	m.reset(len(piece))
	for _, r := range piece {
		id := t.symbol(r)
		if id != noChar {
			m.symbols = append(m.symbols, id)
			continue
		}
		for range utf8.RuneLen(r) {
			m.symbols = append(m.symbols, byteSign)
		}
	}
	for i := 1; i < len(m.symbols); i++ {
		m.ranks = append(m.ranks, t.pairs.rank(m.symbols[i-1], m.symbols[i]))
	}
	m.run(&t.pairs)
}

func (t *charTable) symbol(r rune) uint32 {
	if r < 1<<16 {
		return t.basic[r]
	}
	if id, ok := t.rest[r]; ok {
		return id
	}
	return noChar
}

// begun returns how many tokens of a piece begin before the piece's byte x.
func (t *charTable) begun(m *merger, piece string, x int) int {
	t.merge(m, piece)
	at, n := 0, 0
	for _, id := range m.symbols {
		if at >= x {
			break
		}
		n++
		if id == byteSign {
			at++
			continue
		}
		for range t.chars[id] {
			_, size := utf8.DecodeRuneInString(piece[at:])
			at += size
		}
	}
	return n
}
