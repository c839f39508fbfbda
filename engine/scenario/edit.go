package scenario

import (
	"errors"
	"fmt"
	"strings"

	"galley/engine/diag"
	"galley/engine/settings"
	"galley/engine/source"
)

// Keys lists the keys that a scenario knows, by their first names.
func Keys() []string {
	var all []string
	for _, key := range settings.Keys(Scenario{}) {
		if !strings.ContainsAny(key, ".[") {
			all = append(all, key)
		}
	}
	return all
}

// Row is a key of a scenario and what its file says for it.
type Row struct {
	Key   string
	Value string // as it is written; "" when the file does not hold the key
	Given bool
	// Plain says that the value stands in one place, so that it can be replaced there;
	// tables under headers of their own do not.
	Plain bool
}

// Rows lists every key with what a file's text says for it.
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
			row.Given, row.Plain, row.Value = true, plain, field.Value.JSON()
			if plain {
				row.Value = text[span.Start:span.End]
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// inPlace returns where a field's value stands in a text, all of it; false for a value
// that headers or dotted keys make, which stands in several places.
func inPlace(f settings.Field, text string) (span source.Span, ok bool) {
	v := f.Value
	if v.Kind != settings.Table && v.Kind != settings.List {
		return v.Span, v.Span.Len() > 0 && v.Span.End <= len(text)
	}
	at := f.Span.End
	for at < len(text) && strings.IndexByte(" \t\r\n\"'", text[at]) >= 0 {
		at++
	}
	if at == len(text) || text[at] != '=' && text[at] != ':' {
		return span, false
	}
	for at++; at < len(text) && strings.IndexByte(" \t\r\n", text[at]) >= 0; {
		at++
	}
	end := closing(text, at)
	return source.Span{Start: at, End: end}, end > at
}

// closing returns the end of the list or table that begins at a place, in TOML or JSON;
// the place itself when none begins there or it does not end.
func closing(text string, at int) int {
	depth := 0
	for i := at; i < len(text); i++ {
		switch c := text[i]; c {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '#':
			i += len(line1(text[i:])) - 1
		case '/':
			if strings.HasPrefix(text[i:], "//") {
				i += len(line1(text[i:])) - 1
			}
		case '"', '\'':
			i = quoted(text, i) - 1
		}
		if depth <= 0 {
			if depth < 0 || i == at && text[i] != ']' && text[i] != '}' {
				return at
			}
			return i + 1
		}
	}
	return at
}

// line1 is a text up to its first line end.
func line1(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// quoted returns the end of the quoted text that begins at a place.
func quoted(text string, at int) int {
	quote := text[at : at+1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(text[at:], long) {
		quote = long
	}
	for i := at + len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote[0] == '"':
			i++
		case strings.HasPrefix(text[i:], quote):
			return i + len(quote)
		}
	}
	return len(text)
}

// NotInPlaceError says that a value cannot be put into a file without writing the file
// anew. Paste is the text to put there by hand.
type NotInPlaceError struct{ Why, Paste string }

func (e *NotInPlaceError) Error() string { return e.Why }

// BrokenError says that nothing can be put into a file because it is not a scenario.
type BrokenError struct{ Why string }

func (e *BrokenError) Error() string {
	return "the scenario's file cannot be read: " + e.Why + "; put it right first"
}

// Set returns a scenario's text with a key's value, which is written as the file's format
// has it. Only the value's own place changes, or one line is added: comments, order and
// everything else stay byte for byte. The empty value takes nothing out: it is an error,
// as is one that the format or the key does not take. A [*NotInPlaceError] says that the
// value cannot be put in so, a [*BrokenError] that the text is not a scenario.
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
		return "", errors.New("say a value, as it is written in the file: a text in quotes")
	}
	if strings.ContainsAny(value, "\r\n") {
		return "", errors.New("say the value on one line")
	}
	_, before := Parse(name, text)
	out, err := put(name, text, key, value)
	if err != nil {
		return "", err
	}
	s, after := Parse(name, out)
	if len(after) > len(before) {
		return "", fmt.Errorf("%s = %s: %s", key, value, worst(before, after).Message)
	}
	for _, g := range s.Given {
		if g.Key == key {
			return out, nil
		}
	}
	if len(before) > 0 && len(s.Given) == 0 {
		return "", &BrokenError{before[0].Message}
	}
	return "", fmt.Errorf("%s = %s is not a key with a value", key, value)
}

// worst is the first problem that was not there before.
func worst(before, after []diag.Problem) diag.Problem {
	for i, p := range after {
		if i >= len(before) || p.Message != before[i].Message {
			return p
		}
	}
	return after[len(after)-1]
}

// put replaces the value in its place, or adds a line.
func put(name, text, key, value string) (string, error) {
	f := settings.Parse(name, text)
	for _, field := range f.Root.Fields {
		if settings.KeyOf(Scenario{}, field.Name) != key {
			continue
		}
		span, plain := inPlace(field, text)
		if !plain {
			return "", &NotInPlaceError{key + " stands under headers of its own in " + name, line(name, key, value)}
		}
		return text[:span.Start] + value + text[span.End:], nil
	}
	if settings.IsJSON(name, text) {
		return "", &NotInPlaceError{name + " is JSON, and does not hold " + key, line(name, key, value)}
	}
	at := firstHeader(text)
	head, tail := text[:at], text[at:]
	if head != "" && !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	ending := "\n"
	if strings.Contains(text, "\r\n") {
		ending = "\r\n"
	}
	return head + line(name, key, value) + ending + tail, nil
}

// line is a key with its value as a line of a file.
func line(name, key, value string) string {
	if settings.IsJSON(name, "") {
		return `"` + key + `": ` + value + ","
	}
	return key + " = " + value
}

// firstHeader returns where the first table header of a TOML text begins, with the
// comments right above it: keys behind one would belong to its table. It is the end of a
// text without headers.
func firstHeader(text string) int {
	above := -1 // where the comments above the line begin
	for at := 0; at < len(text); {
		row := line1(text[at:])
		switch bare := strings.TrimSpace(row); {
		case strings.HasPrefix(bare, "["):
			if above >= 0 {
				return above
			}
			return at
		case strings.HasPrefix(bare, "#"):
			if above < 0 {
				above = at
			}
		default:
			above = -1
			at = value(text, at)
			row = line1(text[at:])
		}
		at += len(row) + 1
	}
	return len(text)
}

// value returns the last line's start of the value that begins on the line at a place:
// lists, tables and long texts go over several.
func value(text string, at int) int {
	for i := at; i < len(text) && text[i] != '\n'; i++ {
		end := i
		switch text[i] {
		case '[', '{':
			end = closing(text, i)
		case '"', '\'':
			end = quoted(text, i)
		case '#':
			return at
		}
		if end <= i+1 {
			continue
		}
		if n := strings.LastIndexByte(text[i:end], '\n'); n >= 0 {
			at = i + n + 1
		}
		i = end - 1
	}
	return at
}
