package check

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/tool"
)

func parsed(t testing.TB, text string) tool.Value {
	t.Helper()
	v, _, err := tool.ParseJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestInputsAreCheckedWithTheFullDraft(t *testing.T) {
	for _, c := range []struct{ schema, input, want string }{
		{`{"patternProperties":{"^z":{"type":"integer"}},"additionalProperties":false}`, `{"zz":3}`, ""},
		{`{"patternProperties":{"^z":{"type":"integer"}},"additionalProperties":false}`, `{"zz":"3","a":1}`, "at zz: got string, want integer; unknown property 'a'"},
		{`{"properties":{"xs":{"uniqueItems":true}},"dependentRequired":{"a":["b"]}}`, `{"xs":["a","a"],"a":"x"}`, "missing property 'b', which 'a' requires; at xs: items 0 and 1 are the same"},
		{`{"properties":{"a":{"prefixItems":[{"type":"string"}],"items":{"type":"number"}}}}`, `{"a":["x",1,"y"]}`, "at a/2: got string, want number"},
		{`{"properties":{"a":{"items":[{"type":"string"}],"additionalItems":false}}}`, `{"a":["x",1]}`, "at a/1: no value is allowed here"},
		{`{"properties":{"a":{"minimum":0,"exclusiveMinimum":true}}}`, `{"a":0}`, "at a: got 0, want more than 0"},
		{`{"properties":{"a":{"type":"string","nullable":true}}}`, `{"a":null}`, ""},
		{`{"properties":{"a":{"contains":{"type":"string"},"minContains":2}}}`, `{"a":["x",1]}`, "at a: 1 items match contains, want 2 or more"},
		{`{"propertyNames":{"maxLength":2}}`, `{"abc":1}`, "no property may be called 'abc'"},
		{`{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{"a":1}`, "missing property 'b'"},
		{`{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{}`, "missing property 'c'"},
		{`{"dependentSchemas":{"a":{"required":["b"]}}}`, `{"a":1}`, "missing property 'b'"},
		{`{"dependencies":{"a":["b"]}}`, `{"a":1}`, "missing property 'b', which 'a' requires"},
		{`{"properties":{"a":{}},"unevaluatedProperties":false}`, `{"a":1,"b":2}`, `{"a":1,"b":2} does not match the schema`},
		{`{"$defs":{"n":{"$anchor":"here","type":"number"}},"properties":{"a":{"$ref":"#here"}}}`, `{"a":"x"}`, "at a: got string, want number"},
		{`{"definitions":{"n n":{"type":"number"}},"properties":{"a":{"$ref":"#/definitions/n%20n"}}}`, `{"a":"x"}`, "at a: got string, want number"},
		{`{"$defs":{"n":{"$id":"https://example.org/n","type":"number"}},"properties":{"a":{"$ref":"https://example.org/n"}}}`, `{"a":"x"}`, "at a: got string, want number"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","id":"x","properties":{"a":{"type":"number"}}}`, `{"a":"x"}`, "at a: got string, want number"},
		{`{"properties":{"a/b~c":{"type":"number"}}}`, `{"a/b~c":"x"}`, "at a/b~c: got string, want number"},
		{`{"enum":[{"a":1,"b":2}]}`, `{"b":2.0,"a":1}`, ""},
		{`{"properties":{"a":{"const":9007199254740993}}}`, `{"a":1e400}`, "at a: 1e400 is not 9007199254740993"},
		{`{"properties":{"a":false}}`, `{"a":1}`, "at a: no value is allowed here"},
	} {
		wrong, unchecked := checked(newInputSchema(parsed(t, c.schema)), parsed(t, c.input))
		if got := strings.Join(wrong, "; "); got != c.want || unchecked != "" {
			t.Errorf("%s of %s:\ngot  %s %s\nwant %s", c.input, c.schema, got, unchecked, c.want)
		}
	}
}

func TestUncheckedInputIsReported(t *testing.T) {
	s := newInputSchema(parsed(t, `{"properties":{"a":{"divisibleBy":2,"pattern":"(?<=x)y","x-own":1},"divisibleBy":{}},"extends":{}}`))
	if got := strings.Join(s.ignored, ", "); got != "divisibleBy, extends, pattern (?<=x)y" {
		t.Errorf("ignored: %s", got)
	}
	tools := tool.Read("t", `[{"name":"n","input_schema":{"type":"object","divisibleBy":3}}]`).Tools
	call := `{"type":"tool_use","id":"1","name":"n","input":{}}`
	var got []string
	for _, p := range Transcript(TranscriptInput{Text: call + "\n" + call, Mode: "auto", Tools: tools}) {
		got = append(got, fmt.Sprintf("%s %s %s", p.Severity, p.Code, p.Message))
	}
	if want := "info ignored-keyword the schema of n has keywords that are not checked: divisibleBy"; strings.Join(got, "\n") != want {
		t.Errorf("got %q", got)
	}
	if diag.IgnoredKeyword.Severity() != diag.Info {
		t.Error("an ignored keyword causes more than information")
	}
}

func TestCheckingARecursiveSchemaEnds(t *testing.T) {
	for _, schema := range []string{
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#"}]}`, `{"anyOf":[{"type":"string"},{"$ref":"#"}]}`, `{"not":{"$ref":"#"}}`,
		`{"$dynamicAnchor":"a","$dynamicRef":"#a"}`, `{"if":{"$ref":"#"}}`, `{"dependentSchemas":{"a":{"$ref":"#"}}}`,
		`{"properties":{"a":{"$ref":"#/properties/a"}}}`, `{"additionalProperties":{"$id":"x","$ref":"#"}}`,
		`{"$defs":{"x":{"$ref":"#/$defs/y"},"y":{"$ref":"#/$defs/x"}},"properties":{"a":{"$ref":"#/$defs/x"}}}`,
		`{"propertyNames":{"$ref":"#/propertyNames"}}`, `{"patternProperties":{"a":{"$ref":"#/patternProperties/a"}}}`,
	} {
		if wrong, unchecked := checked(newInputSchema(parsed(t, schema)), parsed(t, `{"a":[1]}`)); unchecked != endless || len(wrong) > 0 {
			t.Errorf("%s: %q, %q", schema, wrong, unchecked)
		}
	}
	// A schema that refers to itself only for nested values is checked to the end, because the
	// input ends.
	if _, unchecked := checked(newInputSchema(parsed(t, `{"additionalProperties":{"$ref":"#"},"items":{"$ref":"#"}}`)), parsed(t, `{"a":[{"b":[1]}]}`)); unchecked != "" {
		t.Errorf("a tree: %q", unchecked)
	}
}

// doubling returns a schema with n definitions, each of which refers twice to the next.
func doubling(n int) string {
	var defs []string
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1))
	}
	return fmt.Sprintf(`{"$ref":"#/$defs/d0","$defs":{%s,"d%d":{"type":"string"}}}`, strings.Join(defs, ","), n)
}

