package term

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// mods are the modifiers of a key, as a set of bits. Terminals send the number of this set plus
// one.
type mods int

const (
	shift mods = 1 << iota
	alt
	ctrl
	super // galley does not use this modifier and those above it

	locks = 1<<6 | 1<<7 // caps lock and num lock, which are ignored
)

// without is the type of a key combination for which bubbletea has no type.
const without tea.KeyType = -1 << 20

// special is a key that is not text. It has a bubbletea type for each modifier, and a name for
// the combinations without a type.
type special struct {
	name                            string
	plain, shift, ctrl, ctrlShifted tea.KeyType
}

var (
	up        = special{"up", tea.KeyUp, tea.KeyShiftUp, tea.KeyCtrlUp, tea.KeyCtrlShiftUp}
	down      = special{"down", tea.KeyDown, tea.KeyShiftDown, tea.KeyCtrlDown, tea.KeyCtrlShiftDown}
	right     = special{"right", tea.KeyRight, tea.KeyShiftRight, tea.KeyCtrlRight, tea.KeyCtrlShiftRight}
	left      = special{"left", tea.KeyLeft, tea.KeyShiftLeft, tea.KeyCtrlLeft, tea.KeyCtrlShiftLeft}
	home      = special{"home", tea.KeyHome, tea.KeyShiftHome, tea.KeyCtrlHome, tea.KeyCtrlShiftHome}
	end       = special{"end", tea.KeyEnd, tea.KeyShiftEnd, tea.KeyCtrlEnd, tea.KeyCtrlShiftEnd}
	pageUp    = special{"pgup", tea.KeyPgUp, without, tea.KeyCtrlPgUp, without}
	pageDown  = special{"pgdown", tea.KeyPgDown, without, tea.KeyCtrlPgDown, without}
	insertKey = special{"insert", tea.KeyInsert, without, without, without}
	deleteKey = special{"delete", tea.KeyDelete, without, without, without}
	tab       = special{"tab", tea.KeyTab, tea.KeyShiftTab, without, without}
	enter     = special{"enter", tea.KeyEnter, without, without, without}
	backspace = special{"backspace", tea.KeyBackspace, tea.KeyBackspace, without, without}
	escape    = special{"esc", tea.KeyEscape, without, without, without}
)

// fKey returns the function key n. Shift with F1 to F8 is F13 to F20, as in terminals
// of the xterm family and bubbletea.
func fKey(n int) special {
	types := [...]tea.KeyType{
		tea.KeyF1, tea.KeyF2, tea.KeyF3, tea.KeyF4, tea.KeyF5, tea.KeyF6, tea.KeyF7, tea.KeyF8, tea.KeyF9, tea.KeyF10,
		tea.KeyF11, tea.KeyF12, tea.KeyF13, tea.KeyF14, tea.KeyF15, tea.KeyF16, tea.KeyF17, tea.KeyF18, tea.KeyF19, tea.KeyF20,
	}
	k := special{"f" + strconv.Itoa(n), types[n-1], without, without, without}
	if n <= 8 {
		k.shift = types[n+11]
	}
	return k
}

// press returns the message of a special key with modifiers.
func press(k special, m mods) tea.Msg {
	m &^= locks
	if m >= super {
		return nil
	}
	t := k.plain
	switch m & (shift | ctrl) {
	case shift:
		t = k.shift
	case ctrl:
		t = k.ctrl
	case shift | ctrl:
		t = k.ctrlShifted
	}
	if t == without {
		return KeyName(prefix(m) + k.name)
	}
	return tea.KeyMsg{Type: t, Alt: m&alt != 0}
}

// prefix returns the names of modifiers in bubbletea's order, each followed by "+".
func prefix(m mods) string {
	var s string
	if m&alt != 0 {
		s += "alt+"
	}
	if m&ctrl != 0 {
		s += "ctrl+"
	}
	if m&shift != 0 {
		s += "shift+"
	}
	return s
}

// lettered are the keys whose sequence ends in a letter: CSI [1;mods] letter,
// SS3 letter.
var lettered = map[byte]special{
	'A': up, 'B': down, 'C': right, 'D': left, 'H': home, 'F': end, 'Z': tab,
	'P': fKey(1), 'Q': fKey(2), 'R': fKey(3), 'S': fKey(4),
}

// rxvt sends shifted arrows as CSI with a small letter, and arrows with control as SS3 with a
// small letter.
var rxvtArrows = map[byte]special{'a': up, 'b': down, 'c': right, 'd': left}

// numbered are the keys of CSI number [;mods] ~.
var numbered = map[int]special{
	1: home, 2: insertKey, 3: deleteKey, 4: end, 5: pageUp, 6: pageDown, 7: home, 8: end,
	11: fKey(1), 12: fKey(2), 13: fKey(3), 14: fKey(4), 15: fKey(5),
	17: fKey(6), 18: fKey(7), 19: fKey(8), 20: fKey(9), 21: fKey(10),
	23: fKey(11), 24: fKey(12), 25: fKey(13), 26: fKey(14), 28: fKey(15), 29: fKey(16),
	31: fKey(17), 32: fKey(18), 33: fKey(19), 34: fKey(20),
}

