//go:build !nogemma

package token

import (
	"strings"
	"testing"

	"galley/engine/token/internal/vocab"
)

func TestGemmaRuns(t *testing.T) {
	gemma.load()
	for n := 0; n <= 130; n++ {
		ceil := int64((n + longestRun - 1) / longestRun)
		for _, c := range []struct {
			name, text string
			want       int64
		}{
			{"line feeds", strings.Repeat("\n", n), ceil},
			{"tabs", strings.Repeat("\t", n), ceil},
			{"spaces", strings.Repeat(" ", n), ceil},
			{"carriage returns and line feeds", strings.Repeat("\r\n", n), int64(2 * n)},
		} {
			if got := gemma.sum(c.text).n; got != c.want {
				t.Errorf("%d %s: %d tokens, want %d", n, c.name, got, c.want)
			}
		}
		// The longest runs contain all spaces except the last one, which is merged with the word.
		word := int64(n/longestRun + 1)
		if n%longestRun > 1 {
			word++
		}
		if got := gemma.sum(strings.Repeat(" ", n) + "word").n; got != word {
			t.Errorf("%d spaces and a word: %d tokens, want %d", n, got, word)
		}
	}
}

func TestGemmaWholeWords(t *testing.T) {
	for text, want := range map[string]int64{
		"<table>": 1, "</table>": 1, "<table >": 3, "<start_of_turn>": 1, "[multimodal]": 1, "<mask>": 1,
		"<unused0>": 1, "<unused6241>": 1, "<unused6242>": 7, "<unused07>": 5, "<bos>": 3, "<0x0A>": 6, "<b><i>": 2,
	} {
		if got := gemma.sum(text).n; got != want {
			t.Errorf("%s: %d tokens, want %d", text, got, want)
		}
	}
}

// Loading finds symbols only by their hashes, which is correct only if no two of them have the same
// hash.
func TestGemmaSymbolsHaveDifferentHashes(t *testing.T) {
	v, err := vocab.Unpack(gemmaPacked)
	if err != nil {
		t.Fatal(err)
	}
	arena, at := v.Strings()
	names := newNameTable(v.Len())
	for id := range v.Len() {
		h := hashIn(view(arena), int(at[id]), int(at[id+1]))
		if !names.add(h, uint32(id)) {
			t.Errorf("symbol %d, %q, has the same hash as another one", id, arena[at[id]:at[id+1]])
		}
	}
	for id := range v.Len() {
		if got := names.find(hashIn(view(arena), int(at[id]), int(at[id+1]))); got != uint32(id) {
			t.Fatalf("symbol %d is found as %d", id, got)
		}
	}
}

func init() {
	loads[Gemma3] = func() any {
		e := &gemmaEncoding{packed: gemmaPacked}
		e.load()
		return e
	}
}
