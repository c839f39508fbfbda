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
	// maxWrong is the most faults that are reported for one input.
	maxWrong = 50
	// maxAsked is the most calls of the library for parts of one input.
	maxAsked = 5000
)

// explanation collects where and why an input does not match a schema.
type explanation struct {
	schema    *inputSchema
	asked     int
	wrong     []string
	unchecked string
}

func (e *explanation) say(place, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if place != "" {
		text = "at " + place + ": " + text
	}
	if len(e.wrong) < maxWrong && !slices.Contains(e.wrong, text) {
		e.wrong = append(e.wrong, text)
	}
}

// takes reports whether the part of the schema at a JSON pointer accepts a value.
func (e *explanation) takes(at string, v any) bool {
	if e.asked++; e.asked > maxAsked || e.unchecked != "" {
		return true
	}
	fault, broken := e.schema.judge(at, v)
	if broken != nil {
		e.unchecked = "its schema cannot be used: " + diag.Clip(broken.Error())
	}
	return fault == nil
}

// explain reports the faults of the value at place against the schema at a JSON pointer. v is the
// value as it is written; the parameter as is the same value in the form that the library needs.
func (e *explanation) explain(at string, v tool.Value, as any, place string) {
	if e.takes(at, as) {
		return
	}
	node, _ := e.schema.root.Resolve("#" + escaped(at))
	if node.Kind == tool.Bool {
		e.say(place, "no value is allowed here")
		return
	}
	before := len(e.wrong)
	if ref := node.Get("$ref"); ref.Kind == tool.String {
		for _, target := range e.schema.targets(ref.Text) {
			e.explain(target, v, as, place)
		}
	}
	if !typed(node.Get("type"), v) {
		e.say(place, "got %s, want %s", kindOf(v), describeTypes(node.Get("type")))
		return
	}
	if enum := node.Get("enum"); enum.Kind == tool.Array && !slices.ContainsFunc(enum.Items, func(one tool.Value) bool { return same(one, v) }) {
		e.say(place, "%s is not one of %s", diag.Clip(v.JSON()), diag.Clip(enum.JSON()))
	}
	if only := node.Get("const"); only.Kind != tool.Absent && !same(only, v) {
		e.say(place, "%s is not %s", diag.Clip(v.JSON()), diag.Clip(only.JSON()))
	}
	switch v.Kind {
	case tool.Object:
		table, _ := as.(map[string]any)
		e.object(node, at, v, table, place)
	case tool.Array:
		list, _ := as.([]any)
		e.array(node, at, v, list, place)
	case tool.String:
		e.text(node, v, place)
	case tool.Number:
		e.number(node, v, place)
	}
	e.combined(node, at, v, as, place)
	if len(e.wrong) == before {
		e.say(place, "%s does not match the schema", diag.Clip(v.JSON()))
	}
}

// combined reports the faults against subschemas that apply to the value itself, such as those of
// allOf.
func (e *explanation) combined(node tool.Value, at string, v tool.Value, as any, place string) {
	fitting := func(key string) (n int) {
		for i := range node.Get(key).Items {
			if e.takes(at+"/"+key+"/"+strconv.Itoa(i), as) {
				n++
			}
		}
		return n
	}
	for i := range node.Get("allOf").Items {
		e.explain(at+"/allOf/"+strconv.Itoa(i), v, as, place)
	}
	if node.Has("anyOf") && fitting("anyOf") == 0 {
		e.say(place, "%s matches none of the alternatives", diag.Clip(v.JSON()))
	}
	if node.Has("oneOf") {
		if n := fitting("oneOf"); n != 1 {
			e.say(place, "%s matches %d of the alternatives, not exactly one", diag.Clip(v.JSON()), n)
		}
	}
	if node.Has("not") && e.takes(at+"/not", as) {
		e.say(place, "%s matches what \"not\" excludes", diag.Clip(v.JSON()))
	}
	if node.Has("if") {
		branch := "/else"
		if e.takes(at+"/if", as) {
			branch = "/then"
		}
		if node.Has(branch[1:]) {
			e.explain(at+branch, v, as, place)
		}
	}
	for _, d := range node.Get("dependentSchemas").Members {
		if v.Has(d.Name) {
			e.explain(tool.Pointer(at+"/dependentSchemas", d.Name), v, as, place)
		}
	}
}

