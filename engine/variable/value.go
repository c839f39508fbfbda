package variable

import (
	"fmt"

	"galley/engine/source"
)

// State says what became of a key.
type State string

// The states of a value.
const (
	Present    State = "value"
	Missing    State = "missing"    // known, but not there in this session: no such file, no repository
	Unknown    State = "unknown"    // no such type, or no such name in it
	Unreadable State = "unreadable" // there, but it cannot be had: too large, binary, refused, failed
)

// Value is what a key stands for in one session, and where that comes from.
type Value struct {
	Key, Type, Name string
	State           State
	Text            string // the value when State is Present
	// Overridden: the user put the value, or its absence, there.
	Overridden bool
	// Source tells people where the value is from: an absolute path, a git
	// command, "clock", "host", "scenario", "working directory", "override".
	Source string
	Path   string // a file's absolute path as asked for
	// RealPath is where links lead, when they lead elsewhere.
	RealPath string
	// Span is the part of the file, in bytes, that Text was made from. It is
	// longer or shorter than Text when invalid bytes had to be replaced.
	Span    source.Span
	Outside bool   // a file outside the working directory
	Dynamic bool   // the name is free text
	Detail  string // why the value is missing, or what is odd about it; one sentence without a final stop
}

// Exists reports whether the key has a value, the empty one included.
func (v Value) Exists() bool { return v.State == Present }

// Values holds what the keys of one template stand for. It does not change once
// made and may be shared.
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

// Lookup returns the value of a key. One that was never asked for is missing, or
// unknown where the catalogue lacks it.
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

// with returns the value as present.
func (v Value) with(text, from string) Value {
	v.State, v.Text, v.Source, v.Detail = Present, text, from, ""
	return v
}

// without returns the value with a state that says why it has no text.
func (v Value) without(state State, format string, args ...any) Value {
	v.State, v.Text, v.Detail = state, "", fmt.Sprintf(format, args...)
	return v
}

// classify fills in what the key alone tells. A key that the catalogue lacks is
// Unknown, with the reason; known is false then.
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
