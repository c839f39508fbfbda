package variable

import (
	"fmt"

	"galley/engine/source"
)

// State says whether a key has a value, or why not.
type State string

// The states of a value.
const (
	Present    State = "value"
	Missing    State = "missing"    // the key is known, but this session lacks such a file or repository
	Unknown    State = "unknown"    // the catalogue lacks the type or the name
	Unreadable State = "unreadable" // exists but cannot be read: too large, binary, refused, failed
)

// ChangesEachTurn reports whether the value of a key may differ in every request of a session.
func ChangesEachTurn(key string) bool { return key == "system:time" || key == "git:status" }

// Value is the value of a key in one session, and its source.
type Value struct {
	Key, Type, Name string
	State           State
	Text            string // the value when State is Present
	// Overridden says that the user set the value, or declared it missing.
	Overridden bool
	// Source says in words where the value comes from: an absolute path, a git command, "clock",
	// "host", "scenario", "working directory" or "override".
	Source string
	Path   string // a file's absolute path as requested
	// RealPath is the path with links resolved, if it differs.
	RealPath string
	// Span is the range of the file, in bytes, from which Text was made. The range and Text differ
	// in length if invalid bytes were replaced.
	Span    source.Span
	Outside bool   // whether the file is outside the working directory
	Dynamic bool   // whether the name is free text
	Detail  string // why the value is missing, or what is unusual about it; one sentence without a final stop
}

// Exists reports whether the key has a value, including "".
func (v Value) Exists() bool { return v.State == Present }

// Values holds the values of one template's keys. It is immutable and may be shared.
type Values struct {
	list  []Value
	index map[string]int
}

func newValues(size int) *Values {
	return &Values{list: make([]Value, 0, size), index: make(map[string]int, size)}
}

func (v *Values) add(value Value) {
	v.index[value.Key] = len(v.list)
	v.list = append(v.list, value)
}

func (v *Values) has(key string) bool {
	_, there := v.index[key]
	return there
}

// Lookup returns the value of a key. A key that was not resolved is missing. It is unknown if the
// catalogue does not have it.
func (v *Values) Lookup(key string) Value {
	if v != nil {
		if i, there := v.index[key]; there {
			return v.list[i]
		}
	}
	value, known := classify(key)
	if known {
		value.State, value.Detail = Missing, key+" was not asked for"
	}
	return value
}

// present returns v in the state Present. text is its text, and from says where the text comes
// from.
func (v Value) present(text, from string) Value {
	v.State, v.Text, v.Source, v.Detail = Present, text, from, ""
	return v
}

// without returns v in a state without a text. The formatted text says why.
func (v Value) without(state State, format string, args ...any) Value {
	v.State, v.Text, v.Detail = state, "", fmt.Sprintf(format, args...)
	return v
}

// classify returns a value with the fields that depend only on the key. If the catalogue does not
// have the key, known is false, and the value has the state Unknown and the reason.
func classify(key string) (value Value, known bool) {
	typ, name, _ := Split(key)
	value = Value{Key: key, Type: typ, Name: name, Dynamic: Dynamic(key)}
	switch {
	case Known(key):
		return value, true
	case typ == typeFile:
		return value.without(Unknown, "%q names no path", key), false
	case KnownType(typ):
		return value.without(Unknown, "%s has no variable %q", typ, name), false
	}
	return value.without(Unknown, "unknown variable type %q", typ), false
}
