package tool

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"galley/engine/diag"
)

// geminiRules lists what Gemini's functionDeclarations must not contain. Each rule checks only the
// output, and does not depend on how Write makes it.
var geminiRules = []struct {
	rule   string
	broken func(schema Value, root bool) bool
}{
	{"a schema is an object", func(s Value, _ bool) bool { return s.Kind != Object }},
	{"parameters are of the type object and have properties", func(s Value, root bool) bool {
		return root && (!s.Get("type").Is("object") || len(s.Get("properties").Members) == 0)
	}},
	{"only fields of the Schema message", func(s Value, _ bool) bool {
		known := []string{"type", "format", "title", "description", "nullable", "enum", "maxItems", "minItems", "properties",
			"required", "minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example", "anyOf",
			"propertyOrdering", "default", "items", "minimum", "maximum"}
		return slices.ContainsFunc(s.Members, func(m Member) bool { return !slices.Contains(known, m.Name) })
	}},
	{"a type, or anyOf and nothing else", func(s Value, _ bool) bool {
		if s.Has("anyOf") {
			return len(s.Members) != 1 || s.Get("anyOf").Kind != Array || len(s.Get("anyOf").Items) < 2
		}
		return !slices.Contains([]string{"string", "number", "integer", "boolean", "array", "object"}, s.Get("type").Text)
	}},
	{"a type is one word", func(s Value, _ bool) bool { return s.Has("type") && s.Get("type").Kind != String }},
	{"enum is for strings, holds strings, and is not empty", func(s Value, _ bool) bool {
		e := s.Get("enum")
		return e.Kind != Absent && (!s.Get("type").Is("string") || len(e.Items) == 0 ||
			slices.ContainsFunc(e.Items, func(v Value) bool { return v.Kind != String }))
	}},
	{"format is one that is known for the type", func(s Value, _ bool) bool {
		f := s.Get("format")
		ok := map[string][]string{"string": {"enum", "date-time"}, "number": {"float", "double"}, "integer": {"int32", "int64"}}
		return f.Kind != Absent && (!slices.Contains(ok[s.Get("type").Text], f.Text) || f.Is("enum") && !s.Has("enum"))
	}},
	{"an array has items, nothing else has", func(s Value, _ bool) bool {
		return s.Get("type").Is("array") != s.Has("items")
	}},
	{"properties and required are for objects", func(s Value, _ bool) bool {
		return !s.Get("type").Is("object") && (s.Has("properties") || s.Has("required"))
	}},
	{"properties are not empty", func(s Value, _ bool) bool {
		return s.Has("properties") && len(s.Get("properties").Members) == 0
	}},
	{"required names properties", func(s Value, _ bool) bool {
		r := s.Get("required")
		return r.Kind != Absent && (len(r.Items) == 0 ||
			slices.ContainsFunc(r.Items, func(v Value) bool { return !s.Get("properties").Has(v.Text) }))
	}},
	{"nullable is true or false", func(s Value, _ bool) bool { return s.Has("nullable") && s.Get("nullable").Kind != Bool }},
}

var geminiName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$`)

// checkGemini returns the rules that a declaration breaks, with the places.
func checkGemini(declaration Value) (broken []string) {
	if !geminiName.MatchString(declaration.Get("name").Text) {
		broken = append(broken, "a name of letters, digits, _ . : -, 64 at most")
	}
	if declaration.Get("description").Kind != String {
		broken = append(broken, "a description")
	}
	var look func(s Value, at string)
	look = func(s Value, at string) {
		for _, r := range geminiRules {
			if r.broken(s, at == "/parameters") {
				broken = append(broken, fmt.Sprintf("%s: %s: %s", at, r.rule, diag.Clip(s.JSON())))
			}
		}
		for _, p := range s.Get("properties").Members {
			look(p.Value, at+"/properties/"+p.Name)
		}
		for i, b := range s.Get("anyOf").Items {
			look(b, fmt.Sprintf("%s/anyOf/%d", at, i))
		}
		if s.Has("items") {
			look(s.Get("items"), at+"/items")
		}
	}
	if declaration.Has("parameters") {
		look(declaration.Get("parameters"), "/parameters")
	}
	return broken
}

func TestTheRulesFindWhatBreaksThem(t *testing.T) {
	for _, bad := range []string{
		`{"type":"object"}`, `{"type":"object","properties":{}}`, `{"type":"object","properties":{"a":{"$ref":"#"}}}`,
		`{"type":"object","properties":{"a":{"type":["string","null"]}}}`, `{"type":"object","properties":{"a":{"type":"integer","enum":[1]}}}`,
		`{"type":"object","properties":{"a":{"type":"array"}}}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"number"}],"title":"x"}}}`,
		`{"type":"object","properties":{"a":{"type":"string","format":"uri"}}}`, `{"type":"object","properties":{"a":{}}}`,
		`{"type":"object","properties":{"a":{"type":"string","properties":{"b":{"type":"string"}}}}}`,
	} {
		v, _, err := ParseJSON(`{"name":"x","description":"d","parameters":` + bad + `}`)
		if err != nil || len(checkGemini(v)) == 0 {
			t.Errorf("no fault is found in %s, %v", bad, err)
		}
	}
}
