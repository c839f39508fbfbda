package scenario

import (
	"fmt"
	"testing"
)

func TestHeadersOfTables(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  "[]",
		"# c\n[a]\n# d\n# e\n[b]\n[c]\n":    "[{0 4 } {8 16 } {20 20 }]",
		"# c\n\n[a]\n":                      "[{5 5 }]",
		"# c\nx = 1\n[a]\n":                 "[{10 10 }]",
		"x = \"\"\"\n[no]\n\"\"\"\n[a]":     "[{17 17 }]",
		"x = [\n[1],\n]\n  [a]\n":           "[{13 13 }]",
		"x = 1 # [no\n[a]\n":                "[{12 12 }]",
		"x = '[' # \"\n[a]\n":               "[{12 12 }]",
		"[ a . b ]\n[[\"a\"]]\n[':']\n[x\n": "[{0 0 } {10 10 } {18 18 } {24 24 }]",
	} {
		if got := fmt.Sprint(headers(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		if first := firstHeader(text); want == "[]" && first != len(text) {
			t.Errorf("%q: the first header at %d", text, first)
		}
	}
	if first := firstHeader("x = 1\n# c\n[a]\n"); first != 6 {
		t.Errorf("the first header at %d", first)
	}
}
