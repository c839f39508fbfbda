package vocab

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"testing"
)

func small() *Table {
	return &Table{
		Base: []string{"a", "b", "é"},
		Left: []uint32{0, 3, 3}, Right: []uint32{1, 2, 3},
		Splits: []byte{0b101}, Words: []string{"<b>", "</b>"},
	}
}

func TestPackAndUnpack(t *testing.T) {
	got, err := Unpack(small().Pack())
	if err != nil {
		t.Fatal(err)
	}
	want := small()
	if !slices.Equal(got.Base, want.Base) || !slices.Equal(got.Left, want.Left) || !slices.Equal(got.Right, want.Right) ||
		!slices.Equal(got.Words, want.Words) || !bytes.Equal(got.Splits, want.Splits) {
		t.Errorf("%+v", got)
	}
}

// An empty word takes only one byte, that of its length. The last words may therefore be as many
// as the bytes that remain.
func TestEmptyWordsAtTheEndAreRead(t *testing.T) {
	want := &Table{Words: []string{"", ""}}
	if got, err := Unpack(want.Pack()); err != nil || !slices.Equal(got.Words, want.Words) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestStringsFromHalves(t *testing.T) {
	arena, at := small().Strings()
	var got []string
	for i := range small().Len() {
		got = append(got, string(arena[at[i]:at[i+1]]))
	}
	if want := []string{"a", "b", "é", "ab", "abé", "abab"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheSymbolsTakeNoMoreMemoryThanTheyNeed(t *testing.T) {
	if arena, at := small().Strings(); cap(arena) != len(arena) || cap(at) != len(at) {
		t.Errorf("%d of %d bytes, %d of %d places", len(arena), cap(arena), len(at), cap(at))
	}
}

// deflated returns bytes that are compressed as Pack does it.
func deflated(raw []byte) []byte {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed)
	w.Write(raw)
	w.Close()
	return packed.Bytes()
}

func TestUnpackRejectsDamagedData(t *testing.T) {
	packed := small().Pack()
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Unpack(deflated(raw)); err != nil {
		t.Fatal(err)
	}
	damaged := map[string][]byte{"a byte more": deflated(append(slices.Clone(raw), 0)), "more symbols than bytes": deflated(binary.AppendUvarint(nil, 1<<60))}
	for i := range packed {
		damaged[fmt.Sprintf("%d of %d compressed bytes", i, len(packed))] = packed[:i]
	}
	for i := range raw {
		damaged[fmt.Sprintf("%d of %d bytes", i, len(raw))] = deflated(raw[:i])
	}
	left, right := small(), small()
	left.Left[0], right.Right[2] = 3, 5
	damaged["a symbol whose left half is the symbol"], damaged["a symbol whose right half is the symbol"] = left.Pack(), right.Pack()
	for name, packed := range damaged {
		if table, err := Unpack(packed); err == nil || table != nil {
			t.Errorf("%s: accepted as a table", name)
		}
	}
}

func TestATableHasAtMostMaxSymbols(t *testing.T) {
	for more := range 2 {
		table := Table{Base: make([]string, MaxSymbols-1+more), Left: []uint32{0}, Right: []uint32{0}}
		if _, err := Unpack(table.Pack()); (err != nil) != (more > 0) {
			t.Errorf("%d symbols: %v", table.Len(), err)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte{1, 1, 'a', 0, 0, 0})
	f.Add([]byte{2, 1, 1, 'a', 'b', 1, 0, 0, 0, 1, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		if table, err := Unpack(deflated(raw)); err == nil {
			table.Len()
		}
	})
}
