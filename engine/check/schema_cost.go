package check

import (
	"strconv"
	"strings"

	"galley/engine/tool"
)

const (
	// maxNested is how deep schemas may be nested while checking.
	maxNested = 200
	// maxSteps is the most schemas that are evaluated for one input, and maxStepsInAll for all
	// inputs of a transcript.
	maxSteps      = 50_000
	maxStepsInAll = 500_000
)

// cost counts the schemas that checking an input would evaluate; alternatives and references may
// evaluate a schema repeatedly. It visits each pair of a schema and a value once, so it ends soon
// even if the check would not.
type cost struct {
	schema *inputSchema
	known  map[costKey]int // -1 while a pair is being counted
	why    string          // why the input is not checked, or ""
}

type costKey struct{ schema, value string }

const (
	endless = "the schema refers to itself without end"
	tooMany = "the transcript has more calls, or larger ones, than are checked"
	tooDeep = "the schema is nested too deep, or too large for this input"
)

// tooMuch returns the reason why checking an input would take too long, or "". left is how many
// schemas may still be evaluated for the transcript; tooMuch subtracts what this input needs.
func (s *inputSchema) tooMuch(input tool.Value, left *int) string {
	if *left <= 0 {
		return tooMany
	}
	c := cost{schema: s, known: map[costKey]int{}}
	n := c.count("", input, "", 0)
	*left -= max(n, len(c.known))
	if n > maxSteps && c.why == "" {
		c.why = tooDeep
	}
	return c.why
}

// count counts the schemas that are evaluated for the schema at a JSON pointer and the value at place.
func (c *cost) count(at string, v tool.Value, place string, depth int) int {
	if c.why != "" {
		return 0
	}
	key := costKey{at, place}
	if n, known := c.known[key]; known {
		if n < 0 {
			c.why = endless
		}
		return n
	}
	if depth > maxNested || len(c.known) > maxSteps {
		c.why = tooDeep
		return 0
	}
	c.known[key] = -1
	n := 1
	add := func(at string, v tool.Value, place string) {
		if n <= maxSteps {
			n += c.count(at, v, place, depth+1)
		}
	}
	node, _ := c.schema.root.Resolve("#" + escaped(at))
	c.same(node, at, v, func(at string) { add(at, v, place) })
	c.inside(node, at, v, place, add)
	c.known[key] = n
	return n
}

// same calls the function each for every subschema that applies to the value itself, such as those
// of allOf.
func (c *cost) same(node tool.Value, at string, v tool.Value, each func(at string)) {
	for _, m := range node.Members {
		here := tool.Pointer(at, m.Name)
		switch m.Name {
		case "$ref", "$dynamicRef":
			for _, target := range c.schema.targets(m.Value.Text) {
				each(target)
			}
		case "allOf", "anyOf", "oneOf":
			for i := range m.Value.Items {
				each(here + "/" + strconv.Itoa(i))
			}
		case "not", "if", "then", "else":
			each(here)
		case "dependentSchemas":
			for _, d := range m.Value.Members {
				if v.Has(d.Name) {
					each(tool.Pointer(here, d.Name))
				}
			}
		}
	}
}

// inside calls the function each for every schema that applies to a part of the value. It may call
// the function more often than the check evaluates the schema.
func (c *cost) inside(node tool.Value, at string, v tool.Value, place string, each func(at string, v tool.Value, place string)) {
	all := func(at string) {
		for _, m := range v.Members {
			each(at, m.Value, tool.Pointer(place, m.Name))
		}
		for i, one := range v.Items {
			each(at, one, place+"/"+strconv.Itoa(i))
		}
	}
	for _, m := range node.Members {
		here := tool.Pointer(at, m.Name)
		switch m.Name {
		case "properties":
			for _, p := range v.Members {
				if m.Value.Has(p.Name) {
					each(tool.Pointer(here, p.Name), p.Value, tool.Pointer(place, p.Name))
				}
			}
		case "patternProperties":
			for _, p := range m.Value.Members {
				all(tool.Pointer(here, p.Name))
			}
		case "propertyNames":
			for _, p := range v.Members {
				each(here, tool.Text(p.Name), tool.Pointer(place, p.Name)+"#name")
			}
		case "prefixItems":
			for i := range min(len(m.Value.Items), len(v.Items)) {
				each(here+"/"+strconv.Itoa(i), v.Items[i], place+"/"+strconv.Itoa(i))
			}
		case "additionalProperties", "items", "contains", "unevaluatedItems", "unevaluatedProperties":
			all(here)
		}
	}
}

// targets returns the JSON pointers to which a reference may refer.
func (s *inputSchema) targets(ref string) []string {
	_, fragment, _ := strings.Cut(ref, "#")
	if fragment == "" || fragment[0] == '/' {
		at := tool.PointerOf(fragment)
		if _, ok := s.root.Resolve("#" + escaped(at)); ok {
			return []string{at}
		}
		return nil
	}
	return s.anchors[fragment]
}