func (e *explanation) object(node tool.Value, at string, v tool.Value, as map[string]any, place string) {
	for _, name := range node.Get("required").Items {
		if _, there := as[name.Text]; !there {
			e.say(place, "missing property '%s'", diag.Clip(name.Text))
		}
	}
	for _, d := range node.Get("dependentRequired").Members {
		if _, there := as[d.Name]; !there {
			continue
		}
		for _, name := range d.Value.Items {
			if _, there := as[name.Text]; !there {
				e.say(place, "missing property '%s', which '%s' requires", diag.Clip(name.Text), diag.Clip(d.Name))
			}
		}
	}
	patterns := map[string]*regexp.Regexp{}
	for _, p := range node.Get("patternProperties").Members {
		patterns[p.Name], _ = regexp.Compile(p.Name)
	}
	properties, others := node.Get("properties"), node.Get("additionalProperties")
	for _, m := range v.Members {
		inner := strings.TrimPrefix(place+"/"+m.Name, "/")
		known := false
		if properties.Has(m.Name) {
			known = true
			e.explain(tool.Pointer(at+"/properties", m.Name), m.Value, as[m.Name], inner)
		}
		for _, p := range node.Get("patternProperties").Members {
			if patterns[p.Name] != nil && patterns[p.Name].MatchString(m.Name) {
				known = true
				e.explain(tool.Pointer(at+"/patternProperties", p.Name), m.Value, as[m.Name], inner)
			}
		}
		if node.Has("propertyNames") && !e.takes(at+"/propertyNames", m.Name) {
			e.say(place, "no property may be called '%s'", diag.Clip(m.Name))
		}
		switch {
		case known || others.Kind == tool.Absent:
		case others.Kind == tool.Bool && others.Text == "false":
			e.say(place, "unknown property '%s'", diag.Clip(m.Name))
		default:
			e.explain(at+"/additionalProperties", m.Value, as[m.Name], inner)
		}
	}
	e.count(node, len(v.Members), place, "minProperties", "maxProperties", "properties")
}

func (e *explanation) array(node tool.Value, at string, v tool.Value, as []any, place string) {
	first := len(node.Get("prefixItems").Items)
	matching := 0
	for i, one := range v.Items {
		inner := strings.TrimPrefix(place+"/"+strconv.Itoa(i), "/")
		switch {
		case i < first:
			e.explain(at+"/prefixItems/"+strconv.Itoa(i), one, as[i], inner)
		case node.Has("items"):
			e.explain(at+"/items", one, as[i], inner)
		}
		if node.Has("contains") && e.takes(at+"/contains", as[i]) {
			matching++
		}
	}
	if least, given := float(node.Get("minContains")); node.Has("contains") {
		if !given {
			least = 1
		}
		if float64(matching) < least {
			e.say(place, "%d items match contains, want %v or more", matching, least)
		}
		if bound, ok := float(node.Get("maxContains")); ok && float64(matching) > bound {
			e.say(place, "%d items match contains, want %v or fewer", matching, bound)
		}
	}
	if unique := node.Get("uniqueItems"); unique.Text == "true" {
		seen := map[string]int{}
		for i, one := range v.Items {
			text := one.JSON()
			if j, twice := seen[text]; twice {
				e.say(place, "items %d and %d are the same", j, i)
				break
			}
			seen[text] = i
		}
	}
	e.count(node, len(v.Items), place, "minItems", "maxItems", "items")
}

func (e *explanation) text(node, v tool.Value, place string) {
	e.count(node, utf8.RuneCountInString(v.Text), place, "minLength", "maxLength", "characters")
	if pattern := node.Get("pattern"); pattern.Kind == tool.String {
		if x, err := regexp.Compile(pattern.Text); err == nil && !x.MatchString(v.Text) {
			e.say(place, "%q does not match %s", diag.Clip(v.Text), diag.Clip(pattern.Text))
		}
	}
}

// count checks a number, such as the number of items, against two keywords of the schema. The
// parameters least and most are the names of the keywords for the minimum and for the maximum; the
// parameter what is the word for the things that are counted.
func (e *explanation) count(node tool.Value, n int, place, least, most, what string) {
	if bound, ok := float(node.Get(least)); ok && float64(n) < bound {
		e.say(place, "%d %s, want %v or more", n, what, bound)
	}
	if bound, ok := float(node.Get(most)); ok && float64(n) > bound {
		e.say(place, "%d %s, want %v or fewer", n, what, bound)
	}
}

func (e *explanation) number(node, v tool.Value, place string) {
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
		{"multipleOf", "a multiple of %v", func(b float64) bool { return multiple(n, b) }},
	} {
		if b, there := float(node.Get(bound.key)); there && !bound.holds(b) {
			e.say(place, "got %s, want "+bound.want, v.Text, b)
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

// same reports whether two values are equal in JSON Schema: numbers by value, objects
// whatever the order of their keys.
func same(a, b tool.Value) bool {
	if x, ok := float(a); ok {
		y, also := float(b)
		return also && x == y
	}
	if a.Kind == tool.Object {
		return b.Kind == tool.Object && len(a.Members) == len(b.Members) &&
			!slices.ContainsFunc(a.Members, func(m tool.Member) bool { return !same(m.Value, b.Get(m.Name)) })
	}
	return a.Kind == b.Kind && a.Text == b.Text && slices.EqualFunc(a.Items, b.Items, same)
}

// typed reports whether a value has the type, or one of the types, in types.
func typed(types, v tool.Value) bool {
	switch types.Kind {
	case tool.Array:
		return slices.ContainsFunc(types.Items, func(one tool.Value) bool { return typed(one, v) })
	case tool.String:
	default:
		return true
	}
	if types.Text == "integer" {
		n, ok := float(v)
		return ok && n == math.Trunc(n)
	}
	return types.Text == kindOf(v)
}

func describeTypes(types tool.Value) string {
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