// csiKey returns the key of a control sequence, or nil if the sequence is not a key.
func csiKey(params string, final byte) tea.Msg {
	n, m, event, ok := numbers(params)
	if !ok {
		return nil
	}
	switch final {
	case '~':
		if rest, found := strings.CutPrefix(params, "27;"); found {
			return modifiedKey(rest)
		}
		if k, found := numbered[n]; found {
			return pressUnlessReleased(k, m, event)
		}
	case '^', '$', '@': // rxvt: control, shift, both
		if k, found := numbered[n]; found && !strings.Contains(params, ";") {
			return press(k, map[byte]mods{'^': ctrl, '$': shift, '@': ctrl | shift}[final])
		}
	case 'u':
		return kittyKey(params)
	case 'Z':
		if params == "" {
			return press(tab, shift)
		}
		return press(tab, shift|m)
	default:
		if k, found := rxvtArrows[final]; found && params == "" {
			return press(k, shift)
		}
		// The number before the modifiers is always 1; anything else is
		// another sequence, such as a cursor report ending in R.
		if k, found := lettered[final]; found && (params == "" || n == 1) {
			return pressUnlessReleased(k, m, event)
		}
	}
	return nil
}

// numbers parses "n;mods:event", in which each part is optional.
func numbers(params string) (n int, m mods, event string, ok bool) {
	if params == "" {
		return 0, 0, "", true
	}
	first, rest, _ := strings.Cut(params, ";")
	first, _, _ = strings.Cut(first, ":")
	n, err := strconv.Atoi(first)
	if err != nil {
		return 0, 0, "", false
	}
	rest, _, _ = strings.Cut(rest, ";")
	rest, event, _ = strings.Cut(rest, ":")
	if rest == "" {
		return n, 0, event, true
	}
	v, err := strconv.Atoi(rest)
	if err != nil || v < 1 {
		return 0, 0, "", false
	}
	return n, mods(v - 1), event, true
}

const released = "3" // the event number for the release of a key

func pressUnlessReleased(k special, m mods, event string) tea.Msg {
	if event == released {
		return nil
	}
	return press(k, m)
}

// modifiedKey returns a key in the format of xterm's modifyOtherKeys: "mods;code".
func modifiedKey(params string) tea.Msg {
	a, b, _ := strings.Cut(params, ";")
	m, err1 := strconv.Atoi(a)
	code, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || m < 1 {
		return nil
	}
	return codeKey(rune(code), mods(m-1))
}

// kittyKey returns a key in the format of the kitty protocol: "code:shifted:base;mods:event;text".
// galley never requests the protocol, but a multiplexer may use it anyway.
func kittyKey(params string) tea.Msg {
	n, m, event, ok := numbers(params)
	if !ok || event == released {
		return nil
	}
	code := rune(n)
	codes := strings.Split(strings.SplitN(params, ";", 2)[0], ":")
	if m&^locks == shift && len(codes) > 1 {
		if s, err := strconv.Atoi(codes[1]); err == nil && s > 0 {
			code = rune(s)
		}
	}
	return codeKey(code, m)
}

// codeKey returns the key that types the code point, with modifiers.
func codeKey(code rune, m mods) tea.Msg {
	m &^= locks
	if m >= super {
		return nil
	}
	switch code {
	case 9:
		return press(tab, m)
	case 13:
		return press(enter, m)
	case 27:
		return press(escape, m)
	case 8, 127:
		return press(backspace, m)
	case ' ':
		if m&ctrl == 0 {
			return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: m&alt != 0}
		}
	}
	// Codes below the space are control characters. Codes in the private use area are kitty's
	// numbers for keys that type no text.
	if code < ' ' || code >= 0x7f && code < 0xa0 || code >= 0xe000 && code < 0xf900 || !utf8.ValidRune(code) {
		return nil
	}
	if m&ctrl == 0 {
		if m&shift != 0 {
			code = unicode.ToUpper(code)
		}
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{code}, Alt: m&alt != 0}
	}
	code = unicode.ToLower(code)
	if c, ok := controlByte(code); ok && m&shift == 0 {
		return tea.KeyMsg{Type: tea.KeyType(c), Alt: m&alt != 0}
	}
	return KeyName(prefix(m) + string(code))
}

// controlByte returns the control character that a terminal sends for Ctrl with the key. The second
// result is false if the key has no control character.
func controlByte(code rune) (byte, bool) {
	switch {
	case code >= 'a' && code <= 'z':
		return byte(code) & 0x1f, true
	case code == '@', code == ' ':
		return 0, true
	case code >= '[' && code <= '_':
		return byte(code) & 0x1f, true
	}
	return 0, false
}
