package check

import (
	"strings"
	"testing"

	"galley/engine/tool"
)

func TestInputsAreCheckedAgainstTheirSchemas(t *testing.T) {
	const nested = `{"type":"object","$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"n":{"type":"integer","minimum":1}},"required":["n"]}},"properties":{"list":{"$ref":"#/$defs/node"}}}`
	for _, c := range []struct{ schema, input, want string }{
		{`{}`, `{"a":1}`, ""},
		{`{"type":"object","required":["a"]}`, `{}`, "missing property 'a'"},
		{`{"properties":{"a":{"type":"string"}}}`, `{"a":1}`, "at a: got number, want string"},
		{`{"properties":{"a":{"type":["string","null"]}}}`, `{"a":null}`, ""},
		{`{"properties":{"a":{"type":["string","null"]}}}`, `{"a":[]}`, "at a: got array, want string or null"},
		{`{"properties":{"a":{"type":"integer"}}}`, `{"a":2.0}`, ""},
		{`{"properties":{"a":{"type":"integer"}}}`, `{"a":2.5}`, "at a: got number, want integer"},
		{`{"properties":{"a":{}},"additionalProperties":false}`, `{"a":1,"b":2}`, "unknown property 'b'"},
		{`{"additionalProperties":{"type":"boolean"}}`, `{"b":2}`, "at b: got number, want boolean"},
		{`{"properties":{"a":{"enum":["x",1]}}}`, `{"a":1}`, ""},
		{`{"properties":{"a":{"enum":["x",1]}}}`, `{"a":"y"}`, `at a: "y" is not one of ["x",1]`},
		{`{"properties":{"a":{"const":"x"}}}`, `{"a":"y"}`, `at a: "y" is not "x"`},
		{`{"properties":{"a":{"items":{"type":"string"},"minItems":3}}}`, `{"a":["x",1]}`, "at a/1: got number, want string; at a: 2 items, want 3 or more"},
		{`{"properties":{"a":{"maxLength":2}}}`, `{"a":"äöü"}`, "at a: 3 characters, want 2 or fewer"},
		{`{"properties":{"a":{"pattern":"^/"}}}`, `{"a":"b"}`, `at a: "b" does not match ^/`},
		{`{"properties":{"a":{"pattern":"(?<=x)y"}}}`, `{"a":"b"}`, ""},
		{`{"properties":{"a":{"minimum":1,"exclusiveMaximum":3,"multipleOf":0.5}}}`, `{"a":2.5}`, ""},
		{`{"properties":{"a":{"exclusiveMaximum":3}}}`, `{"a":3}`, "at a: got 3, want less than 3"},
		{`{"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"b":1}`, ""},
		{`{"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, "{} matches none of the alternatives"},
		{`{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":1,"b":1}`, `{"a":1,"b":1} matches 2 of the alternatives, not exactly one`},
		{`{"allOf":[{"required":["a"]}],"not":{"required":["c"]}}`, `{"c":1}`, `missing property 'a'; {"c":1} matches what "not" excludes`},
		{nested, `{"list":{"n":1,"next":{"n":2,"next":{"n":0}}}}`, "at list/next/next/n: got 0, want 1 or more"},
		{`{"$ref":"#"}`, `{}`, ""}, // the schema refers to itself, and the check ends nevertheless
		{`{"properties":false,"required":"a","items":7,"type":{}}`, `{"a":1}`, ""},
	} {
		s, _, err := tool.ParseJSON(c.schema)
		if err != nil {
			t.Fatal(err)
		}
		v, _, err := tool.ParseJSON(c.input)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(wrongWith(s, v), "; "); got != c.want {
			t.Errorf("%s of %s:\ngot  %s\nwant %s", c.input, c.schema, got, c.want)
		}
	}
}

func wrongWith(schema, input tool.Value) []string {
	wrong, _ := checked(newInputSchema(schema), input)
	return wrong
}

// checked checks a single input.
func checked(s *inputSchema, input tool.Value) (wrong []string, unchecked string) {
	left := maxStepsInAll
	return s.check(input, &left)
}

func FuzzInputs(f *testing.F) {
	f.Add(`{"$ref":"#","anyOf":[{"$ref":"#"},{"not":{"$ref":"#"}}]}`, `{"a":[1]}`)
	f.Add(`{"properties":{"a":{"$ref":"#/properties/a"}}}`, `{"a":null}`)
	f.Fuzz(func(t *testing.T, schema, input string) {
		s, _, err := tool.ParseJSON(schema)
		v, _, wrong := tool.ParseJSON(input)
		if err == nil && wrong == nil {
			wrongWith(s, v)
		}
	})
}
