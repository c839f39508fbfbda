package discovery

import (
	"errors"
	"fmt"
	"strings"

	"galley/engine/bounded"
	"galley/engine/settings"
	"galley/engine/textutil"
)

// Front is the front matter of a rule file: YAML between two lines of "---" at the very beginning
// of the file. If it is not valid YAML, the lines are read one by one as a guess of what was meant.
// Each agent's package decides what to do with a guess.
type Front struct {
	there  bool
	Body   int // where the text after the front matter begins; 0 without front matter
	Values map[string]any
	Header string   // the text between the two lines
	Broken string   // why it is not valid YAML, or ""; if set, values are a guess
	Odd    []string // mistakes that an author may have made: sentences without a final stop
}

// frontCap is the largest number of bytes that are parsed as YAML. Long values on the line of their
// key do not count: see [WithoutLong].
const frontCap = 64 << 10

// ReadFront reads the front matter of a text.
func ReadFront(text string) (f Front) {
	rest := strings.TrimPrefix(text, "\ufeff")
	first, after, more := strings.Cut(rest, "\n")
	if strings.TrimRight(first, " \t\r") != "---" {
		if trimmed := strings.TrimLeft(rest, " \t\r\n"); trimmed != rest && strings.HasPrefix(trimmed, "---\n") {
			f.Odd = append(f.Odd, "white space comes before the first ---, so it does not begin front matter")
		}
		return f
	}
	if rest != text {
		f.Odd = append(f.Odd, "a byte order mark comes before the first ---")
	}
	if !more {
		return f
	}
	block, body, closed := cutFront(after)
	if !closed {
		f.Odd = append(f.Odd, "the first --- is never closed, so it does not begin front matter")
		return f
	}
	f.there, f.Body, f.Header = true, len(text)-len(body), block
	f.parse(block)
	return f
}

// cutFront splits a text at the next line of "---".
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

func (f *Front) parse(block string) {
	block, long := WithoutLong(block)
	if len(block) > frontCap {
		f.Broken = fmt.Sprintf("it is longer than %d bytes, the most that galley reads", frontCap)
		return
	}
	values, err := ReadYAML(block)
	if err != nil {
		values, f.Broken = looseYAML(block), whyBroken(err)
	}
	long.PutBack(values)
	if f.Values = values; err == nil {
		return
	}
	for _, line := range strings.Split(block, "\n") {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.HasPrefix(strings.TrimSpace(value), "*") {
			f.Odd = append(f.Odd, fmt.Sprintf("%s begins with a bare *, which means an alias in YAML: put the value in quotes", strings.TrimSpace(key)))
		}
	}
}

// whyBroken says why front matter is not valid YAML, and in which line. It counts lines from the
// beginning of the file, whose first line is "---".
func whyBroken(err error) string {
	line, column, what := bounded.YAMLFault(err)
	if line == 0 {
		return settings.Why(err)
	}
	switch {
	case strings.HasPrefix(what, "mapping value is not allowed"):
		what = "a colon and a space where YAML allows no key; a value with them needs quotes"
	case strings.HasPrefix(what, "found character '\t'"):
		what = "a tab, where YAML allows only spaces"
	}
	return fmt.Sprintf("line %d, column %d: %s", line+1, column, settings.Why(errors.New(what)))
}

// longValue is the length in bytes from which [WithoutLong] removes a value before the text is
// parsed, because the YAML parser is slow for long values.
const longValue = 4 << 10

// WithoutLong replaces each long value that ends on the line of its key by a mark, and returns the
// values by their marks. So a header with a description of one megabyte is read as quickly as a
// short one.
func WithoutLong(block string) (short string, long LongValues) {
	if len(block) < longValue {
		return block, nil
	}
	var b strings.Builder
	for rest := block; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		whole := rest[:len(rest)-len(after)]
		rest = after
		key, value, ok := strings.Cut(line, ": ")
		value = strings.TrimSpace(value)
		if !ok || len(value) < longValue || strings.ContainsAny(key, " \t\"'#-") || strings.HasPrefix(after, " ") || strings.HasPrefix(after, "\t") {
			b.WriteString(whole)
			continue
		}
		if value, ok = oneLineValue(value); !ok {
			b.WriteString(whole)
			continue
		}
		if long == nil {
			long = LongValues{}
		}
		mark := fmt.Sprintf("galley long value %d", len(long))
		long[mark] = value
		b.WriteString(key + ": " + mark + "\n")
	}
	return b.String(), long
}

