package check

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"galley/engine/diag"
	"galley/engine/tool"
)

const (
	// maxNested is how many schemas are entered inside each other.
	maxNested = 64
	// maxSteps is how many are entered in all: a schema that refers to itself in
	// several places would be entered without end.
	maxSteps = 100_000
)

// schema checks an input of a tool. It knows what declarations of tools use: types,
// enum and const, the parts of objects and arrays, bounds, pattern, combinations and
// references inside the schema. A keyword that it does not know, or that is not as
// it should be, asks for nothing; what is wrong with a schema is told where tools
// are read.
type schema struct {
	root  tool.Value
	steps *int // how many schemas were entered, by the trials too
	wrong []string
}

// wrongWith returns what is wrong with an input, each as "at PLACE: …".
func wrongWith(root, input tool.Value) []string {
	s := &schema{root: root, steps: new(int)}
	s.node(root, input, "", 0)
	return s.wrong
}

func (s *schema) say(at, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if at != "" {
		text = "at " + at + ": " + text
	}
	s.wrong = append(s.wrong, text)
}

// takes reports whether a schema takes a value.
func (s *schema) takes(node, v tool.Value, depth int) bool {
	try := &schema{root: s.root, steps: s.steps}
	try.node(node, v, "", depth)
	return len(try.wrong) == 0
}

func (s *schema) node(node, v tool.Value, at string, depth int) {
	if node.Kind == tool.Bool && node.Text == "false" {
		s.say(at, "nothing is taken here")
	}
	if *s.steps++; node.Kind != tool.Object || depth > maxNested || *s.steps > maxSteps {
		return
	}
	if ref := node.Get("$ref"); ref.Kind == tool.String {
		if target, ok := s.root.Resolve(ref.Text); ok {
			s.node(target, v, at, depth+1)
		}
	}
	if !typed(node.Get("type"), v) {
		s.say(at, "got %s, want %s", kindOf(v), wanted(node.Get("type")))
		return
	}
	if enum := node.Get("enum"); enum.Kind == tool.Array && !slices.ContainsFunc(enum.Items, v.Equal) {
		s.say(at, "%s is none of %s", diag.Clip(v.JSON()), diag.Clip(enum.JSON()))
	}
	if only := node.Get("const"); only.Kind != tool.Absent && !only.Equal(v) {
		s.say(at, "%s is not %s", diag.Clip(v.JSON()), diag.Clip(only.JSON()))
	}
	switch v.Kind {
	case tool.Object:
		s.object(node, v, at, depth)
	case tool.Array:
		s.array(node, v, at, depth)
	case tool.String:
		s.text(node, v, at)
	case tool.Number:
		s.number(node, v, at)
	}
	s.combined(node, v, at, depth)
}

func (s *schema) combined(node, v tool.Value, at string, depth int) {
	for _, one := range node.Get("allOf").Items {
		s.node(one, v, at, depth+1)
	}
	fitting := func(list []tool.Value) (n int) {
		for _, one := range list {
			if s.takes(one, v, depth+1) {
				n++
			}
		}
		return n
	}
	if all := node.Get("anyOf").Items; len(all) > 0 && fitting(all) == 0 {
		s.say(at, "%s is none of the alternatives", diag.Clip(v.JSON()))
	}
	if all := node.Get("oneOf").Items; len(all) > 0 {
		if n := fitting(all); n != 1 {
			s.say(at, "%s is %d of the alternatives, and has to be one", diag.Clip(v.JSON()), n)
		}
	}
	if not := node.Get("not"); not.Kind == tool.Object && s.takes(not, v, depth+1) {
		s.say(at, "%s is what is not taken", diag.Clip(v.JSON()))
	}
}

