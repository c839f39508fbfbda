package keymap

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// aliases maps other spellings of keys to those of bubbletea.
var aliases = map[string]string{
	"escape": "esc", "return": "enter", "space": " ", "pageup": "pgup", "pagedown": "pgdown", "pgdn": "pgdown",
	"del": "delete", "ins": "insert", "ctrl+space": "ctrl+@", "ctrl+/": "ctrl+_",
}

// Normal returns a key's name as bubbletea prints it. Modifiers and named keys may be written in
// upper or lower case. The case of a single letter is significant, because a capital implies Shift.
func Normal(key string) string {
	var mods []string
	rest := key
	for {
		i := strings.IndexByte(rest, '+')
		if i <= 0 {
			break
		}
		mods = append(mods, strings.ToLower(rest[:i]))
		rest = rest[i+1:]
	}
	if utf8.RuneCountInString(rest) > 1 || slices.Contains(mods, "ctrl") {
		rest = strings.ToLower(rest)
	}
	if a, ok := aliases[rest]; ok {
		rest = a
	}
	// Write the modifiers in bubbletea's order.
	name := ""
	for _, m := range []string{"alt", "ctrl", "shift"} {
		if slices.Contains(mods, m) || m == "ctrl" && slices.Contains(mods, "control") {
			name += m + "+"
		}
	}
	for _, m := range mods {
		if !slices.Contains([]string{"alt", "ctrl", "shift", "control"}, m) {
			name += m + "+" // an unknown modifier: unsendable rejects it
		}
	}
	name += rest
	if a, ok := aliases[name]; ok {
		return a
	}
	if name == "ctrl+ " {
		return "ctrl+@"
	}
	return name
}

// twins has key combinations that terminals cannot distinguish from another key. It maps each
// of them to this other key, for which terminals send the same bytes.
var twins = map[string]string{
	"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "esc", "ctrl+h": "backspace, on many terminals",
	"ctrl+backspace": "backspace or ctrl+h", "ctrl+tab": "tab", "ctrl+esc": "esc", "alt+esc": "esc twice",
	"shift+enter": "enter", "ctrl+enter": "enter", "ctrl+shift+enter": "enter", "shift+backspace": "backspace",
	"shift+esc": "esc", "ctrl+?": "backspace", "shift+ ": "a space",
}

// named has the keys with a name, and for each the modifiers besides Alt with which bubbletea
// recognises it.
var named = map[string][]string{
	"enter": nil, "esc": nil, "backspace": nil, "delete": nil, "insert": nil, " ": nil,
	"tab": {"shift"}, "pgup": {"ctrl"}, "pgdown": {"ctrl"},
	"up": {"shift", "ctrl", "ctrl+shift"}, "down": {"shift", "ctrl", "ctrl+shift"},
	"left": {"shift", "ctrl", "ctrl+shift"}, "right": {"shift", "ctrl", "ctrl+shift"},
	"home": {"shift", "ctrl", "ctrl+shift"}, "end": {"shift", "ctrl", "ctrl+shift"},
	"f1": nil, "f2": nil, "f3": nil, "f4": nil, "f5": nil, "f6": nil, "f7": nil, "f8": nil, "f9": nil, "f10": nil,
	"f11": nil, "f12": nil, "f13": nil, "f14": nil, "f15": nil, "f16": nil, "f17": nil, "f18": nil, "f19": nil, "f20": nil,
}

// unsendable says why not all terminals send a key, which must be in its normal form. It returns ""
// if the key can be used.
func unsendable(key string) string {
	if twin, ok := twins[key]; ok {
		return "terminals send it as " + twin
	}
	rest, alt := strings.CutPrefix(key, "alt+")
	if r, size := utf8.DecodeRuneInString(rest); size > 0 && size == len(rest) && rest != " " {
		switch {
		case !unicode.IsPrint(r):
			return "it is not a key"
		case alt && strings.ContainsRune("[]OPX^_\\", r):
			return "the sequences of other keys begin with it"
		}
		return ""
	}
	mod, base := "", rest
	if i := strings.LastIndexByte(rest, '+'); i > 0 {
		mod, base = rest[:i], rest[i+1:]
	}
	if mods, ok := named[base]; ok {
		if mod == "" || slices.Contains(mods, mod) {
			return ""
		}
		return "terminals do not report " + mod + " with that key, or not all in the same way"
	}
	switch {
	case mod == "ctrl" && len(base) == 1 && (base[0] >= 'a' && base[0] <= 'z' || strings.Contains(`@\]^_`, base)):
		if twin, ok := twins[rest]; ok {
			return "terminals send it as alt with " + twin
		}
		return ""
	case mod == "ctrl" && utf8.RuneCountInString(base) == 1:
		return "only letters and @ \\ ] ^ _ can go with ctrl"
	case mod == "ctrl+shift" && utf8.RuneCountInString(base) == 1:
		return "terminals do not report shift together with ctrl"
	case mod == "shift" && utf8.RuneCountInString(base) == 1:
		return "write the capital letter itself"
	}
	return "no key has this name; names are like ctrl+s, alt+x, f5, shift+left, pgup"
}

// types reports whether the key types a character.
func types(key string) bool {
	return utf8.RuneCountInString(key) == 1
}

// keyLabels has the labels of those keys whose label differs from their capitalized name.
var keyLabels = map[string]string{
	"pgup": "PgUp", "pgdown": "PgDn", " ": "Space", "ctrl+@": "Ctrl+Space", "ctrl+_": "Ctrl+/",
	"up": "↑", "down": "↓", "left": "←", "right": "→", "esc": "Esc",
}

// Label returns a key's name as the help shows it: "Ctrl+P", "Alt+↑", "F1".
func Label(key string) string {
	if l, ok := keyLabels[key]; ok {
		return l
	}
	label := ""
	for {
		i := strings.IndexByte(key, '+')
		if i <= 0 || i == len(key)-1 {
			break
		}
		label += strings.ToUpper(key[:1]) + key[1:i] + "+"
		key = key[i+1:]
	}
	if l, ok := keyLabels[key]; ok {
		return label + l
	}
	switch r, size := utf8.DecodeRuneInString(key); {
	case size == len(key) && label == "":
		return key
	case size == len(key) && unicode.IsUpper(r):
		return label + "Shift+" + key
	default:
		return label + strings.ToUpper(key[:1]) + key[1:]
	}
}

// short returns a key's name for a hint, where space is scarce: "^P" for Ctrl+P.
func short(key string) string {
	label := Label(key)
	if rest, ok := strings.CutPrefix(label, "Ctrl+"); ok && utf8.RuneCountInString(rest) == 1 {
		return "^" + rest
	}
	return label
}
