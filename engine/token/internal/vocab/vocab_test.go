package vocab

import (
	"bytes"
	"compress/flate"
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
	packed, err := small().Pack()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	want := small()
	if !slices.Equal(got.Base, want.Base) || !slices.Equal(got.Left, want.Left) || !slices.Equal(got.Right, want.Right) ||
		!slices.Equal(got.Words, want.Words) || !bytes.Equal(got.Splits, want.Splits) {
		t.Errorf("%+v", got)
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

func TestUnpackRejectsDamagedData(t *testing.T) {
	packed, err := small().Pack()
	if err != nil {
		t.Fatal(err)
	}
	for i := range packed {
		if _, err := Unpack(packed[:i]); err == nil {
			t.Errorf("%d of %d bytes are accepted as a table", i, len(packed))
		}
	}
	late := small()
	late.Left[0] = 5 // its left half comes after it
	packed, err = late.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Unpack(packed); err == nil {
		t.Error("a symbol made from a later one is accepted")
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte{1, 1, 'a', 0, 0, 0})
	f.Add([]byte{2, 1, 1, 'a', 'b', 1, 0, 0, 0, 1, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, flate.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(raw)
		w.Close()
		if table, err := Unpack(packed.Bytes()); err == nil {
			table.Len()
		}
	})
}
