package tool

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"galley/engine/diag"
)

// strictKeywords are the keywords that OpenAI's strict mode allows.
var strictKeywords = map[string]bool{
	"type": true, "properties": true, "required": true, "additionalProperties": true, "items": true, "enum": true, "const": true, "anyOf": true,
	"$ref": true, "$defs": true, "definitions": true, "title": true, "description": true, "pattern": true, "format": true, "multipleOf": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "minItems": true, "maxItems": true,
}

// strictFormats are the string formats that strict mode allows.
var strictFormats = []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}

// strictness checks whether strict mode accepts a schema.
type strictness struct {
	at, why                        string // the first fault that strict mode rejects: its place, and the reason
	more                           int    // how many other things it rejects
	properties, values, characters int
}

// strictProblem returns why OpenAI's strict mode refuses a schema: the place of the first fault
// (at), the reason (why) and the number of further faults (more). why is "" if strict mode accepts
// the schema.
func strictProblem(v Value) (at, why string, more int) {
	var s strictness
	s.node(v, schemaAt, 0)
	for _, total := range []struct {
		n    int
		id   string
		what string
	}{{s.properties, strictProperties, "properties"}, {s.values, strictEnum, "enum values"}, {s.characters, strictText, "characters in names and values"}} {
		if limit := most(ToOpenAI, total.id); total.n > limit {
			s.wrong(schemaAt, fmt.Sprintf("it has %d %s in all, and %d are allowed", total.n, total.what, limit))
		}
	}
	return s.at, s.why, s.more
}

func (s *strictness) wrong(at, why string) {
	if s.why != "" {
		s.more++
		return
	}
	s.at, s.why = at, why
}

func (s *strictness) node(v Value, at string, depth int) {
	if v.Kind != Object {
		s.wrong(at, "a schema is an object")
		return
	}
	if !v.Has("type") && !v.Has("anyOf") && !v.Has("$ref") && !v.Has("enum") && !v.Has("const") {
		s.wrong(at, "a schema needs a type")
	}
	for _, m := range v.Members {
		if !strictKeywords[m.Name] && !(at == schemaAt && m.Name == "$schema") {
			s.wrong(pointer(at, m.Name), m.Name+" is not taken")
		}
	}
	if f := v.Get("format"); f.Kind == String && !slices.Contains(strictFormats, f.Text) {
		s.wrong(at+"/format", "the format "+diag.Clip(f.Text)+" is not taken")
	}
	s.texts(v, at)
	if fits(Value{Kind: Object}, v.Get("type")) || v.Get("properties").Kind == Object {
		depth++
		s.object(v, at, depth)
	}
	for _, p := range v.Get("properties").Members {
		s.characters += utf8.RuneCountInString(p.Name)
		s.node(p.Value, pointer(at+"/properties", p.Name), depth)
	}
	for _, key := range []string{"$defs", "definitions"} {
		for _, d := range v.Get(key).Members {
			s.characters += utf8.RuneCountInString(d.Name)
			s.node(d.Value, pointer(at+"/"+key, d.Name), depth)
		}
	}
	for i, b := range v.Get("anyOf").Items {
		s.node(b, item(at+"/anyOf", i), depth)
	}
	if v.Has("items") {
		s.node(v.Get("items"), at+"/items", depth)
	}
}

func (s *strictness) object(v Value, at string, depth int) {
	if limit := most(ToOpenAI, strictDepth); depth == limit+1 {
		s.wrong(at, fmt.Sprintf("it is the level %d of objects, and %d are allowed", depth, limit))
	}
	if a := v.Get("additionalProperties"); a.Kind != Bool || a.Text != "false" {
		s.wrong(at+"/additionalProperties", "it has to be false")
	}
	properties, required := v.Get("properties").Members, nameSet(v.Get("required").Items)
	s.properties += len(properties)
	for _, p := range properties {
		if !required[p.Name] {
			s.wrong(pointer(at+"/properties", p.Name), "every property has to be required")
		}
		delete(required, p.Name)
	}
	if len(required) > 0 {
		s.wrong(at+"/required", "it names something that is not a property")
	}
}

// texts counts the values of enum and const, because strict mode limits their number.
func (s *strictness) texts(v Value, at string) {
	enum := v.Get("enum").Items
	s.values += len(enum)
	length := 0
	for _, one := range append(enum[:len(enum):len(enum)], v.Get("const")) {
		if one.Kind == String {
			length += utf8.RuneCountInString(one.Text)
		}
	}
	s.characters += length
	if limit := most(ToOpenAI, strictLongEnum); len(enum) > 250 && length > limit {
		s.wrong(at+"/enum", fmt.Sprintf("an enum of more than 250 values has %d characters, and %d are allowed", length, limit))
	}
}
