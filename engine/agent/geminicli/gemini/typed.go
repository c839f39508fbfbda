package gemini

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"galley/engine/source"
)

// schemaOfSettings has one line for each setting of 0.61. A line has the setting's path, its type,
// and the words that the setting accepts or the type of its members.
//
//go:embed schema.txt
var schemaOfSettings string

// settingType is the type that a setting must have.
type settingType struct {
	path, of []string // path: the keys; of: the type, then the accepted words or the members' type
}

var settingTypes = sync.OnceValue(func() (all []settingType) {
	for line := range strings.Lines(schemaOfSettings) {
		fields := strings.Fields(line)
		all = append(all, settingType{strings.Split(fields[0], "."), fields[1:]})
	}
	return all
})

// Typed converts texts in settings to booleans and numbers, as 0.61 does: "false" to false, "3" to
// 3. If any setting of the file has a wrong type, the agent warns and uses all values unchanged. A
// text in place of a boolean then counts as true unless it is empty.
func Typed(values map[string]any) {
	valid := !slices.ContainsFunc(settingTypes(), func(t settingType) bool {
		return !t.at(values, t.path, func(v any) (any, bool) { _, ok := t.value(v); return v, ok })
	})
	for _, t := range settingTypes() {
		t.at(values, t.path, func(v any) (any, bool) {
			if valid {
				return t.value(v)
			}
			if text, isText := v.(string); isText && t.of[0] == "boolean" {
				return text != "", true
			}
			return v, true
		})
	}
}

// at calls change for each value that has the path in the table v, and replaces the value by the
// result. A star in the path stands for any key. ok is false if change refuses a value, or if a
// value on the way is not a table; at then continues with the other values.
func (t settingType) at(v any, path []string, change func(any) (any, bool)) (ok bool) {
	table, isTable := v.(map[string]any)
	if !isTable {
		return false
	}
	keys := path[:1]
	if path[0] == "*" {
		keys = nil
		for key := range table {
			keys = append(keys, key)
		}
	}
	ok = true
	for _, key := range keys {
		below, set := table[key]
		switch {
		case !set:
		case len(path) > 1:
			ok = t.at(below, path[1:], change) && ok
		default:
			changed, fits := change(below)
			table[key], ok = changed, fits && ok
		}
	}
	return ok
}

// value converts v to the setting's type. ok is false if this is impossible.
func (t settingType) value(v any) (value any, ok bool) {
	text, isText := v.(string)
	switch t.of[0] {
	case "boolean":
		if isText {
			v = map[string]any{"true": true, "false": false}[strings.ToLower(text)]
		}
		_, ok = v.(bool)
	case "number":
		if isText {
			n, err := strconv.ParseFloat(strings.TrimFunc(text, source.IsJSSpace), 64)
			return n, err == nil
		}
		_, ok = v.(float64)
	case "string":
		ok = isText
	case "enum":
		ok = isText && slices.Contains(t.of[1:], text)
	case "object":
		_, ok = v.(map[string]any)
	case "array":
		var list []any
		if list, ok = v.([]any); ok && len(t.of) > 1 {
			ok = !slices.ContainsFunc(list, func(one any) bool { _, isText := one.(string); return t.of[1] == "string" && !isText })
		}
	}
	return v, ok
}
