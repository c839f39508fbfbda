package scenario

import (
	"slices"
	"strings"

	"galley/engine/settings"
	"galley/engine/source"
)

// inPlace returns the place of a field's whole value in a text. ok is false for a value that
// headers or dotted keys define, because such a value is in several places.
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
		return source.Span{}, false
	}
	for at++; at < len(text) && strings.IndexByte(" \t\r\n", text[at]) >= 0; {
		at++
	}
	end := closing(text, at)
	return source.Span{Start: at, End: end}, end > at
}

// closing returns the offset after the list or table, in TOML or JSON, that begins at an offset.
// It returns the offset itself if no list or table begins there or its end is missing.
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

// line1 returns the first line of a text.
func line1(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// quoted returns the offset after the quoted text that begins at an offset.
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

// header is the line of a table header.
type header struct {
	above int    // offset of the line, or of the comments directly above it
	at    int    // where the line begins
	key   string // the scenario's key to which the table belongs; "" if unknown
}

// headers lists the lines with table headers in a TOML text, in order.
func headers(text string) []header {
	var all []header
	above := -1 // where the comments above the line begin
	for at := 0; at < len(text); {
		row := line1(text[at:])
		switch bare := strings.TrimSpace(row); {
		case strings.HasPrefix(bare, "["):
			h := header{above: at, at: at, key: headerOf(bare)}
			if above >= 0 {
				h.above = above
			}
			all = append(all, h)
			above = -1
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
	return all
}

// headerOf returns the key of the scenario that a header line names, or "".
func headerOf(row string) string {
	row = strings.TrimSpace(row)
	bare, ok := strings.CutPrefix(row, "[[")
	if !ok {
		bare, ok = strings.CutPrefix(row, "[")
	}
	if !ok {
		return ""
	}
	end := max(strings.IndexAny(bare, ".]"), 0)
	return settings.KeyOf(Scenario{}, strings.Trim(bare[:end], " \t\"'"))
}

// firstHeader returns the offset of the first table header of a TOML text, including the comments
// directly above it. A key after this offset would belong to the header's table. For a text
// without headers it returns the end of the text.
func firstHeader(text string) int {
	if all := headers(text); len(all) > 0 {
		return all[0].above
	}
	return len(text)
}

// underHeaders returns the place of the tables of a key, from the first header to the end of the
// last table. ok is false if other tables are between them.
func underHeaders(key, text string) (span source.Span, ok bool) {
	all := headers(text)
	first := slices.IndexFunc(all, func(h header) bool { return h.key == key })
	if first < 0 {
		return source.Span{}, false
	}
	end, next := len(text), first
	for next < len(all) && all[next].key == key {
		next++
	}
	if next < len(all) {
		end = all[next].above
	}
	if slices.ContainsFunc(all[next:], func(h header) bool { return h.key == key }) {
		return source.Span{}, false
	}
	start := all[first].at
	return source.Span{Start: start, End: start + len(strings.TrimRight(text[start:end], " \t\r\n"))}, true
}

// value returns the start of the last line of a value. at is an offset in the first line of the
// value. Lists, tables and long texts take several lines.
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
