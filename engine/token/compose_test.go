package token

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestPlainTextIsComposed(t *testing.T) {
	for r := rune(0); r <= 0x1FFFF; r++ {
		s := string(r)
		if !isPlain(s) {
			continue
		}
		if p := norm.NFC.PropertiesString(s); !norm.NFC.IsNormalString(s) || !p.BoundaryBefore() {
			t.Errorf("U+%04X changes, or composes with the character before it", r)
		}
	}
	for _, text := range []string{"", "plain\n", "größe", "中文", "ひらがな", "한국", "→ 😀", "é中ж"} {
		if !isPlain(text) {
			t.Errorf("%q does not count as plain", text)
		}
	}
	for _, text := range []string{"e\u0301", "中\u3099", "\u1100\u1161", "\u212B", "a\u0323\u0302 中文"} {
		if isPlain(text) {
			t.Errorf("%q counts as plain", text)
		}
		if got, _ := composed(text, nil); got != norm.NFC.String(text) {
			t.Errorf("%q is normalised to %q", text, got)
		}
	}
}
