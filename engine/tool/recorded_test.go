package tool_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/tool"
)

// properties are schemas of one argument, p. If a schema has a reference, the tool also has the
// arguments b and c.
var properties = []string{
	`{"type":"string"}`, `true`, `{}`, `null`, `"str"`, `"any"`, `{"type":"string","title":"T","description":7,"default":"x","examples":"x","format":"uuid"}`,
	`{"type":["string","null"],"format":"date-time"}`, `{"type":["string","number"],"minLength":1,"minimum":2,"description":"d","anyOf":[{}]}`, `{"type":[]}`, `{"type":["null"]}`, `{"type":["strng"]}`, `{"type":["string","String"]}`,
	`{"type":"Mixed"}`, `{"type":"null"}`, `{"type":"array"}`, `{"type":["array","string"]}`, `{"type":"array","prefixItems":[{"type":"string"}]}`, `{"items":[{"type":"string"},{"type":"number"}],"additionalItems":{"type":"boolean"}}`, `{"items":[]}`,
	`{"items":[{"$ref":"#/properties/b"}],"prefixItems":[{}]}`, `{"items":{},"additionalItems":false}`, `{"enum":[true,false]}`, `{"enum":[1,2.5,1]}`, `{"enum":["a",null,{"x":1},[2]]}`, `{"enum":{}}`, `{"enum":null}`, `{"type":"string","enum":[1,"a"]}`, `{"type":"string","enum":[1,null]}`,
	`{"type":"string","format":"enum"}`, `{"type":"string","format":"enum","enum":["a"]}`, `{"type":"string","const":"x"}`, `{"const":"x","enum":["y"]}`, `{"const":null}`, `{"type":["integer"],"const":"x"}`,
	`{"type":"object","properties":{"q":{"type":"string"}},"required":["q","r"]}`, `{"type":"object","properties":{}}`, `{"type":"object","properties":[]}`, `{"properties":{"q":{"required":true},"r":{"required":false},"s":{"required":true}},"required":["q"]}`,
	`{"required":"b"}`, `{"required":7}`, `{"required":["x","x",null]}`, `{"type":"object","properties":{"q":{}},"required":["z","y"],"anyOf":[{"required":["z"]}]}`,
	`{"type":"object","propertyOrdering":["q","q","z"],"properties":{"q":{"type":"string"}}}`, `{"type":"object","properties":{"q q":{},"q_q":{},"1":{},"ok":{}},"required":["q q","1"],"propertyOrdering":["ok","q q"],"dependentRequired":{"q q":["ok"],"ok":["1"]},"dependentSchemas":{"q q":{}}}`,
	`{"type":"object","properties":{"it's":{"$ref":"#/properties/p/properties/it's"}}}`, `{"minimum":1,"exclusiveMinimum":true,"maximum":2,"exclusiveMaximum":true}`, `{"exclusiveMinimum":true}`, `{"minimum":1,"exclusiveMinimum":false}`, `{"exclusiveMaximum":3}`,
	`{"minItems":1}`, `{"additionalProperties":{"type":"number"}}`, `{"type":"object","additionalProperties":true,"patternProperties":{"^x":{"type":"int"}}}`, `{"minLength":"3","maxLength":"x","minItems":1.5,"maxItems":-1,"multipleOf":0,"uniqueItems":1,"pattern":[]}`,
	`{"multipleOf":"0.5","minProperties":2e0,"nullable":false}`, `{"type":"string","nullable":true}`, `{"type":"null","nullable":true}`, `{"type":["string","null"],"nullable":true}`, `{"type":["string"],"nullable":true}`, `{"anyOf":[{"type":"string"},{"type":"number"}],"nullable":true}`, `{"$ref":"#/properties/b","nullable":true}`, `{"nullable":true}`, `{"nullable":"yes"}`,
	`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"null"}]}`, `{"anyOf":[{"type":"string"}],"description":"d"}`, `{"oneOf":[{"type":"string"},{"type":"number","description":"own"}],"description":"d"}`, `{"oneOf":[{"type":"string"}],"anyOf":[true,{"anyOf":[{"type":"string"},{"type":"number"}]}]}`, `{"anyOf":[]}`, `{"anyOf":7}`,
	`{"allOf":[{"type":"string"},{"type":"number","minLength":1},{"$ref":"#/properties/b"}]}`, `{"properties":{"q":{"type":"string"}},"required":["q"],"allOf":[{"properties":{"q":{"type":"number"},"r":{"type":"string"}},"required":["r"]}]}`, `{"not":{"type":"strng"}}`, `{"if":{},"then":7,"else":{"type":"string"}}`,
	`{"$ref":"#/properties/b"}`, `{"$ref":"#/properties/b","description":"mine","minLength":3}`, `{"$ref":"#/properties/p"}`, `{"$ref":"#/properties/c/items"}`, `{"$ref":"#/none","title":"T"}`, `{"$ref":"#/properties/c/prefixItems/0"}`, `{"$ref":"#/properties/c/prefixItems/1"}`, `{"$ref":"#/properties/c/prefixItems/x"}`, `{"$ref":"#anchor"}`, `{"$ref":"https://example.org/s#/x"}`, `{"$ref":"root.json#/x"}`, `{"$ref":7}`, `{"$ref":"#"}`,
	`{"id":"x","type":"string"}`, `{"$id":"#a b","type":"string"}`, `{"$id":"#a.b","type":"string"}`, `{"$id":"#1","type":"string"}`, `{"$id":"#x","$anchor":"y"}`, `{"$id":"base#x"}`, `{"$id":"base#"}`, `{"$id":"base"}`,
	`{"dependencies":{"q":"r"}}`, `{"dependencies":{"q":["r"]},"dependentRequired":{"s":["t"]}}`, `{"dependencies":{"q":{"required":["r"]}},"dependentSchemas":{"s":{}}}`, `{"dependencies":7}`, `{"dependentRequired":{"q":["r","r"],"s":["t"],"u":"v","w":[1]}}`, `{"definitions":{"x":{"type":"string"}}}`, `{"definitions":7,"examples":["x"]}`,
}

