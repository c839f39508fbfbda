package keymap

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

func TestTheTableHasNoKeyTwiceInOnePlace(t *testing.T) {
	m, problems := New(nil)
	if len(problems) > 0 {
		t.Error(problems)
	}
	if c := m.conflict(nil); c != nil {
		t.Errorf("%q in %s belongs to %s and %s", c.key, c.context, c.holder, c.loser)
	}
	// The check itself must find a conflict.
	defer func(old []Row) { table = old }(table)
	table = append(slices.Clone(table), Row{Action: "other", Contexts: []Context{Preview}, Keys: []string{"ctrl+s"}})
	if c := build(nil).conflict(nil); c == nil || c.key != "ctrl+s" {
		t.Errorf("a key of the context Global was accepted for the preview: %+v", c)
	}
}

// firstBytes returns the sequence that a terminal sends for a key, as far as two keys could share
// it. Sequences of different names have different bytes.
func firstBytes(key string) string {
	rest, alt := strings.CutPrefix(key, "alt+")
	s := rest
	switch {
	case rest == "tab":
		s = "\t"
	case rest == "enter":
		s = "\r"
	case rest == "esc":
		s = "\x1b"
	case rest == "backspace":
		s = "\x7f"
	case strings.HasPrefix(rest, "ctrl+") && len(rest) == len("ctrl+")+1:
		s = string(rune(strings.ToUpper(rest)[len(rest)-1] & 0x1f))
	}
	if alt {
		return "\x1b" + s
	}
	return s
}

func TestNoTwoKeysOfOnePlaceShareTheirBytes(t *testing.T) {
	for _, c := range contexts() {
		seen := map[string]string{}
		for _, r := range table {
			if !applies(r, c) {
				continue
			}
			for _, k := range r.Keys {
				b := firstBytes(k)
				if other, taken := seen[b]; taken && other != k {
					t.Errorf("in %s, %q and %q have the same bytes", c, other, k)
				}
				seen[b] = k
			}
		}
	}
}

func TestTerminalsSendEveryKey(t *testing.T) {
	printed := map[string]bool{}
	for k := tea.KeyType(-200); k < 200; k++ {
		printed[tea.Key{Type: k}.String()] = true
		printed[tea.Key{Type: k, Alt: true}.String()] = true
	}
	for _, r := range table {
		for _, k := range r.Keys {
			if why := unsendable(k); why != "" && !(k == "ctrl+h" && r.Action == Backspace) {
				t.Errorf("%s has %q: %s", r.Action, k, why)
			}
			if Normal(k) != k {
				t.Errorf("%s has %q, whose name is %q", r.Action, k, Normal(k))
			}
			bare := strings.TrimPrefix(k, "alt+")
			if utf8.RuneCountInString(bare) != 1 && !printed[k] {
				t.Errorf("%s has %q, which bubbletea never reports", r.Action, k)
			}
		}
	}
}

func TestVitalActionsHaveTwoKeysOneOfThemPlain(t *testing.T) {
	for _, r := range table {
		if !r.Vital {
			continue
		}
		plain := 0
		for _, k := range r.Keys {
			_, isNamed := named[k]
			if isNamed || strings.HasPrefix(k, "ctrl+") && len(k) == len("ctrl+")+1 {
				plain++
			}
		}
		if len(r.Keys) < 2 || plain == 0 {
			t.Errorf("%s is vital but has only %v", r.Action, r.Keys)
		}
	}
}

func TestEveryRowIsComplete(t *testing.T) {
	for _, r := range table {
		if r.Action == "" || r.Title == "" || r.Group == "" || len(r.Contexts) == 0 || len(r.Keys) == 0 {
			t.Errorf("incomplete: %+v", r)
		}
		for _, c := range r.Contexts {
			if !slices.Contains(contexts(), c) {
				t.Errorf("%s applies in %q, which is not a context", r.Action, c)
			}
			for _, k := range r.Keys {
				if types(k) && (c == Global || c == Editor || c == Field) {
					t.Errorf("%s takes %q, which is needed for typing in %s", r.Action, k, c)
				}
			}
		}
	}
}

