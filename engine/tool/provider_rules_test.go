package tool

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"galley/engine/diag"
)

func declared(properties string) string {
	return `[{"name":"n","description":"d","input_schema":{"type":"object","properties":{` + properties + `}}}]`
}

func many(n int, one func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = one(i)
	}
	return strings.Join(all, ",")
}

// breaking holds, by the ID of each rule, lists of tools that break the rule.
var breaking = map[string][]string{
	ruleName:         {`[{"name":"a b"}]`, `[{"name":"é"}]`, `[{"name":"` + strings.Repeat("x", 129) + `"}]`},
	ruleUnique:       {`[{"name":"n"},{"name":"n"}]`},
	ruleTools:        {`[` + many(513, func(i int) string { return fmt.Sprintf(`{"name":"n%d"}`, i) }) + `]`},
	ruleDescription:  {`[{"name":"n","description":"` + strings.Repeat("d", 1025) + `"}]`},
	ruleRoot:         {`[{"name":"n","input_schema":{"type":"array","items":{"type":"string"}}}]`, `[{"name":"n"}]`},
	ruleProperty:     {declared(`"f[id]":{"type":"string"}`), declared(`"` + strings.Repeat("p", 65) + `":{"type":"string"}`), declared(`"":{"type":"string"}`)},
	ruleDraft:        {declared(`"a":{"type":"strin"}`), declared(`"a":7`), declared(`"a":{"type":["string","wat"]}`)},
	ruleItems:        {declared(`"a":{"type":"array"}`), declared(`"a":{"type":"object","properties":{"b":{"type":"array","items":{"type":"array"}}}}`)},
	ruleSubset:       {declared(`"a":{"type":"object","additionalProperties":false,"properties":{"b":{"type":"string"}}}`)},
	ruleDepth:        {declared(strings.Repeat(`"a":{"type":"object","properties":{`, 40) + `"a":{"type":"string"}` + strings.Repeat(`}}`, 40))},
	rulePattern:      {declared(`"a":{"type":"object","patternProperties":{"^(x)$":{"type":"string"}}}`)},
	ruleCache:        {`[` + many(5, func(i int) string { return fmt.Sprintf(`{"name":"n%d","cache_control":{"type":"ephemeral"}}`, i) }) + `]`},
	strictShape:      {strictly(`"properties":{"a":{"type":"string"}},"additionalProperties":false`), strictly(`"properties":{},"required":[]`), strictly(`"properties":{"a":{"allOf":[{"type":"string"}]}},"required":["a"],"additionalProperties":false`)},
	strictDepth:      {strictly(nested(11))},
	strictProperties: {strictly(`"properties":{` + many(5001, func(i int) string { return fmt.Sprintf(`"a%d":{"type":"string"}`, i) }) + `},"required":[` + many(5001, func(i int) string { return fmt.Sprintf(`"a%d"`, i) }) + `],"additionalProperties":false`)},
	strictEnum:       {strictly(`"properties":{"a":{"type":"integer","enum":[` + many(1001, func(i int) string { return fmt.Sprint(i) }) + `]}},"required":["a"],"additionalProperties":false`)},
	strictText:       {strictly(`"properties":{"a":{"type":"string","enum":["` + strings.Repeat("x", 120_001) + `"]}},"required":["a"],"additionalProperties":false`)},
	strictLongEnum:   {strictly(`"properties":{"a":{"type":"string","enum":[` + many(251, func(i int) string { return fmt.Sprintf(`"%060d"`, i) }) + `]}},"required":["a"],"additionalProperties":false`)},
}

func strictly(rest string) string {
	return `[{"name":"n","description":"d","strict":true,"input_schema":{"type":"object",` + rest + `}}]`
}

// nested returns the rest of a strict schema that has n levels of objects.
func nested(n int) string {
	s := `"properties":{},"required":[],"additionalProperties":false`
	for range n - 1 {
		s = `"properties":{"a":{"type":"object",` + s + `}},"required":["a"],"additionalProperties":false`
	}
	return s
}

func TestBrokenRulesAreReported(t *testing.T) {
	for _, r := range Rules {
		if len(breaking[r.ID]) == 0 {
			t.Errorf("no list breaks the rule %s of %s", r.ID, r.Target)
		}
		if r.Says == "" || r.Source == "" || !regexp.MustCompile(`^20\d\d-\d\d$`).MatchString(r.Date) {
			t.Errorf("the rule %s of %s has no source", r.ID, r.Target)
		}
		for _, list := range breaking[r.ID] {
			out := Write(Read("f", list).Tools, r.Target, Options{})
			// A change of a missing schema counts only for the rule about schemas.
			if !slices.ContainsFunc(out.Changes, func(c Change) bool { return c.Path != "/input_schema" || r.ID == ruleRoot }) {
				t.Errorf("%s: %s: nothing is reported about %s", r.Target, r.Says, diag.Clip(list))
			}
			if broken := breaks(out, r.Target); r.Confirmed && len(broken) > 0 {
				t.Errorf("%s: %s: %q in %s", r.Target, r.Says, broken, diag.Clip(out.List.JSON()))
			}
		}
	}
	for id := range breaking {
		if !slices.ContainsFunc(Rules, func(r Rule) bool { return r.ID == id }) {
			t.Errorf("no rule has the ID %s", id)
		}
	}
}