// LongValues maps the marks to the values that [WithoutLong] removed.
type LongValues map[string]string

// PutBack replaces the marks in values by the values that they stand for.
func (l LongValues) PutBack(values map[string]any) {
	for key, value := range values {
		if mark, ok := value.(string); ok && l[mark] != "" {
			values[key] = l[mark]
		}
	}
}

// colonOrComment matches what a plain scalar on one line cannot contain.
var colonOrComment = textutil.LazyRegexp(`:[ \t]|[ \t]#`)

// oneLineValue reads a plain scalar, or a quoted one without escapes.
func oneLineValue(value string) (text string, ok bool) {
	first, last := value[0], value[len(value)-1]
	inner := value[1 : len(value)-1]
	switch {
	case first == '"' && last == '"' && !strings.ContainsAny(inner, "\"\\"), first == '\'' && last == '\'' && !strings.Contains(inner, "'"):
		return inner, true
	case first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z':
		return value, !colonOrComment().MatchString(value) && last != ':'
	}
	return "", false
}

// ErrNotMapping says that a text is valid YAML but its top level is not a mapping.
var ErrNotMapping = errors.New("it is not a mapping of keys to values")

// ReadYAML reads a mapping. For YAML of another kind it returns [ErrNotMapping].
func ReadYAML(block string) (values map[string]any, err error) {
	if strings.TrimSpace(block) == "" {
		return map[string]any{}, nil
	}
	if values, ok := plainYAML(block); ok {
		return values, nil
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
		return nil, ErrNotMapping
	}
	return values, nil
}

// TabLinesBlank finds the lines that begin with a tab and contain only white space, and replaces
// their tabs by blanks. js-yaml and yaml, the libraries of the agents that run on Node, accept such
// a line as an empty one; the parsers of other agents do not.
func TabLinesBlank(block string) string {
	if !strings.HasPrefix(block, "\t") && !strings.Contains(block, "\n\t") {
		return block
	}
	var b strings.Builder
	for line := range strings.SplitAfterSeq(block, "\n") {
		if strings.HasPrefix(line, "\t") && strings.TrimSpace(line) == "" {
			line = strings.ReplaceAll(line, "\t", " ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// looseYAML reads lines of the forms "key: value" and "- item".
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

// Shape says in which form a value was written.
type Shape string

const (
	ShapeNone Shape = ""
	ShapeText Shape = "text"
	ShapeList Shape = "list"
	ShapeBool Shape = "boolean"
	ShapeElse Shape = "something else"
)

// List returns a key's patterns, written as a list or as one text with commas.
func (f *Front) List(key string) (items []string, s Shape) {
	switch v := f.Values[key].(type) {
	case nil:
		return nil, ShapeNone
	case string:
		return splitPatterns(v), ShapeText
	case []any:
		for _, item := range v {
			if text, ok := item.(string); ok && strings.TrimSpace(text) != "" {
				items = append(items, strings.TrimSpace(text))
			}
		}
		return items, ShapeList
	case bool:
		return nil, ShapeBool
	}
	return nil, ShapeElse
}

// splitPatterns splits a text at the commas that are not inside braces.
func splitPatterns(text string) []string { return SplitCommas(text, unquote) }

// SplitCommas splits a text at the commas that are not inside braces, applies tidy to each item and
// drops empty items.
func SplitCommas(text string, tidy func(string) string) (out []string) {
	depth, from := 0, 0
	add := func(to int) {
		if item := tidy(text[from:to]); item != "" {
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

// Text returns the value of a key as text.
func (f *Front) Text(key string) string {
	s, _ := f.Values[key].(string)
	return strings.TrimSpace(s)
}

// Flag returns the value of a key as a boolean; s says in which form it was written.
func (f *Front) Flag(key string) (on bool, s Shape) {
	switch v := f.Values[key].(type) {
	case nil:
		return false, ShapeNone
	case bool:
		return v, ShapeBool
	case string:
		return strings.EqualFold(strings.TrimSpace(v), "true"), ShapeText
	}
	return false, ShapeElse
}

// Oddities adds remarks to the candidate if its front matter is unusual.
func (c *Candidate) Oddities(f *Front) {
	for _, odd := range f.Odd {
		c.Remark(FrontMatter, "%s", odd)
	}
}