func TestKeysDependOnContext(t *testing.T) {
	m, _ := New(nil)
	for _, c := range []struct {
		context Context
		key     string
		want    Action
	}{
		{Editor, "tab", Indent},
		{Inspector, "tab", NextPane},
		{Editor, "ctrl+s", Save},
		{Preview, "ctrl+s", Save},
		{Inspector, "j", MoveDown},
		{Editor, "j", ""},
		{Field, "ctrl+s", ""},
		{Field, "enter", Accept},
		{List, "up", MoveUp},
		{Preview, "enter", Jump},
		{Editor, "enter", Newline},
		{Editor, "ctrl+j", Newline},
		{Inspector, "/", Filter},
		{Preview, "/", Find},
		{Global, "esc", Cancel},
		{List, "esc", Cancel},
		{Editor, "ctrl+c", Copy},
	} {
		got, ok := m.Lookup(c.context, c.key)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q in %s does %q, want %q", c.key, c.context, got, c.want)
		}
	}
}

func TestKeysCanBeChanged(t *testing.T) {
	m, problems := New(map[string][]string{
		"quit":      {"Ctrl+X", "alt+q"},
		"cut":       {"alt+x"},
		"cancel":    {"esc"},
		"zoom":      {},
		"move-up":   {"up", "ctrl+up"},
		"save":      {"ctrl+w", "control+Space"},
		"complete":  {"alt+/"},
		"next-pane": {"f6", "F11"},

		"delete-word-left": {"alt+backspace"},
		"scroll-left":      {"<"}, // only where no text is typed
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, c := range []struct {
		context Context
		key     string
		want    Action
	}{
		{Editor, "ctrl+x", Quit}, {Editor, "alt+x", Cut}, {Editor, "ctrl+q", ""}, {Editor, "alt+q", Quit},
		{Preview, "f7", ""}, {List, "ctrl+up", MoveUp}, {Preview, "k", ""}, {Editor, "ctrl+w", Save},
		{Editor, "ctrl+@", Save}, {Field, "esc", Cancel}, {Preview, "f11", NextPane},
	} {
		if got, _ := m.Lookup(c.context, c.key); got != c.want {
			t.Errorf("%q in %s does %q, want %q", c.key, c.context, got, c.want)
		}
	}
	if got := m.keysOf(Quit); !slices.Equal(got, []string{"ctrl+x", "alt+q"}) || m.Hint(Quit) != "^X" {
		t.Errorf("the keys of quit are %v with hint %q", got, m.Hint(Quit))
	}
	if len(m.keysOf(Zoom)) > 0 || m.Hint(Zoom) != "" {
		t.Error("an action without keys has a hint")
	}
}

func TestUnavailableKeysAreReported(t *testing.T) {
	for _, c := range []struct {
		name    string
		keys    []string
		message string
		hint    string
	}{
		{"sav", []string{"f4"}, `[keys] names an unknown action "sav"`, `did you mean "save"?`},
		{"fly", nil, `[keys] names an unknown action "fly"`, "galley keys"},
		{"save", []string{"ctrl+q"}, `save cannot have the key "ctrl+q": quit already uses it`, "free this one with quit"},
		{"redo", []string{"ctrl+s"}, `redo cannot have the key "ctrl+s": save already uses it`, ""},
		{"save", []string{"ctrl+d"}, `save cannot have the key "ctrl+d": duplicate-line already uses it`, ""},
		{"zoom", []string{"ctrl+i"}, `zoom cannot have the key "ctrl+i": terminals send it as tab`, "choose another, such as ctrl with a letter, alt with a letter or a function key"},
		{"zoom", []string{"ctrl+m"}, "terminals send it as enter", ""},
		{"zoom", []string{"ctrl+["}, "terminals send it as esc", ""},
		{"zoom", []string{"ctrl+h"}, "terminals send it as backspace", ""},
		{"zoom", []string{"shift+enter"}, "terminals send it as enter", ""},
		{"zoom", []string{"ctrl+shift+p"}, "terminals do not report shift together with ctrl", ""},
		{"zoom", []string{"ctrl+1"}, "only letters", ""},
		{"zoom", []string{"alt+["}, "the sequences of other keys begin with it", ""},
		{"zoom", []string{"alt+O"}, "the sequences of other keys begin with it", ""},
		{"zoom", []string{"shift+f3"}, "terminals do not report shift with that key", ""},
		{"zoom", []string{"shift+a"}, "write the capital letter itself", ""},
		{"zoom", []string{"super+a"}, "no key has this name", ""},
		{"zoom", []string{"hyper"}, "no key has this name", ""},
		{"zoom", []string{""}, "no key has this name", ""},
		{"zoom", []string{"z"}, "you could no longer type that character", "add ctrl or alt"},
		{"replace", []string{"z"}, "you could no longer type that character", ""},
		{"cancel", []string{"z"}, "you could no longer type that character", ""},
		{"quit", nil, "quit needs a key", "give it at least one"},
	} {
		m, problems := New(map[string][]string{c.name: c.keys})
		if len(problems) != 1 || !strings.Contains(problems[0].Message, c.message) || !strings.Contains(problems[0].Hint, c.hint) {
			t.Errorf("%s = %q: %+v, want %q", c.name, c.keys, problems, c.message)
		}
		fresh, _ := New(nil)
		if got, want := m.keysOf(Action(c.name)), fresh.keysOf(Action(c.name)); !slices.Equal(got, want) {
			t.Errorf("%s = %q: it now has %q, want %q", c.name, c.keys, got, want)
		}
	}
}

func TestConflictingKeysAreReported(t *testing.T) {
	m, problems := New(map[string][]string{"cut": {"ctrl+b"}, "paste": {"ctrl+b"}})
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "cut") || !strings.Contains(problems[0].Message, "paste") {
		t.Errorf("got %v", problems)
	}
	if m.conflict(nil) != nil {
		t.Error("the map still has a conflict")
	}
}

func TestHelpAndPaletteAreMadeFromTheTable(t *testing.T) {
	m, _ := New(map[string][]string{"save": {"ctrl+b"}})
	help := m.Help(Editor)
	if help[0].Group != "File" || help[0].Entries[0].Title != "Save" || !slices.Equal(help[0].Entries[0].Keys, []string{"Ctrl+B"}) {
		t.Errorf("the help starts with %+v", help[0])
	}
	for _, s := range help {
		for _, e := range s.Entries {
			if e.Action == Filter {
				t.Error("the template's help contains the filter of the variables")
			}
		}
	}
	seen := map[Action]bool{}
	for _, e := range m.Palette() {
		if seen[e.Action] || e.Title == "" {
			t.Errorf("the palette has %+v twice or without a title", e)
		}
		seen[e.Action] = true
	}
	if !seen[Save] || seen[MoveLeft] {
		t.Error("the palette should contain save, and no moves")
	}
	md := markdown(m)
	for _, want := range []string{"### File\n", "| `Ctrl+B` | Save | `save` |", "`Ctrl+/`", "Filter… (variables)", "| `Ctrl+Q`, `F10` | Quit | `quit` |"} {
		if !strings.Contains(md, want) {
			t.Errorf("the page of keys lacks %q:\n%s", want, md)
		}
	}
	for _, r := range table {
		if !strings.Contains(md, "`"+string(r.Action)+"`") {
			t.Errorf("the page of keys lacks %s", r.Action)
		}
	}
}

func TestLabels(t *testing.T) {
	for _, c := range []struct{ key, label, short string }{
		{"ctrl+p", "Ctrl+P", "^P"}, {"f1", "F1", "F1"}, {"alt+up", "Alt+↑", "Alt+↑"}, {"alt+N", "Alt+Shift+N", "Alt+Shift+N"},
		{"alt+n", "Alt+N", "Alt+N"}, {"ctrl+@", "Ctrl+Space", "Ctrl+Space"}, {"ctrl+_", "Ctrl+/", "^/"}, {" ", "Space", "Space"},
		{"ctrl+shift+left", "Ctrl+Shift+←", "Ctrl+Shift+←"}, {"j", "j", "j"}, {"G", "G", "G"}, {"tab", "Tab", "Tab"},
		{"ctrl+pgup", "Ctrl+PgUp", "Ctrl+PgUp"}, {"alt+.", "Alt+.", "Alt+."}, {"+", "+", "+"}, {"alt++", "Alt++", "Alt++"},
	} {
		if got := Label(c.key); got != c.label {
			t.Errorf("Label(%q) = %q, want %q", c.key, got, c.label)
		}
		if got := short(c.key); got != c.short {
			t.Errorf("Short(%q) = %q, want %q", c.key, got, c.short)
		}
	}
}
