// Package bounded parses formats of untrusted files. A recursive parser overflows its stack on a
// million brackets, and a program cannot recover from that, so this package checks the depth before
// a library sees the text. The engine parses JSON with comments, TOML and YAML only through this
// package and package settings.
package bounded

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"

	"galley/engine/facts"
)

// Excess is the error for a text that is nested too deeply or has too many keys. It
// matches [facts.ErrOverBudget].
type Excess struct {
	Offset int // offset in bytes of the first bracket or key above the limit
	What   string
	Limit  int
}

// Error implements error.
func (e *Excess) Error() string {
	if e.What == whatDepth {
		return fmt.Sprintf("nested more than %d deep", e.Limit)
	}
	return fmt.Sprintf("more than %d %s", e.Limit, e.What)
}

// Is implements the interface of errors.Is.
func (e *Excess) Is(target error) bool { return target == facts.ErrOverBudget }

const (
	whatDepth = "levels of nesting"
	whatKeys  = "keys"
)

// Standardize converts JSON with comments and trailing commas to plain JSON of the same length. It
// does not change text.
func Standardize(text []byte) ([]byte, error) {
	if err := JSONDepth(string(text)); err != nil {
		return nil, err
	}
	root, err := Parse(text)
	if err != nil {
		return nil, err
	}
	root.Standardize()
	return root.Pack()[:len(text)], nil
}

// Parse is [hujson.Parse], but it also accepts a line comment at the end of a text that has no
// final line break. The result does not share memory with text.
func Parse(text []byte) (root hujson.Value, err error) {
	if root, err = hujson.Parse(bytes.Clone(text)); err != nil {
		if ended, endedErr := hujson.Parse(append(bytes.Clone(text), '\n')); endedErr == nil {
			return ended, nil
		}
	}
	return root, err
}

// UnmarshalJSONC is [json.Unmarshal] for JSON with comments and trailing commas.
func UnmarshalJSONC(text string, into any) error {
	plain, err := Standardize([]byte(text))
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, into)
}

// JSONDepth returns an [*Excess] if JSON with comments is nested more than [facts.MaxDepth] deep.
// It understands strings and comments, but checks nothing else.
func JSONDepth(text string) error {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			if depth++; depth > facts.MaxDepth {
				return &Excess{i, whatDepth, facts.MaxDepth}
			}
		case ']', '}':
			depth--
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '/':
			i = skipComment(text, i)
		}
	}
	return nil
}

// skipComment returns the offset of the last byte of the comment at i, or i if no comment begins
// there.
func skipComment(text string, i int) int {
	rest, end := text[i:], "\n"
	switch {
	case strings.HasPrefix(rest, "/*"):
		end = "*/"
	case !strings.HasPrefix(rest, "//"):
		return i
	}
	n := strings.Index(rest[2:], end)
	if n < 0 {
		return len(text)
	}
	return i + 2 + n + len(end) - 1
}

// TOML decodes text; into is a pointer to the variable for the result.
func TOML(text []byte, into any) error {
	if err := TOMLDepth(string(text)); err != nil {
		return err
	}
	return toml.Unmarshal(text, into)
}

// TOMLDepth returns an [*Excess] if brackets or dotted keys are nested more than [facts.MaxDepth]
// deep, or if there are more than [MaxKeys] keys: the library takes time that grows with the square
// of their number. Each dot of a key counts as a level until the key ends.
func TOMLDepth(text string) error {
	depth, dots, keys := 0, 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '#':
			comment, _, _ := strings.Cut(text[i:], "\n")
			i += len(comment) - 1
		case '"', '\'':
			i = skipTOMLString(text, i)
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(depth-1, 0)
		case '.':
			dots++
		case '\n', ',':
			dots = 0
		case '=':
			if keys++; keys > MaxKeys {
				return &Excess{i, whatKeys, MaxKeys}
			}
			dots = 0
		}
		if depth+dots > facts.MaxDepth {
			return &Excess{i, whatDepth, facts.MaxDepth}
		}
	}
	return nil
}

