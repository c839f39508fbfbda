package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/token/internal/vocab"
)

// packed returns an archive of a package with some files. The content of each file is its own
// name.
func packed(t *testing.T, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	files := tar.NewWriter(zip)
	for _, name := range names {
		if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(name))}); err != nil {
			t.Fatal(err)
		}
		if _, err := files.Write([]byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTheTokenizerIsFoundInItsPackage(t *testing.T) {
	const tokenizer = "package/models/tokenizer.json"
	whole := packed(t, "package/package.json", tokenizer, "package/readme")
	for _, c := range []struct {
		name    string
		archive []byte
		want    string
		wrong   string // part of the expected error
	}{
		{"among others", whole, tokenizer, ""},
		{"a package without it", packed(t, "package/tokenizer.json"), "", "no models/tokenizer.json"},
		{"a package that is cut off", whole[:len(whole)/2], "", "unexpected EOF"},
		{"no archive", []byte("text, not an archive"), "", "invalid header"},
	} {
		got, err := tokenizerIn(bytes.NewReader(c.archive))
		if string(got) != c.want {
			t.Errorf("%s: got %q", c.name, got)
		}
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func spelled(table *vocab.Table) []string {
	arena, at := table.Strings()
	var out []string
	for i := range table.Len() {
		out = append(out, string(arena[at[i]:at[i+1]]))
	}
	return out
}

// abc is a vocabulary in which abc can be merged from ab and c, or from a and bc.
const abc = `{"model": {
	"vocab": {"<eos>": 0, "<b>": 1, "c": 2, "a": 3, "b": 4, "bc": 5, "ab": 6, "abc": 7, "unused": 8},
	"merges": ["b c", ["a", "b"], "a bc", "ab c"]},
	"added_tokens": [{"content": "<eos>"}, {"content": "</b>"}, {"content": "<b>"}, {"content": "\n\n"}, {"content": "<unused7>"}]}`

func TestGemmaVocabularyIsSortedByPriority(t *testing.T) {
	table, err := fromGemma([]byte(abc))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a", "b", "c", "bc", "ab", "abc"}; !slices.Equal(spelled(table), want) {
		t.Errorf("the pieces are %q, want %q: single characters by code point, then the merged ones by their numbers", spelled(table), want)
	}
	if want := []string{"</b>", "<b>"}; !slices.Equal(table.Words, want) {
		t.Errorf("whole words are %q, want %q: those that no rule covers", table.Words, want)
	}
	if table.Left[2] != 4 || table.Right[2] != 2 {
		t.Errorf("abc is split into %d and %d, want the longest left half, ab (4) and c (2)", table.Left[2], table.Right[2])
	}
	if want := []byte{0b1111}; !bytes.Equal(table.Splits, want) {
		t.Errorf("the splits are %04b, want %04b: one place in bc, one in ab, two in abc", table.Splits, want)
	}
}

// A place in a piece is a split if there is a piece on both sides of it. There is one bit for each
// place, and the bits of all pieces follow each other.
func TestSplitsNeedBothHalves(t *testing.T) {
	table, err := fromGemma([]byte(`{"model": {"vocab": {"a": 0, "b": 1, "c": 2, "d": 3, "ab": 4, "cd": 5, "dd": 6, "abcd": 7, "abcdabcd": 8},
		"merges": ["a b", "c d", "d d", "ab cd", "abcd abcd"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if want := []byte{0b00010111, 0b00000010}; !bytes.Equal(table.Splits, want) {
		t.Errorf("the splits are %08b, want %08b", table.Splits, want)
	}
}

// Each byte holds exactly eight places, when all of them are splits too.
func TestSplitsFillEachByte(t *testing.T) {
	var merges []string
	for long := 2; long <= 6; long++ {
		for left := 1; left < long; left++ {
			merges = append(merges, fmt.Sprintf("%q", strings.Repeat("a", left)+" "+strings.Repeat("a", long-left)))
		}
	}
	table, err := fromGemma([]byte(`{"model": {"vocab": {"a": 0, "aa": 1, "aaa": 2, "aaaa": 3, "aaaaa": 4, "aaaaaa": 5},
		"merges": [` + strings.Join(merges, ",") + `]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if want := []byte{0b11111111, 0b01111111}; !bytes.Equal(table.Splits, want) {
		t.Errorf("the splits are %08b, want %08b: all 15 places", table.Splits, want)
	}
}

func TestUnsupportedGemmaVocabularyIsRejected(t *testing.T) {
	for _, c := range []struct{ name, text, wrong string }{
		{"not JSON", `{`, "unexpected end"},
		{"a merge of one half", `{"model": {"merges": ["ab"]}}`, "a merge of one half"},
		{"a merge of three halves", `{"model": {"merges": [["a", "b", "c"]]}}`, "cannot unmarshal"},
		{"a piece made of a later one", `{"model": {"vocab": {"a": 0, "b": 1, "ab": 2, "abb": 3, "bb": 4}, "merges": ["a bb", "b b", "a b"]}}`, `"abb" is not made of earlier pieces`},
		{"a pair of pieces that no merge lists", `{"model": {"vocab": {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5}, "merges": ["a b", "b c", "ab c"]}}`, "4 pairs of pieces make a piece, but the package lists 3"},
	} {
		if _, err := fromGemma([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v, want %q", c.name, err, c.wrong)
		}
	}
}

// A merge from or to an added token does not apply to ordinary text.
func TestMergesOfAddedTokensAreLeftOut(t *testing.T) {
	table, err := fromGemma([]byte(`{"model": {"vocab": {"a": 0, "b": 1, "▁": 2, "ab": 3, "▁▁": 4, "a▁▁": 5}, "merges": ["a b", "▁ ▁", "a ▁▁"]},
		"added_tokens": [{"content": "▁▁"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a", "b", "▁", "ab"}; !slices.Equal(spelled(table), want) {
		t.Errorf("the pieces are %q, want %q", spelled(table), want)
	}
}
