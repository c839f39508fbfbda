package tool

import (
	"strings"
	"testing"
)

// repairs writes one property for a target that takes draft 2020-12. It returns the result and the
// changes.
func repairs(t *testing.T, to Target, schema string) (string, string) {
	t.Helper()
	out := Write(Read("f", `[{"name":"n","description":"d","input_schema":`+schema+`}]`).Tools, to, Options{})
	var changes []string
	for _, c := range out.Changes {
		changes = append(changes, string(c.Action)+" "+strings.TrimPrefix(c.Path, "/input_schema"))
	}
	d := out.Each[0]
	if f := d.Get("function"); f.Kind == Object {
		return f.Get("parameters").JSON(), strings.Join(changes, ", ")
	}
	return d.Get("input_schema").JSON(), strings.Join(changes, ", ")
}

func TestOlderAndInvalidSchemasAreRepaired(t *testing.T) {
	for _, c := range []struct{ property, want, changes string }{
		{`{"minimum":0,"exclusiveMinimum":true}`, `{"exclusiveMinimum":0}`, "rewritten /exclusiveMinimum, dropped /minimum"},
		{`{"maximum":9,"exclusiveMaximum":false}`, `{"maximum":9}`, "dropped /exclusiveMaximum"},
		{`{"items":[{"type":"string"}]}`, `{"prefixItems":[{"type":"string"}]}`, "rewritten /items, rewritten /prefixItems"},
		{`{"items":[{"type":"string"}],"additionalItems":false}`, `{"prefixItems":[{"type":"string"}],"items":false}`, "rewritten /items, rewritten /prefixItems, rewritten /additionalItems"},
		{`{"items":[{"type":"string"}],"prefixItems":[{"type":"number"}]}`, `{"prefixItems":[{"type":"number"}]}`, "dropped /items"},
		{`{"items":[{"type":"string"}],"prefixItems":[{"type":"number"}],"additionalItems":false}`, `{"prefixItems":[{"type":"number"}],"items":false}`, "dropped /items, rewritten /additionalItems"},
		{`{"items":[]}`, `{}`, "rewritten /items"},
		{`{"items":{},"additionalItems":{}}`, `{"items":{}}`, "dropped /additionalItems"},
		{`{"dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"required":["d"]}}}`, "rewritten /dependencies, rewritten /dependentRequired, rewritten /dependentSchemas"},
		{`{"id":"#x","type":"string"}`, `{"type":"string"}`, "dropped /id"},
		{`{"$id":"#x","type":"string"}`, `{"type":"string","$anchor":"x"}`, "dropped /$id, rewritten /$anchor"},
		{`{"type":"string","nullable":true}`, `{"type":["string","null"]}`, "rewritten /nullable, rewritten /type"},
		{`{"type":["string","integer"],"nullable":true}`, `{"type":["string","integer","null"]}`, "rewritten /nullable, rewritten /type"},
		{`{"anyOf":[{"type":"string"}],"nullable":true}`, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, "rewritten /nullable, rewritten /anyOf"},
		{`{"type":"string","nullable":false}`, `{"type":"string"}`, "dropped /nullable"},
		{`{"type":"Int"}`, `{"type":"integer"}`, "rewritten /type"},
		{`{"type":"strng"}`, `{}`, "dropped /type"},
		{`{"type":"any"}`, `{}`, "dropped /type"},
		{`{"type":["string","strng",null]}`, `{"type":["string","null"]}`, "rewritten /type"},
		{`{"type":7}`, `{}`, "dropped /type"},
		{`"string"`, `{"type":"string"}`, "rewritten "},
		{`7`, `{}`, "rewritten "},
		{`null`, `{}`, "rewritten "},
		{`{"enum":[]}`, `{}`, "dropped /enum"},
		{`{"enum":"a"}`, `{"enum":["a"]}`, "rewritten /enum"},
		{`{"enum":["a","a"]}`, `{"enum":["a"]}`, "dropped /enum/1"},
		{`{"type":"string","enum":["a",1]}`, `{"type":"string","enum":["a"]}`, "dropped /enum/1"},
		{`{"type":"string","enum":[1,2]}`, `{"type":"integer","enum":[1,2]}`, "rewritten /type"},
		{`{"type":"string","const":1}`, `{"type":"integer","const":1}`, "rewritten /type"},
		{`{"type":"number","enum":[1,2.5]}`, `{"type":"number","enum":[1,2.5]}`, ""},
		{`{"required":"a"}`, `{"required":["a"]}`, "rewritten /required"},
		{`{"required":{"a":1}}`, `{}`, "dropped /required"},
		{`{"required":["a","a",1]}`, `{"required":["a"]}`, "dropped /required/1, dropped /required/2"},
		{`{"properties":{"a":{}},"required":["a","b"]}`, `{"properties":{"a":{}},"required":["a","b"]}`, "kept /required"},
		{`{"properties":{"a":{"required":true},"b":{"required":false}}}`, `{"properties":{"a":{},"b":{}},"required":["a"]}`, "dropped /properties/a/required, dropped /properties/b/required, rewritten /required"},
		{`{"properties":[]}`, `{}`, "dropped /properties"},
		{`{"anyOf":[]}`, `{}`, "dropped /anyOf"},
		{`{"minLength":"3","maxLength":-1,"pattern":7,"uniqueItems":"yes"}`, `{"minLength":3}`, "rewritten /minLength, dropped /maxLength, dropped /pattern, dropped /uniqueItems"},
		{`{"description":["a"],"title":null}`, `{"description":"[\"a\"]"}`, "rewritten /description, dropped /title"},
		{`{"items":null}`, `{}`, "dropped /items"},
		{`{"$ref":"#/$defs/none","description":"d"}`, `{"description":"d"}`, "dropped /$ref"},
		{`{"$ref":"https://example.org/s"}`, `{}`, "dropped /$ref"},
		{`{"$ref":7}`, `{}`, "dropped /$ref"},
		{`{"not":{"type":"nul"}}`, `{"not":{}}`, "dropped /not/type"},
		{`{"properties":{"type":{"type":"string"},"required":{"type":"string"},"enum":{"type":"string"}}}`, `{"properties":{"type":{"type":"string"},"required":{"type":"string"},"enum":{"type":"string"}}}`, ""},
	} {
		got, changes := repairs(t, ToClaude, `{"type":"object","properties":{"p":`+c.property+`}}`)
		got = strings.TrimSuffix(strings.TrimPrefix(got, `{"type":"object","properties":{"p":`), "}}")
		changes = strings.ReplaceAll(changes, "/properties/p", "")
		if got != c.want || changes != c.changes {
			t.Errorf("%s:\n got %s (%s)\nwant %s (%s)", c.property, got, changes, c.want, c.changes)
		}
	}
}

