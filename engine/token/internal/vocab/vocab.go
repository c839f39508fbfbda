// Package vocab is the compact form of a vocabulary of merges. The generator writes it and the
// counters read it.
//
// No strings are stored. A vocabulary is a list of base symbols and a list of merges. Merge k joins
// two earlier symbols into symbol len(Base)+k. The order of the merges is their priority, and the
// bytes of every symbol follow from its two halves.
package vocab

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
)

// MaxSymbols is the most symbols that a table may have, because a symbol's number has 18 bits.
const MaxSymbols = 1 << 18

// Table is a vocabulary.
type Table struct {
	// Base holds the symbols into which a piece of text is divided before anything is merged:
	// single bytes or single characters.
	Base []string
	// Left and Right hold, for each merge, the numbers of the two symbols that it joins.
	Left, Right []uint32
	// Splits is for vocabularies in which more than one pair may form a symbol. It has one bit for
	// each position between two characters of each merged symbol, in order, from the lowest bit of
	// each byte on. The bit says whether the texts on both sides of the position are symbols that
	// also merge. The numbers of these symbols are found by their bytes.
	Splits []byte
	// Words are taken out of a text as a whole, before the rest is divided into symbols.
	Words []string
}

// Len returns the number of symbols.
func (t *Table) Len() int { return len(t.Base) + len(t.Left) }

// Strings returns every symbol's bytes: symbol i is arena[at[i]:at[i+1]].
func (t *Table) Strings() (arena []byte, at []uint32) {
	size := 0
	lens := make([]int, t.Len())
	for i, s := range t.Base {
		lens[i] = len(s)
		size += len(s)
	}
	for k := range t.Left {
		i := len(t.Base) + k
		lens[i] = lens[t.Left[k]] + lens[t.Right[k]]
		size += lens[i]
	}
	arena = make([]byte, 0, size)
	at = make([]uint32, 1, t.Len()+1)
	for _, s := range t.Base {
		arena = append(arena, s...)
		at = append(at, uint32(len(arena)))
	}
	for k := range t.Left {
		l, r := t.Left[k], t.Right[k]
		arena = append(arena, arena[at[l]:at[l+1]]...)
		arena = append(arena, arena[at[r]:at[r+1]]...)
		at = append(at, uint32(len(arena)))
	}
	return arena, at
}

// planes is the number of bytes of a symbol's number. The numbers are written plane by plane, all
// low bytes first. The high bytes of neighbouring merges are similar, and deflate compresses them
// well only side by side.
const planes = 3

// Pack returns the table in its compressed form.
func (t *Table) Pack() []byte {
	var raw []byte
	raw = appendStrings(raw, t.Base)
	raw = binary.AppendUvarint(raw, uint64(len(t.Left)))
	for _, side := range [][]uint32{t.Left, t.Right} {
		for p := range planes {
			for _, id := range side {
				raw = append(raw, byte(id>>(8*p)))
			}
		}
	}
	raw = binary.AppendUvarint(raw, uint64(len(t.Splits)))
	raw = append(raw, t.Splits...)
	raw = appendStrings(raw, t.Words)

	// The level is valid, and a buffer takes every write: none of this fails.
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	_, _ = w.Write(raw)
	_ = w.Close()
	return out.Bytes()
}

func appendStrings(raw []byte, list []string) []byte {
	raw = binary.AppendUvarint(raw, uint64(len(list)))
	for _, s := range list {
		raw = binary.AppendUvarint(raw, uint64(len(s)))
	}
	for _, s := range list {
		raw = append(raw, s...)
	}
	return raw
}

// errDamaged is the only error for a table that cannot be read. The table is part of the program,
// so no user can repair it.
var errDamaged = errors.New("the embedded vocabulary is damaged")

// Unpack decodes the output of Pack.
func Unpack(packed []byte) (*Table, error) {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, errDamaged
	}
	r := reader{rest: raw}
	t := &Table{Base: r.strings()}
	n := r.number()
	t.Left, t.Right = r.ids(n), r.ids(n)
	t.Splits = r.take(r.number())
	t.Words = r.strings()
	if r.failed || len(r.rest) != 0 || t.Len() > MaxSymbols {
		return nil, errDamaged
	}
	for k := range t.Left {
		if id := uint32(len(t.Base) + k); t.Left[k] >= id || t.Right[k] >= id {
			return nil, errDamaged
		}
	}
	return t, nil
}

// reader decodes a raw table; failed is set when the table does not fit.
type reader struct {
	rest   []byte
	failed bool
}

// number reads the number of items that follow. Each of them takes at least one byte, so a number
// greater than the number of remaining bytes is an error.
func (r *reader) number() int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > uint64(len(r.rest)-n) {
		r.failed = true
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

func (r *reader) take(n int) []byte {
	if r.failed || n > len(r.rest) {
		r.failed = true
		return nil
	}
	head := r.rest[:n]
	r.rest = r.rest[n:]
	return head
}

func (r *reader) strings() []string {
	n := r.number()
	lens := make([]int, n)
	for i := range lens {
		lens[i] = r.number()
	}
	list := make([]string, n)
	for i := range list {
		list[i] = string(r.take(lens[i]))
	}
	return list
}

func (r *reader) ids(n int) []uint32 {
	list := make([]uint32, n)
	for p := range planes {
		plane := r.take(n)
		for i := range plane {
			list[i] |= uint32(plane[i]) << (8 * p)
		}
	}
	return list
}
