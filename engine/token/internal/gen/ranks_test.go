package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/token/internal/vocab"
)

// ranks lists all single bytes and then the given tokens, in the format of the module's files.
func ranks(tokens ...string) string {
	var b strings.Builder
	n := 0
	add := func(token string) {
		fmt.Fprintf(&b, "%s %d\n", base64.StdEncoding.EncodeToString([]byte(token)), n)
		n++
	}
	for i := range 256 {
		add(string([]byte{byte(i)}))
	}
	for _, token := range tokens {
		add(token)
	}
	return b.String()
}

func TestHalvesOfTokens(t *testing.T) {
	table, err := fromRanks([]byte(ranks("ab", "bc", "abc", "abcab", "dd", "ddd")))
	if err != nil {
		t.Fatal(err)
	}
	const ab, abc, dd = 256, 258, 260
	left, right := []uint32{'a', 'b', ab, abc, 'd', dd}, []uint32{'b', 'c', 'c', ab, 'd', 'd'}
	if !slices.Equal(table.Left, left) || !slices.Equal(table.Right, right) {
		t.Errorf("the halves are %d and %d, want %d and %d", table.Left, table.Right, left, right)
	}
	if len(table.Base) != 256 {
		t.Errorf("%d single bytes", len(table.Base))
	}
}

func TestRanksOutOfOrderAreRefused(t *testing.T) {
	all := ranks()
	for _, c := range []struct{ name, text, wrong string }{
		{"a line without a rank", "YQ==\n", "a line without a rank"},
		{"not base64", "* 0\n", "illegal base64"},
		{"a rank that is left out", all + "YWI= 257\n", "rank 257 where 256 was expected"},
		{"a rank that is not a number", all + "YWI= x\n", "rank x where 256 was expected"},
		{"a token of three bytes before its halves", ranks("abc"), "token 256 is not one pair but 3 parts"},
		{"a byte that comes late", ranks("ab", "a"), "after the first merge"},
		{"bytes that are missing", strings.Join(strings.SplitAfter(all, "\n")[:255], ""), "255 single bytes"},
	} {
		if _, err := fromRanks([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v, want %q", c.name, err, c.wrong)
		}
	}
}

func TestSourceWithAnotherSumIsRejected(t *testing.T) {
	const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // the SHA-256 of abc
	if err := check("x", []byte("abc"), sum); err != nil {
		t.Error(err)
	}
	if err := check("x", []byte("abd"), sum); err == nil || !strings.HasPrefix(err.Error(), "x: the package holds another file") {
		t.Error(err)
	}
}

func TestTableRoundTrip(t *testing.T) {
	dir := t.TempDir()
	table, err := fromRanks([]byte(ranks("ab")))
	if err != nil {
		t.Fatal(err)
	}
	if err := write(dir, "x", table); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "x.vocab"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := vocab.Unpack(data); err != nil || got.Len() != 257 {
		t.Errorf("%+v, %v", got, err)
	}
	table.Left[0] = 256 // a token that contains itself
	if err := write(dir, "y", table); err == nil || !strings.Contains(err.Error(), "does not read back") {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "y.vocab")); err == nil {
		t.Error("a table that cannot be read back was written")
	}
}
