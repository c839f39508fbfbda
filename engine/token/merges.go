package token

import "galley/engine/token/internal/vocab"

// symbolBits is the number of bits of a symbol's number.
const symbolBits = 18

// none is the rank of a pair that does not merge. It is higher than all other ranks.
const none = 1 << 30

// pairTable maps two neighbouring symbols to the symbol into which they merge. It is a hash table
// with open addressing. A slot holds left, right and result in one word, so that a look-up reads
// one cache line.
type pairTable struct {
	slots []uint64
	shift uint
}

// newPairTable returns a table for n pairs, at most half full.
func newPairTable(n int) pairTable {
	slots, shift := halfEmpty(n)
	return pairTable{slots, shift}
}

// halfEmpty makes the slots of a hash table for n keys. At least half of the slots stay free. The
// first slot of a key is its 64-bit hash shifted right by shift.
func halfEmpty(n int) (slots []uint64, shift uint) {
	bits := uint(1)
	for 1<<bits < 2*n {
		bits++
	}
	return make([]uint64, 1<<bits), 64 - bits
}

// spread is an odd number close to 2^64 divided by the golden ratio. Multiplying by it spreads
// neighbouring keys over the upper bits.
const spread = 0x9E3779B97F4A7C15

func (t *pairTable) add(left, right, result uint32) {
	key := uint64(left)<<symbolBits | uint64(right)
	at := key * spread >> t.shift
	for t.slots[at] != 0 {
		if t.slots[at]>>symbolBits == key {
			return
		}
		at = (at + 1) & uint64(len(t.slots)-1)
	}
	t.slots[at] = key<<symbolBits | uint64(result)
}

// rank returns the symbol into which a pair merges. The symbol is also the rank of the pair in the
// order of merges. rank returns none if the pair does not merge. A merge never results in symbol
// 0, so a word of 0 is an empty slot.
func (t *pairTable) rank(left, right uint32) uint32 {
	key := uint64(left)<<symbolBits | uint64(right)
	at := key * spread >> t.shift
	for {
		slot := t.slots[at]
		if slot>>symbolBits == key && slot != 0 {
			return uint32(slot & (1<<symbolBits - 1))
		}
		if slot == 0 {
			return none
		}
		at = (at + 1) & uint64(len(t.slots)-1)
	}
}

// symbolTable finds a symbol by its bytes.
type symbolTable struct {
	arena  []byte   // the bytes of the symbols, one after the other
	at     []uint32 // symbol i is arena[at[i]:at[i+1]]
	slots  []uint32 // hash table: a few bits of the hash, and the symbol plus one; 0 means an empty slot
	shift  uint
	maxLen int // most bytes of a symbol
}

// The bits of the hash in a slot exclude most wrong symbols without comparing bytes.
const (
	tagShift = symbolBits + 1
	tagMask  = 1<<32 - 1<<tagShift
)

func newSymbolTable(v *vocab.Table) symbolTable {
	bits := uint(1)
	for 1<<bits < 2*v.Len() {
		bits++
	}
	t := symbolTable{slots: make([]uint32, 1<<bits), shift: 64 - bits}
	t.arena, t.at = v.Strings()
	for id := range v.Len() {
		t.maxLen = max(t.maxLen, int(t.at[id+1]-t.at[id]))
		h := hashIn(view(t.arena), int(t.at[id]), int(t.at[id+1]))
		at := h >> t.shift
		for t.slots[at] != 0 {
			at = (at + 1) & uint64(len(t.slots)-1)
		}
		t.slots[at] = uint32(id+1) | uint32(h)&tagMask
	}
	return t
}

// find returns the symbol with the bytes of piece. h is the hash of piece.
func (t *symbolTable) find(piece string, h uint64) (id uint32, ok bool) {
	if len(piece) > t.maxLen {
		return 0, false
	}
	tag := uint32(h) & tagMask
	for at := h >> t.shift; ; at = (at + 1) & uint64(len(t.slots)-1) {
		slot := t.slots[at]
		if slot == 0 {
			return 0, false
		}
		if slot&tagMask != tag {
			continue
		}
		id := slot&^tagMask - 1
		if string(t.arena[t.at[id]:t.at[id+1]]) == piece {
			return id, true
		}
	}
}

// byteTable is the vocabulary of an encoding whose merges join bytes.
type byteTable struct {
	symbolTable
	start [256]uint32 // the symbol of each byte
	pairs pairTable
	first []uint32 // rank of each pair of bytes; these pairs are looked up most often
}

func newByteTable(v *vocab.Table) *byteTable {
	t := &byteTable{
		symbolTable: newSymbolTable(v),
		pairs:       newPairTable(len(v.Left)),
		first:       make([]uint32, 1<<16),
	}
	for i, s := range v.Base {
		t.start[s[0]] = uint32(i)
	}
	for k := range v.Left {
		t.pairs.add(v.Left[k], v.Right[k], uint32(len(v.Base)+k))
	}
	for a := range 256 {
		for b := range 256 {
			t.first[a<<8|b] = t.pairs.rank(t.start[a], t.start[b])
		}
	}
	return t
}
