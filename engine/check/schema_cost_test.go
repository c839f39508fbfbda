package check

import (
	"fmt"
	"strings"
	"testing"
)

// counted returns how many steps the check of an input takes, or why the check is refused.
func counted(t *testing.T, schema, input string) (used int, why string) {
	t.Helper()
	left := maxStepsInAll
	why = newInputSchema(parsed(t, schema)).tooMuch(parsed(t, input), &left)
	return maxStepsInAll - left, why
}

// A check takes one step for each pair of a schema and a value that a keyword brings together.
func TestStepsOfEachKeyword(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		schema, input string
		want          int
	}{
		{`{}`, `{}`, 1},
		{`{"type":"object","required":["a"]}`, `{"a":1}`, 1},
		{`{"$ref":"#/$defs/x","$defs":{"x":{},"y":{}}}`, `{}`, 2},
		{`{"$ref":"#/$defs/z","$defs":{"x":{}}}`, `{}`, 1},
		{`{"$dynamicRef":"#x","$defs":{"x":{"$dynamicAnchor":"x"}}}`, `{}`, 2},
		{`{"allOf":[{},{}]}`, `{}`, 3},
		{`{"anyOf":[{},{"not":{}}]}`, `{}`, 4},
		{`{"oneOf":[{},{},{}]}`, `{}`, 4},
		{`{"not":{}}`, `{}`, 2},
		{`{"if":{},"then":{},"else":{}}`, `{}`, 4},
		{`{"dependentSchemas":{"a":{},"b":{}}}`, `{"a":1}`, 2},
		{`{"properties":{"a":{},"b":{}}}`, `{"a":1,"c":1}`, 2},
		{`{"patternProperties":{"x":{},"y":{}}}`, `{"a":1,"b":2}`, 5},
		{`{"propertyNames":{}}`, `{"a":1,"b":2}`, 3},
		{`{"prefixItems":[{},{}]}`, `[1,2,3]`, 3},
		{`{"prefixItems":[{},{},{}]}`, `[1]`, 2},
		{`{"items":{}}`, `[1,2,3]`, 4},
		{`{"contains":{}}`, `[1,2,3]`, 4},
		{`{"unevaluatedItems":{}}`, `[1,2,3]`, 4},
		{`{"additionalProperties":{}}`, `{"a":1,"b":2}`, 3},
		{`{"unevaluatedProperties":{}}`, `{"a":1,"b":2}`, 3},
		{`{"items":{"properties":{"a":{"type":"string"}}}}`, `[{"a":1},{"a":2},{}]`, 6},
		// A value that is reached in two ways counts twice.
		{`{"allOf":[{"$ref":"#/$defs/x"},{"$ref":"#/$defs/x"}],"$defs":{"x":{"not":{}}}}`, `{}`, 7},
	} {
		if got, why := counted(t, c.schema, c.input); got != c.want || why != "" {
			t.Errorf("%s of %s: %d steps, want %d, %s", c.input, c.schema, got, c.want, why)
		}
	}
}

// chain returns a schema that refers to the first of n definitions, each of which refers to the next.
func chain(n int) string {
	s := `{"$ref":"#/$defs/d1","$defs":{`
	for i := range n - 1 {
		s += fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"},`, i+1, i+2)
	}
	return s + fmt.Sprintf(`"d%d":{}}}`, n)
}

func TestLimitsOfTheStepsOfACheck(t *testing.T) {
	t.Parallel()
	list := func(n int) string { return "[" + strings.Repeat("1,", n-1) + "1]" }
	for _, c := range []struct {
		name, schema, input string
		want                int
		why                 string
	}{
		{"as deep as is allowed", chain(maxNested), `{}`, maxNested + 1, ""},
		{"one deeper", chain(maxNested + 1), `{}`, maxNested + 1, tooDeep},
		{"as many steps as are allowed", `{"items":{}}`, list(maxSteps - 1), maxSteps, ""},
		{"one more", `{"items":{}}`, list(maxSteps), maxSteps + 1, tooDeep},
		{"the count ends there", `{"items":{}}`, list(maxSteps + 100), maxSteps + 1, tooDeep},
		{"many schemas in two parts", `{"allOf":[{"items":{}},{"items":{}}]}`, list(maxSteps/2 + 100), maxSteps + 1, tooDeep},
	} {
		if got, why := counted(t, c.schema, c.input); got != c.want || why != c.why {
			t.Errorf("%s: %d steps, want %d, %q", c.name, got, c.want, why)
		}
	}
	// The number of steps for this schema is too large for an integer.
	if _, why := counted(t, doubling(80), `{}`); why != tooDeep {
		t.Errorf("a schema with 2^80 alternatives: %q", why)
	}
}
