// Package settings reads galley's settings files: TOML, or JSON with comments and trailing commas.
// A file becomes a tree of values with their places, and [Decode] puts the tree into a struct.
//
// Reading does not stop at the first mistake. Unknown keys, values of the wrong type and repeated
// keys are problems with file, line and column. The rest of the file still counts. The values
// before a syntax error count too. The text after it cannot be read.
//
// The package does not use go-toml's strict mode and encoding/json. These stop at the first
// mistake, report its place in only one of the two syntaxes, and have no aliases of keys. The
// package uses go-toml's package unstable, which gives the place of each value, and hujson.
package settings

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"galley/engine/source"
)

// Kind is the type of a value.
type Kind uint8

// The kinds. Time stands for all of TOML's dates and times.
const (
	Null Kind = iota
	String
	Integer
	Float
	Boolean
	Time
	List
	Table
)

var kindNames = [...]string{
	Null:    "null",
	String:  "a text",
	Integer: "a whole number",
	Float:   "a number",
	Boolean: "true or false",
	Time:    "a date or time",
	List:    "a list",
	Table:   "a table",
}

// String returns the kind with its article, for messages.
func (k Kind) String() string { return kindNames[k] }

// Value is one value of a settings file.
type Value struct {
	Kind   Kind
	Span   source.Span // its place in the file; for a [table], the place of its header
	Text   string      // the text of a String; a number or a time as the file writes it
	Int    int64       // the value of an Integer
	Float  float64     // the value of an Integer or a Float
	Bool   bool
	Items  []*Value       // of a List
	Fields []Field        // the fields of a Table, in the order of the file
	open   bool           // later lines may still add to this table
	index  map[string]int // the positions of keys, in a large table
}

// Field is one key of a table.
type Field struct {
	Name  string
	Span  source.Span // the place of the key in the file
	Value *Value
}

// Field returns the value of a key, or nil.
func (v *Value) Field(name string) *Value {
	if v.index != nil {
		if i, ok := v.index[name]; ok {
			return v.Fields[i].Value
		}
		return nil
	}
	for i := range v.Fields {
		if v.Fields[i].Name == name {
			return v.Fields[i].Value
		}
	}
	return nil
}

// largeTable is the number of keys from which a table has an index. With an index, reading a
// hostile file takes only linear time.
const largeTable = 32

// append adds a new field.
func (v *Value) append(f Field) {
	v.Fields = append(v.Fields, f)
	switch {
	case v.index != nil:
		v.index[f.Name] = len(v.Fields) - 1
	case len(v.Fields) == largeTable:
		v.index = make(map[string]int, 2*largeTable)
		for i, f := range v.Fields {
			v.index[f.Name] = i
		}
	}
}

// Keep replaces the fields of a table by the given ones.
func (v *Value) Keep(fields []Field) {
	v.Fields, v.index = nil, nil
	for _, f := range fields {
		v.append(f)
	}
}

// JSON returns the value as JSON on one line, with keys in the order of the file and without
// escapes for HTML. Dates and times become strings; infinities and NaN become null.
func (v *Value) JSON() string {
	var b strings.Builder
	v.writeJSON(&b)
	return b.String()
}

func (v *Value) writeJSON(b *strings.Builder) {
	switch v.Kind {
	case Null:
		b.WriteString("null")
	case String, Time:
		WriteString(b, v.Text)
	case Boolean:
		if v.Bool {
			b.WriteString("true")
		} else {
			b.WriteString("false")
		}
	case Integer, Float:
		writeNumber(b, v)
	case List:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.writeJSON(b)
		}
		b.WriteByte(']')
	case Table:
		b.WriteByte('{')
		for i, f := range v.Fields {
			if i > 0 {
				b.WriteByte(',')
			}
			WriteString(b, f.Name)
			b.WriteByte(':')
			f.Value.writeJSON(b)
		}
		b.WriteByte('}')
	}
}

func writeNumber(b *strings.Builder, v *Value) {
	// A number is written as in the file if that is valid JSON. Some TOML numbers are not valid
	// JSON (1_000, 0xff).
	if json.Valid([]byte(v.Text)) {
		b.WriteString(v.Text)
		return
	}
	var number any = v.Float
	if v.Kind == Integer {
		number = v.Int
	}
	out, err := json.Marshal(number)
	if err != nil {
		out = []byte("null")
	}
	b.Write(out)
}

// WriteString writes a JSON string. Unlike encoding/json, but like JavaScript's
// JSON.stringify, it does not escape U+2028 and U+2029; invalid bytes become U+FFFD.
func WriteString(b *strings.Builder, s string) {
	b.WriteByte('"')
	from := 0 // start of the bytes that are not copied yet
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b.WriteString(s[from:i])
				b.WriteRune(r)
				from = i + 1
			}
			i += size
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			b.WriteString(s[from:i])
			b.WriteString(escape(c))
			from = i + 1
		}
		i++
	}
	b.WriteString(s[from:])
	b.WriteByte('"')
}

func escape(c byte) string {
	switch c {
	case '"', '\\':
		return `\` + string(c)
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	const hex = "0123456789abcdef"
	return `\u00` + string([]byte{hex[c>>4], hex[c&15]})
}
