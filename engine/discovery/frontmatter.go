package discovery

import (
	"fmt"
	"strings"

	"galley/engine/bounded"
)

// front is the front matter of a rule file: YAML between two lines of "---" at
// its very beginning. It is read twice: as YAML, and when that fails line by
// line, as far as people's intention can be seen. What an agent makes of the
// difference is the agent's business.
type front struct {
	there  bool
	body   int // where the text behind it begins; 0 without front matter
	values map[string]any
	broken string   // why it is no YAML; "" when it is. values are then a guess
	odd    []string // sentences without their stop
}

// frontCap bounds what is parsed; nobody's front matter is longer.
const frontCap = 64 << 10

// frontMatter reads the front matter of a text.
func frontMatter(text string) (f front) {
	rest := strings.TrimPrefix(text, "\ufeff")
	first, after, more := strings.Cut(rest, "\n")
	if strings.TrimRight(first, " \t\r") != "---" {
		if trimmed := strings.TrimLeft(rest, " \t\r\n"); trimmed != rest && strings.HasPrefix(trimmed, "---\n") {
			f.odd = append(f.odd, "something blank stands before the first ---, so it begins no front matter")
		}
		return f
	}
	if rest != text {
		f.odd = append(f.odd, "a byte order mark stands before the first ---")
	}
	if !more {
		return f
	}
	block, body, closed := cutFront(after)
	if !closed {
		f.odd = append(f.odd, "the first --- is never closed, so it begins no front matter")
		return f
	}
	f.there, f.body = true, len(text)-len(body)
	f.parse(block)
	return f
}

// cutFront cuts a text at the next line of "---".
func cutFront(text string) (block, body string, found bool) {
	for at := 0; at < len(text); {
		line, end := text[at:], len(text)
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line, end = line[:i], at+i+1
		}
		if strings.TrimRight(line, " \t\r") == "---" {
			return text[:at], text[end:], true
		}
		at = end
	}
	return "", "", false
}

func (f *front) parse(block string) {
	if len(block) > frontCap {
		f.broken = fmt.Sprintf("it is longer than %d bytes", frontCap)
		return
	}
	values, err := readYAML(block)
	if err == nil {
		f.values = values
		return
	}
	f.broken = firstLine(err.Error())
	f.values = looseYAML(block)
	for _, line := range strings.Split(block, "\n") {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.HasPrefix(strings.TrimSpace(value), "*") {
			f.odd = append(f.odd, fmt.Sprintf("%s begins with a bare *, which YAML takes for an alias: put the value in quotes", strings.TrimSpace(key)))
		}
	}
}

// readYAML reads a mapping.
func readYAML(block string) (values map[string]any, err error) {
	if strings.TrimSpace(block) == "" {
		return map[string]any{}, nil
	}
	var value any
	if err := bounded.YAML([]byte(block), &value); err != nil {
		return nil, err
	}
	if value == nil {
		return map[string]any{}, nil
	}
	values, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("it is no list of keys and values")
	}
	return values, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// looseYAML reads "key: value" and "- item" lines.
func looseYAML(block string) map[string]any {
	values := map[string]any{}
	last := ""
	for line := range strings.SplitSeq(block, "\n") {
		trimmed := strings.TrimSpace(line)
		if item, isItem := strings.CutPrefix(trimmed, "- "); isItem && last != "" {
			list, _ := values[last].([]any)
			values[last] = append(list, unquote(item))
			continue
		}
		key, value, ok := strings.Cut(trimmed, ":")
		if !ok || strings.HasPrefix(trimmed, "#") || key == "" || line != strings.TrimLeft(line, " \t") {
			continue
		}
		last = strings.TrimSpace(key)
		value = strings.TrimSpace(value)
		switch {
		case value == "":
			values[last] = nil
		case strings.HasPrefix(value, "[") && strings.HasSuffix(value, "]"):
			var list []any
			for item := range strings.SplitSeq(value[1:len(value)-1], ",") {
				list = append(list, unquote(item))
			}
			values[last] = list
		case value == "true" || value == "false":
			values[last] = value == "true"
		default:
			values[last] = unquote(value)
		}
	}
	return values
}

func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// shape says how a value was written.
type shape string

const (
	shapeNone shape = ""
	shapeText shape = "text"
	shapeList shape = "list"
	shapeBool shape = "boolean"
	shapeElse shape = "something else"
)

// list gives a key's patterns, whether they are written as a list or as one
// text with commas between them.
func (f *front) list(key string) (items []string, s shape) {
	switch v := f.values[key].(type) {
	case nil:
		return nil, shapeNone
	case string:
		return splitPatterns(v), shapeText
	case []any:
		for _, item := range v {
			if text, ok := item.(string); ok && strings.TrimSpace(text) != "" {
				items = append(items, strings.TrimSpace(text))
			}
		}
		return items, shapeList
	case bool:
		return nil, shapeBool
	}
	return nil, shapeElse
}

// splitPatterns cuts a text at its commas, those in braces left alone.
func splitPatterns(text string) (out []string) {
	depth, from := 0, 0
	add := func(to int) {
		if item := unquote(text[from:to]); item != "" {
			out = append(out, item)
		}
		from = to + 1
	}
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth = max(depth-1, 0)
		case ',':
			if depth == 0 {
				add(i)
			}
		}
	}
	add(len(text))
	return out
}

// text gives a key's text.
func (f *front) text(key string) string {
	s, _ := f.values[key].(string)
	return strings.TrimSpace(s)
}

// flag gives a boolean; s tells when it was written as something else.
func (f *front) flag(key string) (on bool, s shape) {
	switch v := f.values[key].(type) {
	case nil:
		return false, shapeNone
	case bool:
		return v, shapeBool
	case string:
		return strings.EqualFold(strings.TrimSpace(v), "true"), shapeText
	}
	return false, shapeElse
}

// oddities puts what is odd about front matter on the candidate.
func (c *Candidate) oddities(f *front) {
	for _, odd := range f.odd {
		c.remark(FrontMatter, "%s", odd)
	}
}
