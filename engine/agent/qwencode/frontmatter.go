package qwencode

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"galley/engine/discovery"
	"galley/engine/source"
)

// rulePaths reads "paths" from a rule's front matter. block is the text between the two lines
// "---". If yaml is set, as for 0.24.4, the block is read as YAML, or line by line if it is not
// valid YAML. Otherwise, as for 0.15.10, it is always read line by line. bracketed reports whether
// a list in brackets was read as one pattern.
func rulePaths(block string, f *discovery.Front, yaml bool) (patterns []string, bracketed bool) {
	var value any
	if yaml && f.Broken == "" {
		value = f.Values["paths"]
	} else {
		value, bracketed = lineValueOf(block, "paths")
	}
	switch value := value.(type) {
	case string:
		if value != "" {
			return []string{value}, bracketed
		}
	case []any:
		for _, item := range value {
			if item == nil && yaml {
				continue
			}
			text, ok := itemText(item)
			if !ok {
				return nil, false
			}
			if text != "" {
				patterns = append(patterns, text)
			}
		}
	}
	return patterns, false
}

// itemText returns a list item as text. ok is false for a mapping; Qwen Code then treats the rule
// as one without paths.
func itemText(item any) (text string, ok bool) {
	switch item := item.(type) {
	case nil:
		return "null", true
	case map[string]any:
		return "", false
	case float64:
		return strconv.FormatFloat(item, 'f', -1, 64), true
	case []any:
		var texts []string
		for _, one := range item {
			if one == nil {
				continue
			}
			text, ok := itemText(one)
			if !ok {
				return "", false
			}
			texts = append(texts, text)
		}
		return strings.Join(texts, ","), true
	}
	return fmt.Sprint(item), true
}

// textOf returns the value of a key of front matter as text, or "". The parameters yaml and block
// have the same meaning as in [rulePaths].
func textOf(block string, f *discovery.Front, key string, yaml bool) string {
	var value any
	if yaml && f.Broken == "" {
		value = f.Values[key]
	} else {
		value, _ = lineValueOf(block, key)
	}
	if value == nil {
		return ""
	}
	text, _ := itemText(value)
	return text
}

// lineValueOf reads the value of a key line by line. A value follows its key on the same line. A
// list item begins with exactly two blanks and a dash, and belongs to the last key without a value.
// Other indented lines belong to a mapping and are skipped. bracketed reports whether the value is
// a list in brackets, which counts as one text.
func lineValueOf(block, wanted string) (value any, bracketed bool) {
	var lines []string
	for line := range strings.SplitSeq(block, "\n") {
		if trimmed := strings.TrimFunc(line, source.IsJSSpace); trimmed != "" && trimmed[0] != '#' {
			lines = append(lines, line)
		}
	}
	lines = append(lines, "") // so that each line has a next one
	lastKey, nested := "", false
	var list []any
	endList := func() {
		if list != nil && lastKey == wanted {
			value, bracketed = list, false
		}
		if list != nil {
			lastKey, list = "", nil
		}
	}
	for i, line := range lines[:len(lines)-1] {
		if item, ok := strings.CutPrefix(line, "  - "); ok {
			list = append(list, lineValue(item))
			continue
		}
		endList()
		nested = nested && strings.HasPrefix(line, "  ")
		key, text, ok := strings.Cut(line, ":")
		if nested || !ok {
			continue
		}
		key, text = strings.TrimFunc(key, source.IsJSSpace), strings.TrimFunc(text, source.IsJSSpace)
		if text != "" {
			if key == wanted {
				value, bracketed = lineValue(text), text[0] == '['
			}
			continue
		}
		lastKey = key
		if next := lines[i+1]; strings.HasPrefix(next, "  ") && !strings.HasPrefix(next, "  - ") {
			if lastKey, nested = "", true; key == wanted {
				value, bracketed = nil, false
			}
		}
	}
	endList()
	return value, bracketed
}

// lineValue reads a value on one line; only double quotes count as quotes.
func lineValue(text string) any {
	text = strings.TrimFunc(text, source.IsJSSpace)
	switch text {
	case "true", "false":
		return text == "true"
	case "null":
		return nil
	}
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return strings.ReplaceAll(strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`), `\\`, `\`)
	}
	if number, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(number, 0) && !math.IsNaN(number) {
		return number
	}
	return text
}