func (s *schema) object(node, v tool.Value, at string, depth int) {
	for _, name := range node.Get("required").Items {
		if name.Kind == tool.String && !v.Has(name.Text) {
			s.say(at, "missing property '%s'", name.Text)
		}
	}
	properties, others := node.Get("properties"), node.Get("additionalProperties")
	for _, m := range v.Members {
		place := strings.TrimPrefix(at+"/"+m.Name, "/")
		if p := properties.Get(m.Name); p.Kind != tool.Absent {
			s.node(p, m.Value, place, depth+1)
			continue
		}
		if others.Kind == tool.Bool && others.Text == "false" && !node.Has("patternProperties") {
			s.say(at, "there is no property '%s'", diag.Clip(m.Name))
			continue
		}
		s.node(others, m.Value, place, depth+1)
	}
	s.count(node, len(v.Members), at, "minProperties", "maxProperties", "properties")
}

func (s *schema) array(node, v tool.Value, at string, depth int) {
	items := node.Get("items")
	for i, one := range v.Items {
		if items.Kind != tool.Array {
			s.node(items, one, strings.TrimPrefix(fmt.Sprintf("%s/%d", at, i), "/"), depth+1)
		}
	}
	s.count(node, len(v.Items), at, "minItems", "maxItems", "items")
}

func (s *schema) text(node, v tool.Value, at string) {
	s.count(node, utf8.RuneCountInString(v.Text), at, "minLength", "maxLength", "characters")
	pattern := node.Get("pattern")
	if pattern.Kind != tool.String {
		return
	}
	// A pattern that only JavaScript understands asks for nothing here.
	if e, err := regexp.Compile(pattern.Text); err == nil && !e.MatchString(v.Text) {
		s.say(at, "%q does not match %s", diag.Clip(v.Text), diag.Clip(pattern.Text))
	}
}

// count holds a number of things against two bounds.
func (s *schema) count(node tool.Value, n int, at, least, most, what string) {
	if bound, ok := float(node.Get(least)); ok && float64(n) < bound {
		s.say(at, "%d %s, want %v or more", n, what, bound)
	}
	if bound, ok := float(node.Get(most)); ok && float64(n) > bound {
		s.say(at, "%d %s, want %v or fewer", n, what, bound)
	}
}

func (s *schema) number(node, v tool.Value, at string) {
	n, ok := float(v)
	if !ok {
		return
	}
	for _, bound := range []struct {
		key, want string
		holds     func(bound float64) bool
	}{
		{"minimum", "%v or more", func(b float64) bool { return n >= b }},
		{"maximum", "%v or less", func(b float64) bool { return n <= b }},
		{"exclusiveMinimum", "more than %v", func(b float64) bool { return n > b }},
		{"exclusiveMaximum", "less than %v", func(b float64) bool { return n < b }},
		{"multipleOf", "a multiple of %v", func(b float64) bool { return b <= 0 || math.Abs(math.Remainder(n, b)) < 1e-9 }},
	} {
		if b, there := float(node.Get(bound.key)); there && !bound.holds(b) {
			s.say(at, "got %s, want "+bound.want, v.Text, b)
		}
	}
}

func float(v tool.Value) (float64, bool) {
	if v.Kind != tool.Number {
		return 0, false
	}
	n, err := strconv.ParseFloat(v.Text, 64)
	return n, err == nil
}

// typed reports whether a value has a type, one of several where a list is given.
func typed(types, v tool.Value) bool {
	if types.Kind == tool.Array {
		return len(types.Items) == 0 || slices.ContainsFunc(types.Items, func(one tool.Value) bool { return typed(one, v) })
	}
	if types.Kind != tool.String {
		return true
	}
	switch types.Text {
	case "integer":
		n, ok := float(v)
		return ok && n == math.Trunc(n)
	case "null", "boolean", "number", "string", "array", "object":
		return types.Text == kindOf(v)
	}
	return true
}

func wanted(types tool.Value) string {
	if types.Kind != tool.Array {
		return types.Text
	}
	var all []string
	for _, one := range types.Items {
		all = append(all, one.Text)
	}
	return strings.Join(all, " or ")
}

func kindOf(v tool.Value) string {
	return map[tool.Kind]string{
		tool.Null: "null", tool.Bool: "boolean", tool.Number: "number", tool.String: "string", tool.Array: "array", tool.Object: "object",
	}[v.Kind]
}