func TestExponentialSchemaIsNotEvaluated(t *testing.T) {
	for _, n := range []int{20, 40, 60} {
		if _, unchecked := checked(newInputSchema(parsed(t, doubling(n))), parsed(t, `{}`)); unchecked != tooDeep {
			t.Errorf("%d: %q", n, unchecked)
		}
	}
	if wrong, unchecked := checked(newInputSchema(parsed(t, doubling(8))), parsed(t, `{}`)); unchecked != "" || len(wrong) != 1 {
		t.Errorf("few: %q %q", wrong, unchecked)
	}
	if _, unchecked := checked(newInputSchema(parsed(t, chain(3000))), parsed(t, `{}`)); unchecked != tooDeep {
		t.Errorf("a long chain: %q", unchecked)
	}
}

// All calls of a transcript share one budget of steps. Calls that exceed it are reported as not
// checked.
func TestATranscriptHasABudgetOfSteps(t *testing.T) {
	s := newInputSchema(parsed(t, `{"items":{"type":"integer"}}`))
	input := parsed(t, "["+strings.Repeat("1,", 99)+"1]")
	left, entered := 1000, 0
	for {
		if _, unchecked := s.check(input, &left); unchecked != "" {
			if unchecked != tooMany {
				t.Errorf("got %q", unchecked)
			}
			break
		}
		entered++
	}
	if entered != 10 {
		t.Errorf("%d inputs were checked, want 10", entered)
	}
}

// The steps are counted before an input is checked. Counting must take time proportional to the
// input.
func TestCountingTheStepsOfACheckIsLinear(t *testing.T) {
	count := func(n int) int {
		s := newInputSchema(parsed(t, `{"items":{"properties":{"a":{"type":"integer"}},"required":["a"]}}`))
		c := cost{schema: s, known: map[costKey]int{}}
		c.count("", parsed(t, "["+strings.Repeat(`{"a":1},`, n)+`{"a":1}]`), "", 0)
		return len(c.known)
	}
	if few, many := count(100), count(400); many > 4*few+4 {
		t.Errorf("%d steps for 100 items, %d for 400", few, many)
	}
}
