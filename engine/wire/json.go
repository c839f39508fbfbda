package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"galley/engine/settings"
)

// span is a byte range of a body.
type span struct{ start, end int }

// node is a JSON value with its byte range. The zero value stands for a missing value, and its
// methods treat it as null.
type node struct {
	span
	kind  byte // '{', '[', '"', '0' for a number, 't', 'f', 'n'; 0 if missing
	key   string
	items []node // of an object or a list
	body  []byte
}

// parse reads a body. If a key occurs twice, the last value counts, as in JavaScript, because get
// searches from the end.
func parse(body []byte) (node, error) {
	if len(body) > MaxBody {
		return node{}, fmt.Errorf("the body has %d bytes; at most %d are read", len(body), MaxBody)
	}
	if err := json.Unmarshal(body, new(json.RawMessage)); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line, column := position(body, int(syntax.Offset)-1)
			return node{}, fmt.Errorf("line %d, column %d: %w", line, column, err)
		}
		return node{}, err
	}
	p := parser{body: body}
	p.space()
	return p.value(0)
}

// position returns the line and the column, in bytes and from 1, of an offset.
func position(body []byte, at int) (line, column int) {
	at = min(max(at, 0), len(body))
	before := string(body[:at])
	return strings.Count(before, "\n") + 1, at - strings.LastIndexByte(before, '\n')
}

// parser parses a body that the standard library has found to be valid JSON.
type parser struct {
	body  []byte
	at    int
	nodes int
}

func (p *parser) space() {
	for p.at < len(p.body) && (p.body[p.at] == ' ' || p.body[p.at] == '\n' || p.body[p.at] == '\r' || p.body[p.at] == '\t') {
		p.at++
	}
}

func (p *parser) value(depth int) (node, error) {
	if p.nodes++; p.nodes > maxNodes {
		return node{}, fmt.Errorf("the body has more than %d values", maxNodes)
	}
	if depth > maxDepth {
		return node{}, fmt.Errorf("the body is nested more than %d deep", maxDepth)
	}
	n := node{span: span{start: p.at}, kind: p.body[p.at], body: p.body}
	var err error
	switch n.kind {
	case '{', '[':
		n.items, err = p.list(n.kind, depth)
	case '"':
		p.skipString()
	default:
		if n.kind == '-' || n.kind >= '0' && n.kind <= '9' {
			n.kind = '0'
		}
		for p.at < len(p.body) && !strings.ContainsRune(",]} \n\r\t", rune(p.body[p.at])) {
			p.at++
		}
	}
	n.end = p.at
	return n, err
}

// list reads the members of an object or the items of a list up to its end.
func (p *parser) list(open byte, depth int) ([]node, error) {
	var items []node
	p.at++
	for {
		p.space()
		switch p.body[p.at] {
		case ']', '}':
			p.at++
			return items, nil
		case ',':
			p.at++
			p.space()
		}
		key := ""
		if open == '{' {
			start := p.at
			p.skipString()
			key = unquote(p.body[start:p.at])
			p.space()
			p.at++ // the colon
			p.space()
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		item.key = key
		items = append(items, item)
	}
}

func (p *parser) skipString() {
	for p.at++; p.body[p.at] != '"'; p.at++ {
		if p.body[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
}

// get returns the value of a key. Items of a list have the key "", so key must not be "".
func (n node) get(key string) node {
	for i := len(n.items) - 1; i >= 0; i-- {
		if n.items[i].key == key {
			return n.items[i]
		}
	}
	return node{}
}

// path returns the value below several keys.
func (n node) path(keys ...string) node {
	for _, key := range keys {
		n = n.get(key)
	}
	return n
}

// list returns the items of a list.
func (n node) list() []node {
	if n.kind != '[' {
		return nil
	}
	return n.items
}

func (n node) exists() bool { return n.kind != 0 && n.kind != 'n' }

func (n node) isString() bool { return n.kind == '"' }

// text returns the text of a string. It returns "" for any other value.
func (n node) text() string {
	if !n.isString() {
		return ""
	}
	return unquote(n.body[n.start:n.end])
}

// raw returns the value as in the body.
func (n node) raw() string {
	if n.kind == 0 {
		return ""
	}
	return string(n.body[n.start:n.end])
}

// compact returns the value without blanks between its parts.
func (n node) compact() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n node) write(b *strings.Builder) {
	switch n.kind {
	case '{', '[':
		b.WriteByte(n.kind)
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			if n.kind == '{' {
				settings.WriteString(b, item.key)
				b.WriteByte(':')
			}
			item.write(b)
		}
		b.WriteByte(n.kind + 2) // ']' and '}' come two code points after their openings
	default:
		b.WriteString(n.raw())
	}
}

// unquote returns the text of a well-formed JSON string. Half a surrogate pair
// becomes U+FFFD.
func unquote(quoted []byte) string {
	inner := quoted[1 : len(quoted)-1]
	first := -1
	for i, c := range inner {
		if c == '\\' {
			first = i
			break
		}
	}
	if first < 0 {
		return strings.ToValidUTF8(string(inner), "\uFFFD")
	}
	var b strings.Builder
	b.Grow(len(inner))
	b.Write(inner[:first])
	for i := first; i < len(inner); {
		c := inner[i]
		if c != '\\' {
			b.WriteByte(c)
			i++
			continue
		}
		c, i = inner[i+1], i+2
		switch c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			r := hex(inner[i:])
			i += 4
			if utf16.IsSurrogate(r) {
				if low := escaped(inner[i:]); utf16.DecodeRune(r, low) != utf8.RuneError {
					r = utf16.DecodeRune(r, low)
					i += 6
				} else {
					r = utf8.RuneError
				}
			}
			b.WriteRune(r)
		default:
			b.WriteByte(c)
		}
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// escaped returns the code unit of a \u escape at the start of s, or 0.
func escaped(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0
	}
	return hex(s[2:])
}

func hex(s []byte) rune {
	v, _ := strconv.ParseUint(string(s[:4]), 16, 16)
	return rune(v)
}
