package keymap

import (
	"fmt"
	"maps"
	"slices"

	"galley/engine/diag"
	"galley/engine/source"
)

// Map is the table with the user's keys.
type Map struct {
	rows  []Row
	index map[Context]map[string]Action
}

// Wrong is a problem with the keys that a user chose for an action.
type Wrong struct {
	diag.Problem
	Action string // as the user wrote it
}

// New returns the table in which overrides replace the keys of some actions, in all contexts. An
// empty list removes the keys of an action. An invalid override is reported and has no effect, so
// that the map can always be used.
func New(overrides map[string][]string) (*Map, []Wrong) {
	var problems []Wrong
	report := func(code diag.Code, action, message, hint string) {
		problems = append(problems, Wrong{diag.New(code, source.NoSpan, message, hint), action})
	}
	keys := map[Action][]string{}
	for _, name := range slices.Sorted(maps.Keys(overrides)) {
		action := Action(name)
		if !known(action) {
			hint := "galley keys lists the actions"
			if near := nearest(name); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			report(diag.UnknownKey, name, fmt.Sprintf("[keys] names an unknown action %q", name), hint)
			continue
		}
		normal, message, hint := check(action, overrides[name])
		if message != "" {
			report(diag.BadValue, name, message, hint)
			continue
		}
		keys[action] = normal
	}
	for {
		m := build(keys)
		c := m.conflict(keys)
		if c == nil || keys[c.loser] == nil {
			return m, problems // the default table itself has no conflict; a test checks this
		}
		report(diag.BadValue, string(c.loser),
			fmt.Sprintf("%s cannot have the key %q: %s already uses it", c.loser, c.key, c.holder),
			fmt.Sprintf("give %s another key, or free this one with %s = [\"…\"]", c.loser, c.holder))
		delete(keys, c.loser)
	}
}

// check checks the keys that a user chose for an action. It returns them in their normal form, or
// the message and the hint of a problem.
func check(action Action, wanted []string) (normal []string, message, hint string) {
	typing := false
	for _, r := range table {
		if r.Action != action {
			continue
		}
		if r.Vital && len(wanted) == 0 {
			return nil, fmt.Sprintf("%s needs a key", action), "give it at least one"
		}
		for _, c := range r.Contexts {
			typing = typing || c == Global || c == Editor || c == Field
		}
	}
	for _, k := range wanted {
		n := Normal(k)
		if why := unsendable(n); why != "" && !(n == "ctrl+h" && action == Backspace) {
			return nil, fmt.Sprintf("%s cannot have the key %q: %s", action, k, why), "choose another, such as ctrl with a letter, alt with a letter or a function key"
		}
		if typing && types(n) {
			return nil, fmt.Sprintf("%s cannot have the key %q: you could no longer type that character", action, k), "add ctrl or alt"
		}
		if !slices.Contains(normal, n) {
			normal = append(normal, n)
		}
	}
	return normal, "", ""
}

// build returns the default table in which keys replaces the keys of some actions.
func build(keys map[Action][]string) *Map {
	m := &Map{index: map[Context]map[string]Action{}}
	replaced := map[Action]bool{}
	for _, r := range table {
		if k, ok := keys[r.Action]; ok {
			if replaced[r.Action] {
				// The user's keys are the same in all contexts, so one row is enough.
				first := &m.rows[slices.IndexFunc(m.rows, func(f Row) bool { return f.Action == r.Action })]
				first.Contexts = union(first.Contexts, r.Contexts)
				continue
			}
			replaced[r.Action] = true
			r.Keys = k
		}
		m.rows = append(m.rows, r)
	}
	for _, r := range m.rows {
		for _, c := range r.Contexts {
			if m.index[c] == nil {
				m.index[c] = map[string]Action{}
			}
			for _, k := range r.Keys {
				if _, taken := m.index[c][k]; !taken {
					m.index[c][k] = r.Action
				}
			}
		}
	}
	return m
}

func union(a, b []Context) []Context {
	for _, c := range b {
		if !slices.Contains(a, c) {
			a = append(slices.Clip(a), c) // a may be a slice of the table, so append must copy it
		}
	}
	return a
}

// clash is a key that two actions have in one context.
type clash struct {
	key           string
	context       Context
	loser, holder Action
}

// conflict returns the first clash of two actions over a key, or nil. The action that loses the key
// is one whose keys the user chose.
func (m *Map) conflict(keys map[Action][]string) *clash {
	holders := map[Context]map[string]Action{}
	for _, r := range m.rows {
		for _, c := range r.Contexts {
			if holders[c] == nil {
				holders[c] = map[string]Action{}
			}
			for _, k := range r.Keys {
				holder, taken := holders[c][k]
				if !taken {
					holders[c][k] = r.Action
					continue
				}
				if holder == r.Action {
					continue
				}
				return settle(k, c, holder, r.Action, keys)
			}
		}
	}
	for _, c := range []Context{Editor, Inspector, Preview} {
		for _, k := range slices.Sorted(maps.Keys(holders[c])) {
			everywhere, taken := holders[Global][k]
			if taken && everywhere != holders[c][k] && !slices.Contains(shadows[c], k) {
				return settle(k, c, everywhere, holders[c][k], keys)
			}
		}
	}
	return nil
}

// settle returns the clash of two actions over a key and decides which of them loses the key.
func settle(k string, c Context, a, b Action, keys map[Action][]string) *clash {
	if _, chosen := keys[b]; chosen {
		return &clash{k, c, b, a}
	}
	return &clash{k, c, a, b}
}

// Lookup returns the action of a key in a context. If the context does not give the key an
// action, Lookup returns the key's action in the context Global.
func (m *Map) Lookup(c Context, key string) (Action, bool) {
	if a, ok := m.index[c][key]; ok {
		return a, true
	}
	if c == List || c == Field {
		return "", false
	}
	a, ok := m.index[Global][key]
	return a, ok
}

// keysOf returns an action's keys. Hints show the first one.
func (m *Map) keysOf(a Action) []string {
	var keys []string
	for _, r := range m.rows {
		if r.Action != a {
			continue
		}
		for _, k := range r.Keys {
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// Hint returns the short label of an action's first key, or "" if the action has no key.
func (m *Map) Hint(a Action) string {
	if keys := m.keysOf(a); len(keys) > 0 {
		return short(keys[0])
	}
	return ""
}

// HintIn does the same as [Map.Hint] for one context. It prefers a key that works only in this
// context.
func (m *Map) HintIn(c Context, a Action) string {
	for _, r := range m.rows {
		if r.Action == a && len(r.Keys) > 0 && slices.Contains(r.Contexts, c) {
			return short(r.Keys[0])
		}
	}
	return m.Hint(a)
}

// Rows returns the table with the user's keys.
func (m *Map) Rows() []Row { return slices.Clone(m.rows) }

func known(a Action) bool {
	return slices.ContainsFunc(table, func(r Row) bool { return r.Action == a })
}