// roots are schemas of a whole input.
var roots = []string{
	`null`, `7`, `true`, `{}`, `{"type":null}`, `{"type":"string"}`, `{"type":["object","null"]}`, `{"type":["string","null"]}`, `{"type":"object"}`, `{"type":"object","properties":7}`,
	`{"$ref":"#/$defs/r","description":"mine","$defs":{"r":{"type":"object","description":"its","properties":{"a":{"type":"string"}}}}}`, `{"$ref":"#","type":"object"}`, `{"$ref":7}`, `{"$ref":"#/$defs/t","$defs":{"t":true}}`, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
	`{"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"$ref":"#/$defs/x"},{"$ref":"#/$defs/none"}],"properties":{"a":{"type":"number"}},"$defs":{"x":{"properties":{"b":{}},"required":["b"]}}}`, `{"allOf":[{"properties":{"a":{"type":"string"}},"required":["a","a",7]},{"required":["b"]}]}`, `{"oneOf":[{"required":["a"]}]}`,
	`{"type":"object","enum":[{}],"const":{},"not":{}}`, `{"type":"object","definitions":{"x":{"type":"string"},"y":{"$ref":"#/definitions/x"}},"$defs":{"z":{}},"properties":{"a":{"$ref":"#/definitions/x"},"b":{"$ref":"#/definitions/y"}}}`,
	`{"type":"object","definitions":{"x":{"type":"string"}},"$defs":{"x":{"type":"number"}},"properties":{"a":{"$ref":"#/definitions/x"}}}`, `{"type":"object","definitions":{"x":{"type":"string"}},"$defs":7,"properties":{"a":{"$ref":"#/definitions/x"}}}`, `{"$schema":"http://json-schema.org/draft-07/schema#","id":"base","type":"object","properties":{"a":{"items":[{}]}}}`, `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"base","type":"object","properties":{"a":{"$ref":"base#/x"}}}`, `{"id":"base#frag","type":"object"}`,
	`{"type":"object","properties":{"old":{"items":[{"type":"string"},{"type":"number"}],"additionalItems":{"type":"boolean"}},"a":{"$ref":"#/properties/old/items/1"},"b":{"$ref":"#/properties/old/additionalItems"},"c":{"$ref":"#/properties/old"}}}`,
}

