package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/settings"
)

// Keys lists the keys of a scenario; of a key with several names, the first.
func Keys() []string {
	var all []string
	for _, key := range settings.Keys(Scenario{}) {
		if !strings.ContainsAny(key, ".[") {
			all = append(all, key)
		}
	}
	return all
}

// Row is a key of a scenario and its value in the file.
type Row struct {
	Key   string
	Value string // as written; "" if the file does not have the key
	Given bool
	// Plain says that the value is in one place and can be replaced there.
	Plain bool
	// Headers says that the value consists of tables under headers; Value then includes the
	// headers.
	Headers bool
}

// Rows lists every key with its value in the text of a file.
func Rows(name, text string) []Row {
	f := settings.Parse(name, text)
	found := map[string]settings.Field{}
	for _, field := range f.Root.Fields {
		if key := settings.KeyOf(Scenario{}, field.Name); key != "" {
			found[key] = field
		}
	}
	var rows []Row
	for _, key := range Keys() {
		row := Row{Key: key, Plain: true}
		if field, ok := found[key]; ok {
			span, plain := inPlace(field, text)
			if !plain {
				span, plain = underHeaders(key, text)
				row.Headers = plain
			}
			row.Given, row.Plain, row.Value = true, plain, field.Value.JSON()
			if plain {
				row.Value = text[span.Start:span.End]
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// NotInPlaceError says that a value cannot be put into a file without rewriting the file. Paste is
// the text that the user can insert by hand.
type NotInPlaceError struct{ Why, Paste string }

func (e *NotInPlaceError) Error() string { return e.Why }

// BrokenError says that a file is not a scenario, so nothing can be put into it.
type BrokenError struct{ Why string }

func (e *BrokenError) Error() string {
	return "the scenario's file cannot be read: " + e.Why + "; correct it first"
}

// Set returns a scenario's text with a key set to a value. The value is written in the file's
// format and may take several lines; tables with their headers are a value too. Only the place of
// the value changes, or lines are added: comments, order and everything else stay byte for byte.
// Set cannot remove a key. It returns an error for an empty value, for a value that the format or
// the key does not accept, and for one that affects another key. It returns a [*NotInPlaceError] if
// the value cannot be inserted this way, and a [*BrokenError] if the text is not a scenario.
func Set(name, text, key, value string) (string, error) {
	if settings.KeyOf(Scenario{}, key) != key {
		hint := ""
		if near, ok := diag.Nearest(key, Keys()); ok {
			hint = "; did you mean " + near + "?"
		}
		return "", fmt.Errorf("a scenario has no key %s%s", key, hint)
	}
	value = strings.TrimSpace(value)
	if value == "" {
		return "", errors.New("write the value as in the file, a text in quotes")
	}
	value = strings.ReplaceAll(value, "\r\n", "\n")
	if strings.Contains(text, "\r\n") {
		value = strings.ReplaceAll(value, "\n", "\r\n")
	}
	_, before := Parse(name, text)
	out, err := put(name, text, key, value)
	if err != nil {
		return "", err
	}
	if other := changed(name, text, out, key); other != "" {
		return "", fmt.Errorf("%s = %s is more than one value: it also changes %s", key, diag.Clip(value), other)
	}
	s, after := Parse(name, out)
	set := slices.ContainsFunc(s.Given, func(g Given) bool { return g.Key == key })
	switch f := settings.Parse(name, text); {
	case len(after) > len(before), set && len(after) == len(before) && !slices.EqualFunc(after, before, sameMessage):
		return "", fmt.Errorf("%s = %s: %s", key, value, firstNew(before, after).Message)
	case set:
		return out, nil
	case len(f.Problems) > 0:
		return "", &BrokenError{f.Problems[0].Message}
	}
	return "", fmt.Errorf("%s was not set: %s is not one value; write it as in the file, for example a text in quotes", key, value)
}

// changed returns a key other than key whose value differs between two texts of a file, or "".
func changed(name, before, after, key string) string {
	is := Rows(name, after)
	for i, was := range Rows(name, before) {
		if was.Key != key && was.Value != is[i].Value {
			return was.Key
		}
	}
	return ""
}

// firstNew returns the first problem in after that is not in before.
func firstNew(before, after []diag.Problem) diag.Problem {
	for i, p := range after {
		if i >= len(before) || !sameMessage(p, before[i]) {
			return p
		}
	}
	return after[len(after)-1]
}

func sameMessage(a, b diag.Problem) bool { return a.Message == b.Message }

// put replaces the value in its place, or adds a line for it.
func put(name, text, key, value string) (string, error) {
	f, headed := settings.Parse(name, text), headerOf(line1(value)) == key
	paste := line(name, key, value)
	if headed {
		paste = value
	}
	for _, field := range f.Root.Fields {
		if settings.KeyOf(Scenario{}, field.Name) != key {
			continue
		}
		span, plain := inPlace(field, text)
		if !plain && headed {
			span, plain = underHeaders(key, text)
		} else if headed {
			plain = false
		}
		if !plain {
			return "", &NotInPlaceError{key + " is written in another form in " + name, paste}
		}
		return text[:span.Start] + value + text[span.End:], nil
	}
	if settings.IsJSON(name, text) {
		return "", &NotInPlaceError{name + " is JSON and does not contain " + key, line(name, key, value)}
	}
	at := firstHeader(text)
	if headed {
		at = len(text)
	}
	head, tail := text[:at], text[at:]
	ending := "\n"
	if strings.Contains(text, "\r\n") {
		ending = "\r\n"
	}
	if head != "" && !strings.HasSuffix(head, "\n") {
		head += ending
	}
	if headed && head != "" {
		head += ending
	}
	return head + paste + ending + tail, nil
}

// line returns a key and its value as a line of a file.
func line(name, key, value string) string {
	if settings.IsJSON(name, "") {
		return `"` + key + `": ` + value + ","
	}
	return key + " = " + value
}
