package settings

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
)

// Decode puts the values of a file into a struct; into is a pointer to the struct. It returns all
// problems, including the problems of reading the file. Fields that the file does not name are not
// changed. So a second file can be decoded into the same struct and overrides the first: single
// values and lists are replaced, tables are merged key by key.
//
// A field has a tag `set:"name,alias,…"`. Suggestions use the first name. The tag `among:"a|b"`
// lists the allowed values of a text. The tags `min:"1"` and `max:"8"` limit a number. The fields
// of a struct without a tag belong to the outer struct. Fields may be strings, booleans, integers
// and pointers to these, slices, maps with string keys, structs, and [Setter]s.
func Decode(f *File, into any) []diag.Problem {
	return NewDecoder(f, nil).Decode(into)
}

// Decoder decodes a file's values; see [Decode].
type Decoder struct {
	file *File
	read ReadFunc
}

// ReadFunc returns the text of a file that a setting names, and the path at which the file was
// found.
type ReadFunc func(path string) (text, found string, err error)

// NewDecoder returns a decoder that reads the files named in settings with read. If read is nil,
// the decoder only stores their paths.
func NewDecoder(f *File, read ReadFunc) *Decoder { return &Decoder{f, read} }

// Setter is a type that decodes a value itself. If a value is invalid, Set reports that through
// the decoder and does not change the receiver.
type Setter interface{ Set(d *Decoder, v *Value) }

// Decode is the function [Decode] with this decoder.
func (d *Decoder) Decode(into any) []diag.Problem {
	d.table(d.file.Root, reflect.ValueOf(into).Elem(), "")
	diag.Sort(d.file.Problems)
	return d.file.Problems
}

// Wrong reports an invalid value and says what was expected.
func (d *Decoder) Wrong(v *Value, expected string) {
	found := v.Kind.String()
	switch v.Kind {
	case String:
		found = quote(v.Text)
	case Integer, Float, Time:
		found = v.Text
	case Boolean:
		found = strconv.FormatBool(v.Bool)
	}
	d.file.problem(diag.BadValue, v.Span, "expected "+expected+", found "+found, "")
}

// Problem reports a problem of v other than an invalid value.
func (d *Decoder) Problem(code diag.Code, v *Value, message, hint string) {
	d.file.problem(code, v.Span, message, hint)
}

// At reports a problem at a place of the file, such as a key.
func (d *Decoder) At(code diag.Code, span source.Span, message, hint string) {
	d.file.problem(code, span, message, hint)
}

// Table decodes a table; into is a pointer to the variable for the result. If v is not a table, it
// reports a problem that names what was expected.
func (d *Decoder) Table(v *Value, into any, expected string) {
	if v.Kind != Table {
		d.Wrong(v, expected)
		return
	}
	d.Into(v, into)
}

// Into decodes v; the parameter into is a pointer to the variable for the result.
func (d *Decoder) Into(v *Value, into any) { d.value(v, reflect.ValueOf(into).Elem(), "", "") }

// field is a field of a struct, and the keys that set it.
type field struct {
	names []string
	tag   reflect.StructTag
	index []int
}

// fields lists the keys of a struct in the order of declaration.
func fields(t reflect.Type) []field {
	var all []field
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, tagged := sf.Tag.Lookup("set")
		switch {
		case tag == "-":
		case tagged:
			all = append(all, field{strings.Split(tag, ","), sf.Tag, []int{i}})
		case sf.Type.Kind() == reflect.Struct:
			for _, inner := range fields(sf.Type) {
				inner.index = append([]int{i}, inner.index...)
				all = append(all, inner)
			}
		}
	}
	return all
}