// declarations are declarations of whole tools.
var declarations = []string{
	`{"name":"n","description":null,"input_schema":{"type":"object"}}`, `{"name":"n","description":["a"]}`, `{"name":"","input_schema":{}}`, `{"name":"1é.b:c/d-e","description":"d"}`, `{"name":"-x","description":""}`, `{"name":"é","description":"d"}`,
	`{"name":"n","description":"d","input_schema":{"type":"object"},"strict":"yes","cache_control":{"type":"ephemeral"},"annotations":{"a":1},"title":"T","response":{},"other":1}`, `{"name":"n","description":"d","input_schema":{"type":"object"},"cache_control":{"type":"other"}}`, `{"name":"n","description":"d","input_schema":{"type":"object"},"cache_control":"x"}`,
	`{"name":"n","description":"d","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":false}`, `{"name":"n","description":"d","input_schema":{"type":"object","properties":{"a":{"type":"string","format":"color","minLength":1},"b":true,"c":{"description":"x"}},"required":["a","z"]},"strict":true}`,
	`{"name":"n","description":"d","input_schema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"d":{"type":"object","properties":{},"additionalProperties":true}},"properties":{"a":{"anyOf":[{"type":"array","items":{"oneOf":[]}},{"type":["object","null"]}]},"e":{"enum":["x"]}},"required":["a","e"],"additionalProperties":false},"strict":true}`,
	`{"type":"web_search_20250305","name":"web_search"},{"type":"web_search_20250305","name":"web_search"},{"name":"web_search","description":"d"}`, `{"type":"file_search"}`, `{"googleSearch":{}},{"functionDeclarations":[{"name":"f","description":"d"}]}`,
	`{"name":"a b","description":"d"},{"name":"a_b","description":"d"},{"name":"a.b","description":"d"},{"name":"a?b","description":"d"}`,
}

// What is written for each target, and all changes. Targets with the same result are named
// together.
func TestDeclarationsAreWrittenAsRecorded(t *testing.T) {
	t.Parallel()
	targets := []struct {
		name string
		to   tool.Target
		o    tool.Options
	}{
		{"claude", tool.ToClaude, tool.Options{}}, {"chat", tool.ToOpenAI, tool.Options{}}, {"responses", tool.ToOpenAI, tool.Options{Responses: true}},
		{"gemini", tool.ToGemini, tool.Options{}}, {"gemini's JSON schema", tool.ToGemini, tool.Options{JSONSchema: true}}, {"mcp", tool.ToMCP, tool.Options{}},
	}
	var b strings.Builder
	write := func(title, list string, schemas bool) {
		fmt.Fprintf(&b, "== %s\n", title)
		set := tool.Read("f.json", "["+list+"]")
		for _, p := range set.Problems {
			fmt.Fprintf(&b, "problem %s: %s\n", p.Code, p.Message)
		}
		said := map[string][]string{}
		var order []string
		for _, target := range targets {
			out := tool.Write(set.Tools, target.to, target.o)
			text := out.List.JSON()
			if schemas && len(out.Each) == 1 {
				d := out.Each[0]
				if f := d.Get("function"); f.Kind == tool.Object {
					d = f
				}
				for _, key := range []string{"input_schema", "parameters", "parametersJsonSchema", "inputSchema"} {
					if d.Has(key) {
						text = d.Get(key).JSON()
					}
				}
			}
			for _, c := range out.Changes {
				mild := ""
				if c.Mild {
					mild = ", mild"
				}
				if !schemas || c.Path != "/strict" {
					text += fmt.Sprintf("\n  %d %s %s%s: %s", c.Index, c.Action, strings.TrimPrefix(c.Path, "/input_schema"), mild, c.Why)
				}
			}
			if said[text] == nil {
				order = append(order, text)
			}
			said[text] = append(said[text], target.name)
		}
		for _, text := range order {
			fmt.Fprintf(&b, "%s: %s\n", strings.Join(said[text], ", "), text)
		}
	}
	for _, p := range properties {
		schema := `{"type":"object","properties":{"p":` + p + `}}`
		if strings.Contains(p, "$ref") {
			schema = `{"type":"object","properties":{"p":` + p + `,"b":{"type":"string","$anchor":"anchor","description":"B"},"c":{"type":"array","items":{"type":"string"},"prefixItems":[{"type":"number"}]}},"$id":"root.json"}`
		}
		write("property "+p, `{"name":"n","description":"d","input_schema":`+schema+`}`, true)
	}
	for _, r := range roots {
		write("schema "+r, `{"name":"n","description":"d","input_schema":`+r+`}`, true)
	}
	for _, d := range declarations {
		write("tools "+d, d, false)
	}
	for _, r := range append(roots, `"x"`, `[]`, `false`) {
		v, _, err := tool.ParseJSON(r)
		if err != nil {
			t.Fatal(err)
		}
		sound, changes := tool.Sound(v)
		fmt.Fprintf(&b, "sound %s: %s, %d changes\n", r, sound.JSON(), len(changes))
	}
	agenttest.Recorded(t, "written.txt", b.String())
}