// skipTOMLString returns the offset of the last byte of the string that begins at i. A string that
// is not closed ends with its line or, if it began with three quotes, with the text.
func skipTOMLString(text string, i int) int {
	quote := text[i : i+1]
	end, body := quote, i+1
	if strings.HasPrefix(text[i:], quote+quote+quote) {
		end, body = quote+quote+quote, i+3
	}
	for j := body; j < len(text); j++ {
		switch {
		case text[j] == '\\' && quote == `"`:
			j++
		case text[j] == '\n' && len(end) == 1:
			return j - 1
		case strings.HasPrefix(text[j:], end):
			return j + len(end) - 1
		}
	}
	return len(text)
}

// MaxKeys is the most keys in a settings file.
const MaxKeys = 10_000

// MaxYAMLKeys is the most keys in a YAML text, which is a file's front matter: the library takes
// time that grows with the square of their number.
const MaxYAMLKeys = 500

// YAML decodes text; into is a pointer to the variable for the result. If the library panics, YAML
// returns an error.
func YAML(text []byte, into any) (err error) {
	if err := YAMLDepth(string(text)); err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the YAML cannot be parsed: %v", r)
		}
	}()
	if err := yamlExpansion(string(text)); err != nil {
		return err
	}
	if bytes.IndexByte(text, '\t') >= 0 {
		return tabbed(string(text), into)
	}
	return yaml.Unmarshal(text, into)
}

// YAMLFault returns the line and the column at which [YAML] failed, counted from 1, and the
// parser's message. All results are zero if the error names no place.
func YAMLFault(err error) (line, column int, what string) {
	failed, ok := errors.AsType[yaml.Error](err)
	if !ok || failed.GetToken() == nil || failed.GetToken().Position == nil {
		return 0, 0, ""
	}
	at := failed.GetToken().Position
	return at.Line, at.Column, failed.GetMessage()
}

// YAMLDepth returns an [*Excess] if brackets, dashes or lines are nested more than
// [facts.MaxDepth] deep, or if there are more than [MaxYAMLKeys] keys, anchors,
// aliases, tags and documents. It also counts brackets in quotes.
func YAMLDepth(text string) error {
	flow, keys, at := 0, 0, 0
	var indents []int
	for line := range strings.SplitAfterSeq(text, "\n") {
		bare := strings.TrimLeft(line, " ")
		if strings.TrimSpace(bare) != "" {
			indent := len(line) - len(bare)
			for len(indents) > 0 && indents[len(indents)-1] >= indent {
				indents = indents[:len(indents)-1]
			}
			indents = append(indents, indent)
		}
		marks := 0 // "- " and "? " in the line
		for i := 0; i < len(bare); i++ {
			next := byte('\n')
			if i+1 < len(bare) {
				next = bare[i+1]
			}
			blank := next == ' ' || next == '\t' || next == '\n' || next == '\r'
			switch c := bare[i]; {
			case c == '[' || c == '{':
				flow++
			case c == ']' || c == '}':
				flow = max(flow-1, 0)
			case (c == '-' || c == '?') && blank:
				marks++
			case c == ':' && blank, c == '-' && i == 0 && strings.HasPrefix(bare, "---"),
				(c == '&' || c == '*' || c == '!') && !blank && (i == 0 || strings.IndexByte(" \t,[{", bare[i-1]) >= 0):
				keys++
			}
			if len(indents)+marks+flow > facts.MaxDepth {
				return &Excess{at + len(line) - len(bare) + i, whatDepth, facts.MaxDepth}
			}
			if keys > MaxYAMLKeys {
				return &Excess{at + len(line) - len(bare) + i, whatKeys, MaxYAMLKeys}
			}
		}
		at += len(line)
	}
	return nil
}
