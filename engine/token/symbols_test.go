package token

import (
	"strings"
	"testing"
)

// The table finds every symbol of a vocabulary by its bytes, however long it is, and finds nothing
// else. Therefore, whole words are counted without merging.
func TestSymbolsAreFoundByTheirBytes(t *testing.T) {
	cl100k.load()
	s := cl100k.table.symbolTable
	longest := 0
	for id := range len(s.at) - 1 {
		piece := string(s.arena[s.at[id]:s.at[id+1]])
		longest = max(longest, len(piece))
		if id%7 > 0 && len(piece) < 60 {
			continue
		}
		if got, ok := s.find(piece, hashOf(piece)); !ok || got != uint32(id) {
			t.Fatalf("%q is symbol %d, %v; want %d", piece, got, ok, id)
		}
	}
	if s.maxLen != longest {
		t.Errorf("the longest symbol has %d bytes, want %d", s.maxLen, longest)
	}
	for _, piece := range []string{"", "qzxjv", strings.Repeat("qz", 200), strings.Repeat(" ", longest+1)} {
		if id, ok := s.find(piece, hashOf(piece)); ok {
			t.Errorf("%.20q is symbol %d", piece, id)
		}
	}
}
