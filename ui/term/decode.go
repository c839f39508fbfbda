package term

import (
	"bytes"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// decode returns the first message in b and its length n in bytes. whole is false if further bytes
// could change the message.
func decode(b []byte) (n int, msg tea.Msg, whole bool) {
	if b[0] == esc {
		return decodeEscape(b)
	}
	return text(b, false)
}

// text decodes one character. alt says that it was typed with Alt.
func text(b []byte, alt bool) (n int, msg tea.Msg, whole bool) {
	c := b[0]
	switch {
	case c == ' ':
		return 1, tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt}, true
	case c < ' ' || c == 0x7f:
		return 1, tea.KeyMsg{Type: tea.KeyType(c), Alt: alt}, true
	case c < utf8.RuneSelf:
		return 1, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{rune(c)}, Alt: alt}, true
	case !utf8.FullRune(b):
		return 0, nil, false
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n == 1 || r < 0xa0 {
		return n, unknownMsg(bytes.Clone(b[:n])), true
	}
	return n, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: alt}, true
}

// decodeEscape decodes a sequence that begins with ESC.
func decodeEscape(b []byte) (n int, msg tea.Msg, whole bool) {
	if len(b) == 1 {
		return 0, nil, false
	}
	switch b[1] {
	case '[':
		return csi(b)
	case 'O':
		return ss3(b)
	case ']', 'P', 'X', '^', '_':
		return controlString(b)
	case esc:
		return escapeTwice(b)
	}
	n, msg, whole = text(b[1:], true)
	if _, key := msg.(tea.KeyMsg); whole && !key {
		return 1, tea.KeyMsg{Type: tea.KeyEscape}, true
	}
	return n + 1, msg, whole
}

// escapeTwice decodes ESC ESC. If a sequence of a key follows, the result is this key with Alt.
// Otherwise the result is the Escape key, and the rest is decoded later.
func escapeTwice(b []byte) (n int, msg tea.Msg, whole bool) {
	lone := tea.KeyMsg{Type: tea.KeyEscape}
	if len(b) == 2 {
		return 0, nil, false
	}
	if b[2] != '[' && b[2] != 'O' {
		return 1, lone, true
	}
	n, msg, whole = decodeEscape(b[1:])
	if !whole {
		return 0, nil, false
	}
	if k, key := msg.(tea.KeyMsg); key && !k.Alt {
		k.Alt = true
		return n + 1, k, true
	}
	return 1, lone, true
}

// csi decodes a control sequence, which starts with ESC [.
func csi(b []byte) (n int, msg tea.Msg, whole bool) {
	if len(b) == 2 {
		return 0, nil, false
	}
	switch b[2] {
	case 'M':
		if len(b) < 6 {
			return 0, nil, false
		}
		if m := x10Mouse(b[:6]); m != nil {
			return 6, m, true
		}
		return known(b[:3], nil)
	case '[': // the Linux console's F1 to F5
		if len(b) < 4 {
			return 0, nil, false
		}
		c := b[3]
		switch {
		case c >= 'A' && c <= 'E':
			return 4, press(fKey(int(c-'A')+1), 0), true
		case c < ' ' || c >= 0x7f:
			return known(b[:3], nil)
		}
		return known(b[:4], nil)
	}
	i := 2
	for i < len(b) && b[i] >= 0x30 && b[i] <= 0x3f {
		i++
	}
	params := string(b[2:i])
	plain := i
	for i < len(b) && b[i] >= 0x20 && b[i] <= 0x2f {
		// rxvt ends its shifted keys with "$", which is not a valid final byte.
		if b[i] == '$' && i == plain {
			if k := csiKey(params, '$'); k != nil && params != "" {
				return i + 1, k, true
			}
		}
		i++
	}
	if i > maxSequence {
		return known(b[:maxSequence], nil)
	}
	if i == len(b) {
		return 0, nil, false
	}
	if b[i] < 0x40 || b[i] > 0x7e { // the sequence was interrupted, and another one follows
		return known(b[:i], nil)
	}
	final, seq := b[i], b[:i+1]
	if i > plain {
		return known(seq, nil)
	}
	switch {
	case final == '~' && params+"~" == pasteBegin:
		return len(seq), pasteBegins{}, true
	case (final == 'M' || final == 'm') && len(params) > 0 && params[0] == '<':
		return known(seq, sgrMouse(params[1:], final))
	case final == 'I' && params == "":
		return len(seq), tea.FocusMsg{}, true
	case final == 'O' && params == "":
		return len(seq), tea.BlurMsg{}, true
	}
	return known(seq, csiKey(params, final))
}

// ss3 decodes ESC O, an optional number of modifiers, and a letter.
func ss3(b []byte) (n int, msg tea.Msg, whole bool) {
	i := 2
	for i < len(b) && i < 4 && (b[i] >= '0' && b[i] <= '9') {
		i++
	}
	if i == len(b) {
		return 0, nil, false
	}
	if b[i] < 0x40 || b[i] > 0x7e {
		return known(b[:i], nil)
	}
	seq := b[:i+1]
	if k, found := rxvtArrows[b[i]]; found && i == 2 {
		return len(seq), press(k, ctrl), true
	}
	if b[i] == 'M' && i == 2 { // Enter of the keypad
		return len(seq), press(enter, 0), true
	}
	params := ""
	if i > 2 {
		params = "1;" + string(b[2:i])
	}
	if _, found := lettered[b[i]]; !found {
		return known(seq, nil)
	}
	return known(seq, csiKey(params, b[i]))
}

// controlString decodes an OSC, DCS, SOS, PM or APC string up to its end.
func controlString(b []byte) (n int, msg tea.Msg, whole bool) {
	i := bytes.IndexAny(b[2:], "\x07\x18\x1a\x1b")
	if i < 0 {
		return 0, nil, false
	}
	i += 2
	n = i
	switch {
	case b[i] != esc:
		n = i + 1
	case i+1 == len(b):
		return 0, nil, false
	case b[i+1] == '\\':
		n = i + 2
	}
	if i > maxString { // a string of this length that arrives in pieces gives the same message
		return n, unknownMsg(bytes.Clone(b[:2])), true
	}
	return known(b[:n], nil)
}

// known returns the results of decode for a complete sequence. If msg is nil, the message is an
// unknownMsg with the bytes of the sequence.
func known(seq []byte, msg tea.Msg) (int, tea.Msg, bool) {
	if msg == nil {
		msg = unknownMsg(bytes.Clone(seq))
	}
	return len(seq), msg, true
}