// Tools that satisfy all rules are left unchanged.
func TestAtTheLimitNothingIsChanged(t *testing.T) {
	for to, list := range map[Target]string{
		ToClaude: `[{"name":"` + strings.Repeat("x", 128) + `","input_schema":{"type":"object","properties":{"a.b-c_` + strings.Repeat("p", 58) + `":{"type":["string","null"]}},"required":[]}}]`,
		ToOpenAI: strictly(nested(10)),
	} {
		if out := Write(Read("f", list).Tools, to, Options{}); len(out.Changes) > 0 {
			t.Errorf("%s: %+v", to, out.Changes)
		}
	}
	for to, n := range map[Target]int{ToOpenAI: 128, ToGemini: 512} {
		list := `[` + many(n, func(i int) string { return fmt.Sprintf(`{"name":"n%d","description":"d"}`, i) }) + `]`
		if out := Write(Read("f", list).Tools, to, Options{}); len(out.Each) != n {
			t.Errorf("%s: %d of %d", to, len(out.Each), n)
		}
	}
}

// breaks returns the confirmed rules that a written list breaks, judged by the output alone.
func breaks(out Written, to Target) (broken []string) {
	names := map[string]bool{}
	if r, known := ruleOf(to, ruleTools); known && len(out.Each) > r.Max {
		broken = append(broken, "too many tools")
	}
	for _, d := range out.Each {
		if f := d.Get("function"); f.Kind == Object {
			d = f
		}
		name := d.Get("name").Text
		pattern := map[Target]string{ToClaude: `^[a-zA-Z0-9_-]{1,128}$`, ToOpenAI: `^[a-zA-Z0-9_-]{1,64}$`, ToGemini: geminiName.String(), ToMCP: `^[a-zA-Z0-9_./-]{1,128}$`}[to]
		if !regexp.MustCompile(pattern).MatchString(name) || names[name] {
			broken = append(broken, "name "+name)
		}
		names[name] = true
		switch to {
		case ToGemini:
			broken = append(broken, checkGemini(d)...)
		case ToClaude:
			broken = append(broken, checkSchema(d.Get("input_schema"), to)...)
		case ToOpenAI:
			broken = append(broken, checkSchema(d.Get("parameters"), to)...)
			if _, why, _ := strictProblem(d.Get("parameters")); d.Get("strict").Text == "true" && why != "" {
				broken = append(broken, "strict: "+why)
			}
		case ToMCP:
			broken = append(broken, checkSchema(d.Get("inputSchema"), to)...)
		}
	}
	return broken
}

var propertyNames = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)

// checkSchema returns what in a schema breaks the rules of a target that takes draft 2020-12 of
// JSON Schema. A library also checks the schema against the draft.
func checkSchema(v Value, to Target) (broken []string) {
	wrong := func(at, what string) { broken = append(broken, at+": "+what) }
	if !v.Get("type").Is("object") {
		wrong("", "no object at the top")
	}
	for _, key := range map[Target][]string{ToClaude: {"oneOf", "allOf", "anyOf"}, ToOpenAI: {"oneOf", "allOf", "anyOf", "enum", "const", "not"}}[to] {
		if v.Has(key) {
			wrong("", key+" at the top")
		}
	}
	walkAt(v, "", func(node Value, at string) Value {
		types := node.Get("type").Items
		if typ := node.Get("type"); typ.Kind == String {
			types = []Value{typ}
		}
		for _, typ := range types {
			if !slices.Contains([]string{"string", "number", "integer", "boolean", "array", "object", "null"}, typ.Text) {
				wrong(at, "the type "+typ.JSON())
			}
			if typ.Is("array") && to == ToOpenAI && !node.Has("items") {
				wrong(at, "an array without items")
			}
		}
		for _, key := range []string{"id", "definitions", "dependencies", "additionalItems", "nullable"} {
			if node.Has(key) {
				wrong(at, key+" is of an older draft")
			}
		}
		for _, key := range []string{"exclusiveMinimum", "exclusiveMaximum"} {
			if node.Get(key).Kind == Bool {
				wrong(at, key+" is of draft 4")
			}
		}
		for _, key := range []string{"required", "enum"} {
			if list := node.Get(key); list.Kind != Absent && (list.Kind != Array || key == "enum" && len(list.Items) == 0) {
				wrong(at, key+" is "+list.JSON())
			}
		}
		if node.Get("items").Kind == Array {
			wrong(at, "a tuple of an older draft")
		}
		for _, p := range node.Get("properties").Members {
			if to == ToClaude && !propertyNames.MatchString(p.Name) {
				wrong(at, "the property "+p.Name)
			}
			if p.Value.Kind != Object && p.Value.Kind != Bool {
				wrong(at, p.Name+" is not a schema")
			}
		}
		if ref := node.Get("$ref"); ref.Kind == String && strings.HasPrefix(ref.Text, "#/") {
			if _, ok := v.resolve(ref.Text); !ok {
				wrong(at, "the reference "+ref.Text)
			}
		}
		return node
	})
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(v.Without("$schema").JSON()), &s); err != nil {
		wrong("", err.Error())
	}
	return broken
}
