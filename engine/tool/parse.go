package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"galley/engine/bounded"
	"galley/engine/source"
)

// maxDepth limits how deep JSON may be nested. Schemas that people write are far below the limit.
// A hostile schema above it could exhaust the stack.
const maxDepth = 200

// ParseJSON reads one JSON value; comments and trailing commas are allowed. If a key occurs twice,
// the object has the last value at the position of the first, as in JavaScript; doubled lists such
// keys. An error names line and column.
func ParseJSON(text string) (v Value, doubled []string, err error) {
	body := []byte(strings.TrimPrefix(text, "\ufeff"))
	if !json.Valid(body) {
		if deep(body) {
			return Value{}, nil, fmt.Errorf("nested more than %d deep", maxDepth)
		}
		// Standardize replaces comments by blanks, so offsets stay the same. If it fails, parsing
		// the plain text gives the better error.
		if plain, err := bounded.Standardize(bytes.Clone(body)); err == nil {
			body = plain
		}
	}
	if err := json.Unmarshal(body, new(json.RawMessage)); err != nil {
		return Value{}, nil, located(text, string(body), err)
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	p := parser{d: d}
	if v, err = p.value("", 0); err != nil {
		return Value{}, nil, err
	}
	return v, p.doubled, nil
}

// deep reports whether brackets are nested deeper than in any reasonable text. It also counts
// brackets in strings and comments, which makes no difference in practice.
func deep(body []byte) bool {
	depth := 0
	for _, c := range body {
		switch c {
		case '[', '{':
			if depth++; depth > 10*maxDepth {
				return true
			}
		case ']', '}':
			depth--
		}
	}
	return false
}

// located adds line and column to an error of the JSON package.
func located(text, body string, err error) error {
	at := max(bounded.JSONFault([]byte(body)), 0)
	if at == len(body) {
		err = errors.New("it ends too early")
	}
	p := source.NewLines(text).Position(at + len(text) - len(body))
	return fmt.Errorf("line %d, column %d: %w", p.Line, p.Column, err)
}

type parser struct {
	d       *json.Decoder
	doubled []string
}

func (p *parser) value(at string, depth int) (Value, error) {
	t, _ := p.d.Token() // the text is valid JSON
	if depth > maxDepth {
		return Value{}, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return p.array(at, depth)
		}
		return p.object(at, depth)
	case string:
		return Text(t), nil
	case json.Number:
		return Value{Kind: Number, Text: string(t)}, nil
	case bool:
		return Flag(t), nil
	}
	return Value{Kind: Null}, nil
}

func (p *parser) array(at string, depth int) (Value, error) {
	v := Value{Kind: Array}
	for p.d.More() {
		one, err := p.value(item(at, len(v.Items)), depth+1)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, one)
	}
	_, _ = p.d.Token() // the closing bracket
	return v, nil
}

func (p *parser) object(at string, depth int) (Value, error) {
	v, index := Value{Kind: Object}, map[string]int{}
	for p.d.More() {
		key, _ := p.d.Token()
		name, _ := key.(string)
		one, err := p.value(pointer(at, name), depth+1)
		if err != nil {
			return Value{}, err
		}
		if i, there := index[name]; there {
			v.Members[i].Value = one
			p.doubled = append(p.doubled, pointer(at, name))
			continue
		}
		index[name] = len(v.Members)
		v.Members = append(v.Members, Member{name, one})
	}
	_, _ = p.d.Token() // the closing bracket
	return v, nil
}

// unescape decodes the percent escapes that a $ref may have because it is a URL.
func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}
