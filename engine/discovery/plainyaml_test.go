package discovery

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"galley/engine/bounded"
)

// TestPlainYAMLIsReadAsAllYAML compares the fast path for simple YAML with the parser.
func TestPlainYAMLIsReadAsAllYAML(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	word := func() string {
		return pick("a", "Use", "it's", "null", "True", "no", "e5", "x.y", "(in", "brackets)", "a/b", "say", "\"hi\"", "-", "--", "---", "...", "=", "1", "0x1", "!", "?", "+", ".inf", "I", "Inf", "NaN", "y", "é", "a_b", ",", ";", "'", "\"", "2026-01-01", "<<", "true,", "null.")
	}
	quick := 0
	for range 60_000 {
		var block strings.Builder
		for range 1 + random.IntN(3) {
			block.WriteString(pick("name", "description", "a-b", "A_1", "null", "on", "x", "1a", "-a", "é") + pick(": ", ": ", ": ", ": ", ":", ":  ", " : ", ":\t"))
			for i := range random.IntN(5) {
				if i > 0 {
					block.WriteString(pick(" ", " ", "  ", "\t", ": ", " #"))
				}
				block.WriteString(word())
			}
			block.WriteString(pick("\n", "\n", "\n", "\n", " \n", "\r\n", "\n\n", ""))
		}
		text := block.String()
		got, ok := plainYAML(text)
		if !ok {
			continue
		}
		quick++
		var want any
		if err := bounded.YAML([]byte(text), &want); err != nil || !reflect.DeepEqual(any(got), want) {
			t.Fatalf("%q\n gives %#v\n want %#v, %v", text, got, want, err)
		}
	}
	if quick < 400 {
		t.Errorf("only %d blocks were read the quick way", quick)
	}
}
