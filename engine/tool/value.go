package tool

import (
	"slices"
	"strconv"
	"strings"

	"galley/engine/settings"
)

// Kind is the type of a JSON value.
type Kind uint8

// The kinds. The zero value is Absent, because a missing key is not the same as null.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Value is a JSON value that keeps the order of its keys and the spelling of its numbers. A Value
// is immutable: a function that changes it returns another Value.
type Value struct {
	Kind    Kind
	Text    string   // the text of a String; a Number or Bool as it was written
	Items   []Value  // of an Array
	Members []Member // of an Object
}

// Member is one key of an object.
type Member struct {
	Name  string
	Value Value
}

// Text returns a JSON string.
func Text(s string) Value { return Value{Kind: String, Text: s} }

// Flag returns a JSON boolean.
func Flag(b bool) Value { return Value{Kind: Bool, Text: strconv.FormatBool(b)} }

// List returns a JSON array.
func List(items ...Value) Value { return Value{Kind: Array, Items: items} }

// Table returns a JSON object with these members, except those whose value is Absent.
func Table(members ...Member) Value {
	members = slices.DeleteFunc(slices.Clone(members), func(m Member) bool { return m.Value.Kind == Absent })
	return Value{Kind: Object, Members: members}
}

// Get returns the value of a key, or Absent if v is not an object or does not have the key.
func (v Value) Get(name string) Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return Value{}
}

// Has reports whether v is an object with this key.
func (v Value) Has(name string) bool { return v.Get(name).Kind != Absent }

// Is reports whether v is the string s.
func (v Value) Is(s string) bool { return v.Kind == String && v.Text == s }

// With returns v with a key set. An existing key keeps its position; a new one is added at the end.
func (v Value) With(name string, to Value) Value {
	members := slices.Clone(v.Members)
	for i := range members {
		if members[i].Name == name {
			members[i].Value = to
			return Value{Kind: Object, Members: members}
		}
	}
	return Value{Kind: Object, Members: append(members, Member{name, to})}
}

// Before returns v with a key set. The key comes before all others.
func (v Value) Before(name string, to Value) Value {
	rest := v.Without(name)
	return Value{Kind: Object, Members: append([]Member{{name, to}}, rest.Members...)}
}

// Without returns v without some keys.
func (v Value) Without(names ...string) Value {
	out := Value{Kind: v.Kind, Text: v.Text, Items: v.Items}
	for _, m := range v.Members {
		if !slices.Contains(names, m.Name) {
			out.Members = append(out.Members, m)
		}
	}
	return out
}

// Equal reports whether two values are the same, including the order of their keys.
func (v Value) Equal(o Value) bool {
	return v.Kind == o.Kind && v.Text == o.Text && slices.EqualFunc(v.Items, o.Items, Value.Equal) &&
		slices.EqualFunc(v.Members, o.Members, func(a, b Member) bool { return a.Name == b.Name && a.Value.Equal(b.Value) })
}

// JSON returns the value on one line without blanks, as JSON.stringify writes it. An
// Absent value gives "".
func (v Value) JSON() string {
	var b strings.Builder
	v.write(&b, "", "")
	return b.String()
}

// Indented returns the value with one key or item per line, indented by two blanks
// per level, as JSON.stringify(value, null, 2) writes it.
func (v Value) Indented() string {
	var b strings.Builder
	v.write(&b, "\n", "  ")
	return b.String()
}

// write appends v. line is the line end and indentation before v's level, or "" to write
// everything on one line.
func (v Value) write(b *strings.Builder, line, indent string) {
	switch v.Kind {
	case Null:
		b.WriteString("null")
	case Bool, Number:
		b.WriteString(v.Text)
	case String:
		settings.WriteString(b, v.Text)
	case Array:
		b.WriteByte('[')
		for i, item := range v.Items {
			next(b, i, line, indent)
			item.write(b, inner(line, indent), indent)
		}
		end(b, len(v.Items), line)
		b.WriteByte(']')
	case Object:
		b.WriteByte('{')
		for i, m := range v.Members {
			next(b, i, line, indent)
			settings.WriteString(b, m.Name)
			b.WriteByte(':')
			if line != "" {
				b.WriteByte(' ')
			}
			m.Value.write(b, inner(line, indent), indent)
		}
		end(b, len(v.Members), line)
		b.WriteByte('}')
	}
}

func inner(line, indent string) string {
	if line == "" {
		return ""
	}
	return line + indent
}

func next(b *strings.Builder, i int, line, indent string) {
	if i > 0 {
		b.WriteByte(',')
	}
	b.WriteString(inner(line, indent))
}

func end(b *strings.Builder, n int, line string) {
	if n > 0 {
		b.WriteString(line)
	}
}

// pointer appends a name to a JSON pointer.
func pointer(at, name string) string {
	if strings.ContainsAny(name, "~/") {
		name = strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	}
	return at + "/" + name
}

// Pointer appends a name to a JSON pointer.
func Pointer(at, name string) string { return pointer(at, name) }

// PointerOf returns the JSON pointer in the fragment of a reference, with its percent escapes
// decoded.
func PointerOf(fragment string) string { return unescape(fragment) }

func item(at string, i int) string { return at + "/" + strconv.Itoa(i) }

// Resolve returns the part of the schema v to which a $ref such as "#" or "#/a/b" refers.
func (v Value) Resolve(ref string) (Value, bool) { return v.resolve(ref) }

// resolve follows the JSON pointer in a $ref such as "#" or "#/a/b".
func (v Value) resolve(ref string) (Value, bool) {
	rest, ok := strings.CutPrefix(ref, "#")
	if !ok || rest != "" && rest[0] != '/' {
		return Value{}, false
	}
	if rest == "" {
		return v, true
	}
	for _, step := range strings.Split(rest[1:], "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(unescape(step))
		if v.Kind == Array {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v.Items) {
				return Value{}, false
			}
			v = v.Items[i]
			continue
		}
		if v = v.Get(step); v.Kind == Absent {
			return Value{}, false
		}
	}
	return v, true
}