func TestSmallParts(t *testing.T) {
	t.Parallel()
	names := tool.Names{"shell": "bash"}
	if (*tool.Names)(nil).Of("shell") != "" || names.Of("shell") != "bash" || names.Of("grep") != "" {
		t.Error("the names of an agent's tools")
	}
	if got := tool.Pointer("/a", "b/c~d"); got != "/a/b~1c~0d" || tool.PointerOf("/a%20b") != "/a b" || tool.PointerOf("/a%zz") != "/a%zz" {
		t.Errorf("pointers: %s, %s", got, tool.PointerOf("/a%20b"))
	}
	for word, want := range map[string]bool{"minLength": true, "type": true, "enum": true, "const": true, "required": true, "default": true, "examples": true, "example": true, "id": true, "nullable": true, "typ": false, "": false} {
		if got := tool.KnownKeyword(word); got != want {
			t.Errorf("the keyword %q: %v", word, got)
		}
	}
	set := tool.Read("f", `[{"name":"n","description":null,"input_schema":{"type":"object","title":"T","additionalProperties":true,"properties":{"a":{"description":"First. Second.","additionalProperties":false},"b":{"description":7},"c":{"description":"(e.g. x)"}}}}]`)
	one := set.Tools[0]
	for what, got := range map[string]struct{ got, want string }{
		"gemini": {tool.YumeGemini(one).JSON(), `{"name":"n","description":null,"parameters":` + one.Schema.JSON() + `}`},
		"openai": {tool.YumeOpenAI(one).JSON(), `{"type":"function","function":{"name":"n","description":null,"parameters":` + one.Schema.JSON() + `}}`},
		"bare":   {tool.Bare(one).Schema.JSON(), `{"type":"object","properties":{"a":{"description":"First. Second.","additionalProperties":false},"b":{"description":7},"c":{"description":"(e.g. x)"}}}`},
		"terse":  {tool.Terse(one).Canonical().JSON(), `{"name":"n","description":null,"input_schema":{"type":"object","title":"T","additionalProperties":true,"properties":{"a":{"description":"First.","additionalProperties":false},"b":{"description":7},"c":{"description":"(e.g. x)"}}}}`},
		"plain":  {tool.Plain(one).Schema.JSON(), `{"type":"object","title":"T","additionalProperties":true,"properties":{"a":{"description":"First. Second.","additionalProperties":false},"b":{"description":7},"c":{}}}`},
	} {
		if got.got != got.want {
			t.Errorf("%s:\n got %s\nwant %s", what, got.got, got.want)
		}
	}
	if got := tool.Walk(tool.Text("x"), "", func(v tool.Value, _ string) tool.Value { return tool.Value{} }); !got.Is("x") {
		t.Errorf("a text has no schemas: %s", got.JSON())
	}
	if got := tool.Lines(nil, tool.Tool.Canonical).String(); got != "[]" {
		t.Errorf("no tools: %s", got)
	}
	if got := tool.Lines(append(set.Tools, set.Tools...), func(one tool.Tool) tool.Value { return one.Name }).String(); got != "[\n\"n\",\n\"n\"\n]" {
		t.Errorf("two tools: %s", got)
	}
}