func TestReferencesFollowMovedDefinitions(t *testing.T) {
	got, _ := repairs(t, ToClaude, `{"type":"object","definitions":{"a b":{"type":"string"}},"properties":{
		"f[id]":{"type":"object","properties":{"x@":{"type":"number"}},"dependencies":{"x@":["y"]}},
		"f_id_":{"$ref":"#/definitions/a%20b"},"r":{"$ref":"#/properties/f%5Bid%5D/properties/x@"}},"required":["f[id]"]}`)
	want := `{"type":"object","$defs":{"a b":{"type":"string"}},"properties":{` +
		`"f_id__2":{"type":"object","properties":{"x_":{"type":"number"}},"dependentRequired":{"x_":["y"]}},` +
		`"f_id_":{"$ref":"#/$defs/a%20b"},"r":{"$ref":"#/properties/f_id__2/properties/x_"}},"required":["f_id__2"]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNamedDraftIsUsed(t *testing.T) {
	const old = `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"a":{"minimum":1,"exclusiveMinimum":true}}}`
	if got, _ := repairs(t, ToClaude, old); !strings.Contains(got, `"$schema":"`+draft2020+`"`) {
		t.Errorf("claude: %s", got)
	}
	for _, table := range []string{"definitions", "dependencies"} {
		got, _ := repairs(t, ToClaude, `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","`+table+`":{"a":{"type":"string"}}}`)
		if !strings.Contains(got, `"$schema":"`+draft2020+`"`) {
			t.Errorf("claude, %s: %s", table, got)
		}
	}
	out := Write(Read("f", `[{"name":"n","inputSchema":`+old+`}]`).Tools, ToMCP, Options{})
	if got := out.Each[0].Get("inputSchema").JSON(); got != old {
		t.Errorf("mcp: %s", got)
	}
}

func TestABuiltInToolKeepsItsName(t *testing.T) {
	out := Write(Read("f", `[{"name":"bash","input_schema":{"type":"object","properties":{}}},{"type":"bash_20250124","name":"bash"}]`).Tools, ToClaude, Options{})
	if got := out.Each[0].Get("name").Text; got != "bash_2" {
		t.Errorf("the other tool is called %s", got)
	}
	out = Write(Read("f", `[{"type":"bash_20250124","name":"bash"},{"type":"bash_20241022","name":"bash"}]`).Tools, ToClaude, Options{})
	if len(out.Each) != 1 || len(out.Changes) != 1 || out.Changes[0].Action != Dropped {
		t.Errorf("two built-in tools of one name: %+v", out)
	}
}

func TestStrictModeIsOffForUnsupportedSchemas(t *testing.T) {
	for list, want := range map[string]string{
		strictly(`"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false`): "true",
		strictly(`"properties":{"a":{"type":"string"}},"required":["a"]`):                              "false",
		strictly(`"properties":{"a":{"type":"string","default":"x"}},"required":["a"]`):                "false",
		`[{"name":"n","strict":"yes"}]`: "",
	} {
		out := Write(Read("f", list).Tools, ToOpenAI, Options{})
		if got := out.Each[0].Get("function").Get("strict").Text; got != want {
			t.Errorf("%s: strict is %q", list, got)
		}
	}
}
