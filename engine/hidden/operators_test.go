package hidden

import "testing"

func TestOtherFormatCharactersAreOperators(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]Kind{0x1bca0: Operator, 0x13430: Operator, 0x1d173: Operator, 'a': "", 0x200c: "", 0xfe0f: "", 0xe0041: ""} {
		if got := never(r); got != want {
			t.Errorf("%U is %q, want %q", r, got, want)
		}
	}
	var none *Scanned
	if got := none.Next("a\u200bb"); got == nil || got.text != "a\u200bb" {
		t.Errorf("got %+v", got)
	}
}
