package keymap

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestKeysAreNormalizedLabelledAndJudged(t *testing.T) {
	for _, c := range []struct{ key, normal, label, short, why string }{
		{"ctrl+s", "ctrl+s", "Ctrl+S", "^S", ""}, {"Ctrl+S", "ctrl+s", "Ctrl+S", "^S", ""}, {"CONTROL+s", "ctrl+s", "Ctrl+S", "^S", ""}, {"alt+x", "alt+x", "Alt+X", "Alt+X", ""}, {"alt+X", "alt+X", "Alt+Shift+X", "Alt+Shift+X", "sequences of other keys begin with"}, {"alt+Y", "alt+Y", "Alt+Shift+Y", "Alt+Shift+Y", ""},
		{"shift+alt+up", "alt+shift+up", "Alt+Shift+↑", "Alt+Shift+↑", ""}, {"shift+ctrl+left", "ctrl+shift+left", "Ctrl+Shift+←", "Ctrl+Shift+←", ""}, {"Escape", "esc", "Esc", "Esc", ""}, {"return", "enter", "Enter", "Enter", ""}, {"PgDn", "pgdown", "PgDn", "PgDn", ""},
		{"pageup", "pgup", "PgUp", "PgUp", ""}, {"ctrl+space", "ctrl+@", "Ctrl+Space", "Ctrl+Space", ""}, {"ctrl+ ", "ctrl+@", "Ctrl+Space", "Ctrl+Space", ""}, {"ctrl+/", "ctrl+_", "Ctrl+/", "^/", ""}, {"f5", "f5", "F5", "F5", ""}, {"F20", "f20", "F20", "F20", ""},
		{"f21", "f21", "F21", "F21", "no key"}, {"a", "a", "a", "a", ""}, {"A", "A", "A", "A", ""}, {"é", "é", "é", "é", ""}, {"+", "+", "+", "+", ""}, {"alt++", "alt++", "Alt++", "Alt++", ""}, {"space", " ", "Space", "Space", ""}, {"alt+space", "alt+ ", "Alt+Space", "Alt+Space", ""},
		{"ctrl+i", "ctrl+i", "Ctrl+I", "^I", "as tab"}, {"ctrl+m", "ctrl+m", "Ctrl+M", "^M", "as enter"}, {"alt+ctrl+i", "alt+ctrl+i", "Alt+Ctrl+I", "Alt+Ctrl+I", "alt with tab"}, {"alt+ctrl+a", "alt+ctrl+a", "Alt+Ctrl+A", "Alt+Ctrl+A", ""}, {"alt+[", "alt+[", "Alt+[", "Alt+[", "sequences of other keys begin with"}, {"alt+O", "alt+O", "Alt+Shift+O", "Alt+Shift+O", "sequences of other keys begin"}, {"[", "[", "[", "[", ""},
		{"ctrl+1", "ctrl+1", "Ctrl+1", "^1", "only letters"}, {"ctrl+]", "ctrl+]", "Ctrl+]", "^]", ""}, {"ctrl+shift+a", "ctrl+shift+a", "Ctrl+Shift+A", "Ctrl+Shift+A", "do not report shift together"}, {"shift+a", "shift+a", "Shift+A", "Shift+A", "capital letter"}, {"shift+tab", "shift+tab", "Shift+Tab", "Shift+Tab", ""}, {"ctrl+tab", "ctrl+tab", "Ctrl+Tab", "Ctrl+Tab", "as tab"},
		{"ctrl+pgup", "ctrl+pgup", "Ctrl+PgUp", "Ctrl+PgUp", ""}, {"shift+pgup", "shift+pgup", "Shift+PgUp", "Shift+PgUp", "do not report shift"}, {"meta+x", "meta+x", "Meta+X", "Meta+X", "no key"}, {"\x01", "\x01", "\x01", "\x01", "not a key"}, {"ctrl+é", "ctrl+é", "Ctrl+é", "^é", "only letters"},
	} {
		n := Normal(c.key)
		if n != c.normal {
			t.Errorf("%q is %q, want %q", c.key, n, c.normal)
		}
		if got := Label(n); got != c.label && c.key != "ctrl+é" {
			t.Errorf("%q is labelled %q, want %q", c.key, got, c.label)
		}
		if got := short(n); got != c.short && c.key != "ctrl+é" {
			t.Errorf("%q is %q in short, want %q", c.key, got, c.short)
		}
		if why := unsendable(n); (why == "") != (c.why == "") || c.why != "" && !strings.Contains(why, c.why) {
			t.Errorf("%q: %q, want %q", c.key, why, c.why)
		}
	}
	for key, want := range map[string]string{"A+B": "a+B", "": "", "+x": "+x", "ctrl++": "ctrl++"} {
		if got := Normal(key); got != want {
			t.Errorf("%q is %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]string{"alt+": "Alt+", "+x": "+x", "ctrl++": "Ctrl++", "a+b": "A+B"} {
		if got := Label(key); got != want {
			t.Errorf("%q is labelled %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]bool{"a": true, "é": true, " ": true, "ctrl+a": false, "f1": false} {
		if types(key) != want {
			t.Errorf("%q types a character: %v", key, !want)
		}
	}
}

// A key that the user gives to an action replaces the keys in all rows of the action, and hints
// name it.
func TestAUsersKeyReplacesTheTables(t *testing.T) {
	var own Action
	for _, r := range table {
		if len(r.Keys) > 0 && !r.Vital {
			own = r.Action
			break
		}
	}
	m := build(map[Action][]string{own: {"f19", "alt+9"}})
	rows := 0
	for _, r := range m.Rows() {
		if r.Action == own {
			rows++
			if fmt.Sprint(r.Keys) != "[f19 alt+9]" {
				t.Errorf("%s has the keys %v", own, r.Keys)
			}
			for _, c := range r.Contexts {
				if m.HintIn(c, own) != "F19" {
					t.Errorf("in %v the hint is %q", c, m.HintIn(c, own))
				}
			}
		}
	}
	if rows != 1 || m.Hint(own) != "F19" {
		t.Errorf("%d rows, the hint is %q", rows, m.Hint(own))
	}
	none := build(map[Action][]string{own: nil})
	if got := none.Hint(own); got != "" {
		t.Errorf("without a key the hint is %q", got)
	}
	if known("no such action") || !known(own) {
		t.Error("an action of the table is not known, or another one is")
	}
	before := len(m.Rows())
	changed := m.Rows()
	changed[0].Action = "changed"
	if m.Rows()[0].Action == "changed" || len(m.Rows()) != before {
		t.Error("the table can be changed from outside")
	}
}

// An action may have rows for several contexts. If the user chooses its keys, it has one row for
// all these contexts.
func TestChosenKeysMakeOneRow(t *testing.T) {
	places := map[Action][]Context{}
	for _, r := range table {
		for _, c := range r.Contexts {
			if !slices.Contains(places[r.Action], c) {
				places[r.Action] = append(places[r.Action], c)
			}
		}
	}
	for action, contexts := range places {
		m, wrong := New(map[string][]string{string(action): {"f20"}})
		if len(wrong) > 0 {
			t.Errorf("%s: %v", action, wrong)
			continue
		}
		rows := 0
		for _, r := range m.Rows() {
			if r.Action == action {
				rows++
				if len(r.Contexts) != len(contexts) {
					t.Errorf("%s works in %v, not in %v", action, r.Contexts, contexts)
				}
			}
		}
		for _, c := range contexts {
			if got, _ := m.Lookup(c, "f20"); got != action {
				t.Errorf("in %v the key does %q, not %s", c, got, action)
			}
		}
		if rows != 1 {
			t.Errorf("%s has %d rows", action, rows)
		}
	}
}

// Terminals may send ^H for the backspace key, so that action alone may have it.
func TestOnlyBackspaceMayHaveCtrlH(t *testing.T) {
	for _, c := range []struct {
		action Action
		key    string
		wrong  bool
	}{{Backspace, "ctrl+h", false}, {Backspace, "ctrl+i", true}, {Save, "ctrl+h", true}, {Save, "f20", false}} {
		keys := []string{"f19", c.key}
		if _, wrong := New(map[string][]string{string(c.action): keys}); (len(wrong) > 0) != c.wrong {
			t.Errorf("%s with %s: %v", c.action, c.key, wrong)
		}
	}
}

func TestOddNamesOfKeysAreKept(t *testing.T) {
	for key, want := range map[string]string{
		"": "", "+": "+", "é": "é", "É": "É", "Enter": "enter", "alt++": "alt++", "ctrl++": "ctrl++", "+a": "+a", "alt+É": "alt+É", "alt+A": "alt+A", "ctrl+A": "ctrl+a", "Alt+Ctrl+A": "alt+ctrl+a", "shift+alt+up": "alt+shift+up", "hyper+a": "hyper+a",
	} {
		if got := Normal(key); got != want {
			t.Errorf("%q becomes %q, want %q", key, got, want)
		}
	}
	for key, ok := range map[string]bool{"+": true, "alt++": true, "+a": false, "hyper+a": false, "ctrl+a": true, "ctrl+z": true, "ctrl+{": false, "ctrl+@": true, "alt+[": false, "é": true, "\x01": false, "ctrl+f1": false, "shift+tab": true, "alt+shift+up": true} {
		if why := unsendable(key); (why == "") != ok {
			t.Errorf("%q: %q", key, why)
		}
	}
}

func TestAHintWorksInEveryPlace(t *testing.T) {
	m, _ := New(nil)
	for _, r := range m.Rows() {
		if len(r.Keys) == 0 {
			continue
		}
		for c := range m.index {
			want := m.Hint(r.Action)
			for _, own := range m.Rows() {
				if own.Action == r.Action && len(own.Keys) > 0 && slices.Contains(own.Contexts, c) {
					want = short(own.Keys[0])
					break
				}
			}
			if got := m.HintIn(c, r.Action); got != want || got == "" {
				t.Errorf("in %v the key of %s is %q, want %q", c, r.Action, got, want)
			}
		}
	}
	if m.Hint("no action") != "" || m.HintIn(Preview, "no action") != "" {
		t.Error("an action that does not exist has a key")
	}
	if Normal("+a") != "+a" || Normal("") != "" || Normal("a+") != "a+" {
		t.Errorf("%q, %q, %q", Normal("+a"), Normal(""), Normal("a+"))
	}
	for _, c := range []struct {
		keys          []string
		message, hint string
	}{
		{nil, "quit needs a key", "give it at least one"},
		{[]string{"x"}, `quit cannot have the key "x": you could no longer type that character`, "add ctrl or alt"},
	} {
		if _, message, hint := check(Quit, c.keys); message != c.message || hint != c.hint {
			t.Errorf("%q: %q, %q", c.keys, message, hint)
		}
	}
	if keys, message, hint := check(Quit, []string{"F20", "f20", "f19"}); len(keys) != 2 || message != "" || hint != "" {
		t.Errorf("%q, %q, %q", keys, message, hint)
	}
}

// If an action does not exist, only this is reported, even if its keys are wrong too.
func TestAnUnknownActionIsReportedOnce(t *testing.T) {
	_, problems := New(map[string][]string{"no-such-action": {"ctrl+i"}})
	if len(problems) != 1 || !strings.Contains(problems[0].Problem.Message, `unknown action "no-such-action"`) {
		t.Errorf("%+v", problems)
	}
}

// A name of two letters or more may be in any case. The case of a single letter counts, except after
// ctrl.
func TestTheCaseOfNames(t *testing.T) {
	for key, want := range map[string]string{
		"F1": "f1", "UP": "up", "Alt+UP": "alt+up", "Shift+F2": "shift+f2", "G": "G", "É": "É", "alt+G": "alt+G", "ctrl+G": "ctrl+g", "CTRL+G": "ctrl+g",
	} {
		if got := Normal(key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}