func (d *Decoder) table(v *Value, into reflect.Value, path string) {
	known := fields(into.Type())
	var names []string
	byName := map[string]*field{}
	for i := range known {
		names = append(names, known[i].names[0])
		for _, name := range known[i].names {
			byName[name] = &known[i]
		}
	}
	given := map[string]bool{}
	for _, f := range v.Fields {
		k := byName[f.Name]
		if k == nil {
			d.unknown(f, path, names)
			continue
		}
		if given[k.names[0]] {
			d.file.twice(f) // the field is set by its name and by an alias
			continue
		}
		given[k.names[0]] = true
		d.value(f.Value, into.FieldByIndex(k.index), k.tag, join(path, k.names[0]))
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (d *Decoder) unknown(f Field, path string, names []string) {
	hint := "remove it"
	near, ok := diag.Nearest(f.Name, names)
	if ok {
		hint = "did you mean " + quote(near) + "?"
	}
	p := d.file.problem(diag.UnknownKey, f.Span, "unknown setting "+quote(join(path, f.Name)), hint)
	if ok {
		p.Fixes = []diag.Fix{{Label: "replace with " + near, Span: f.Span, Text: near}}
	}
}

func (d *Decoder) value(v *Value, into reflect.Value, tag reflect.StructTag, path string) {
	if s, ok := into.Addr().Interface().(Setter); ok {
		s.Set(d, v)
		return
	}
	if v.Kind == Null {
		return // means "not set" in JSON
	}
	switch into.Kind() {
	case reflect.Pointer:
		inner := reflect.New(into.Type().Elem())
		before := len(d.file.Problems)
		d.value(v, inner.Elem(), tag, path)
		if len(d.file.Problems) == before {
			into.Set(inner)
		}
	case reflect.String:
		d.text(v, into, tag)
	case reflect.Bool:
		if v.Kind != Boolean {
			d.Wrong(v, "true or false")
			return
		}
		into.SetBool(v.Bool)
	case reflect.Int, reflect.Int64:
		d.number(v, into, tag)
	case reflect.Slice:
		d.list(v, into, tag, path)
	case reflect.Map:
		d.mapping(v, into, tag, path)
	case reflect.Struct:
		if v.Kind != Table {
			d.Wrong(v, "a table")
			return
		}
		d.table(v, into, path)
	default:
		panic("settings: no way to set a " + into.Type().String())
	}
}

func (d *Decoder) text(v *Value, into reflect.Value, tag reflect.StructTag) {
	among := tag.Get("among")
	if v.Kind != String {
		d.Wrong(v, expectedText(among))
		return
	}
	if among == "" {
		into.SetString(v.Text)
		return
	}
	words := strings.Split(among, "|")
	for _, word := range words {
		if word == v.Text {
			into.SetString(v.Text)
			return
		}
	}
	d.Wrong(v, expectedText(among))
	if near, ok := diag.Nearest(v.Text, words); ok {
		d.file.Problems[len(d.file.Problems)-1].Hint = "did you mean " + quote(near) + "?"
	}
}

func expectedText(among string) string {
	if among == "" {
		return "a text"
	}
	words := strings.Split(among, "|")
	for i := range words {
		words[i] = quote(words[i])
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return words[0]
}

func (d *Decoder) number(v *Value, into reflect.Value, tag reflect.StructTag) {
	low, hasLow := bound(tag, "min")
	high, hasHigh := bound(tag, "max")
	expected := "a whole number"
	switch {
	case hasLow && hasHigh:
		expected += fmt.Sprintf(" from %d to %d", low, high)
	case hasLow:
		expected += fmt.Sprintf(" of at least %d", low)
	}
	if v.Kind != Integer || hasLow && v.Int < low || hasHigh && v.Int > high {
		d.Wrong(v, expected)
		return
	}
	into.SetInt(v.Int)
}

func bound(tag reflect.StructTag, name string) (int64, bool) {
	n, err := strconv.ParseInt(tag.Get(name), 10, 64)
	return n, err == nil
}

func (d *Decoder) list(v *Value, into reflect.Value, tag reflect.StructTag, path string) {
	if v.Kind != List {
		d.Wrong(v, "a list")
		return
	}
	all := reflect.MakeSlice(into.Type(), 0, len(v.Items))
	for _, item := range v.Items {
		before := len(d.file.Problems)
		one := reflect.New(into.Type().Elem()).Elem()
		d.value(item, one, tag, path)
		// Leave out an invalid text or number. A table with an invalid key keeps its other keys.
		if len(d.file.Problems) == before || item.Kind == Table {
			all = reflect.Append(all, one)
		}
	}
	into.Set(all)
}

func (d *Decoder) mapping(v *Value, into reflect.Value, tag reflect.StructTag, path string) {
	if v.Kind != Table {
		d.Wrong(v, "a table")
		return
	}
	// Make a new map each time, because copies of the struct may share the present one.
	merged := reflect.MakeMap(into.Type())
	for it := into.MapRange(); it.Next(); {
		merged.SetMapIndex(it.Key(), it.Value())
	}
	for _, f := range v.Fields {
		before := len(d.file.Problems)
		one := reflect.New(into.Type().Elem()).Elem()
		d.value(f.Value, one, tag, join(path, f.Name))
		if len(d.file.Problems) == before {
			merged.SetMapIndex(reflect.ValueOf(f.Name), one)
		}
	}
	into.Set(merged)
}

// Keys lists the keys of a struct in the order of declaration. A key of a table within a table is
// written as "a.b", and a key of a table within a list as "a[].b".
func Keys(of any) []string { return keys(reflect.TypeOf(of), "") }

// KeyOf returns the first name of the key that has name as a name or an alias. It returns "" if no
// key has that name.
func KeyOf(of any, name string) string {
	for _, f := range fields(reflect.TypeOf(of)) {
		if slices.Contains(f.names, name) {
			return f.names[0]
		}
	}
	return ""
}

func keys(t reflect.Type, path string) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var all []string
	for _, f := range fields(t) {
		name := join(path, f.names[0])
		all = append(all, name)
		inner := t.FieldByIndex(f.index).Type
		if inner.Kind() == reflect.Slice {
			inner, name = inner.Elem(), name+"[]"
		}
		if inner.Kind() == reflect.Struct {
			all = append(all, keys(inner, name)...)
		}
	}
	return all
}

// quote quotes a user's word for a message.
func quote(s string) string { return strconv.Quote(s) }

// Unreadable returns an empty file whose only problem is that it could not be read.
func Unreadable(name string, err error) *File {
	f := &File{Name: name, Root: &Value{Kind: Table}, lines: source.NewLines("")}
	f.problem(diag.BadFile, source.Span{}, "cannot be read: "+err.Error(), "its settings are not used")
	return f
}
