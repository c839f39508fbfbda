package copilotcli

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"galley/engine/source"
)

// unseen reports whether Copilot removes a character from rule files. It removes most invisible
// characters, but not the joiner U+200D. Each character was measured.
func unseen(r rune) bool {
	switch {
	case r == 0xAD, r == 0x180E, r == 0x200B, r == 0x200C, r == 0x200E, r == 0x200F, r == 0xFEFF, r == 0xE0001:
		return true
	case 0x202A <= r && r <= 0x202E, 0x2060 <= r && r <= 0x2064, 0x2066 <= r && r <= 0x2069, 0xE0020 <= r && r <= 0xE007F:
		return true
	}
	return false
}

// asSent returns a rule file's text as Copilot sends it. It removes the unseen characters and
// composes the others (NFC). Copilot reads names, front matter and references from the text before
// this change.
func asSent(t source.Text) source.Text {
	s := t.String()
	if norm.NFC.IsNormalString(s) && !strings.ContainsFunc(s, unseen) {
		return t
	}
	seen := func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}
	var b source.Builder
	good := 0
	for i := 0; i < len(s); {
		end := i + segment(s[i:])
		if text := norm.NFC.String(strings.Map(seen, s[i:end])); text != s[i:end] {
			b.Append(t.Slice(good, i))
			if text != "" {
				b.Add(text, t.Slice(i, end).Pieces()[0].Origin)
			}
			good = end
		}
		i = end
	}
	b.Append(t.Slice(good, len(s)))
	return b.Text()
}

// segment returns the length of the part at the start of s whose characters are composed together:
// one character, the characters that combine with it, and the unseen characters between them.
func segment(s string) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if n > 0 && !unseen(r) && norm.NFC.PropertiesString(s[n:]).BoundaryBefore() {
			break
		}
		n += size
	}
	return n
}
