package tool

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
)

func parse(t *testing.T, text string) Value {
	t.Helper()
	v, _, err := ParseJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestJSONRoundTrip(t *testing.T) {
	for _, text := range []string{
		`null`, `true`, `-1.50e3`, `12345678901234567890`, `1.0`, `""`, `[]`, `{}`, `{"b":1,"a":{"z":[],"y":{}}}`,
		"\"<b>&\u2028\u2029é😀\x7f\"", `"\b\f\n\r\t\"\\\u0000\u001f/"`,
	} {
		if got := parse(t, text).JSON(); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
	if got, want := parse(t, `{"a":[1,{"b":[]}],"c":{}}`).Indented(), "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ],\n  \"c\": {}\n}"; got != want {
		t.Errorf("indented:\n%s", got)
	}
}

func TestJSONTolerancesAndErrors(t *testing.T) {
	for text, want := range map[string]string{
		"\ufeff{\"a\": 1}":               `{"a":1}`,
		"// why\n{\"a\": [1, /* x */],}": `{"a":[1]}`,
		`{"a":1,"b":2,"a":3}`:            `{"a":3,"b":2}`,
	} {
		if got := parse(t, text).JSON(); got != want {
			t.Errorf("%s became %s", text, got)
		}
	}
	for text, want := range map[string]string{
		"":              "line 1, column 1: it ends too early",
		"[1,\n 2":       "line 2, column 3: it ends too early",
		"{\"a\":\n  x}": "line 2, column 3: ",
		"[1] [2]":       "line 1, column ",
		strings.Repeat("[", 300) + strings.Repeat("]", 300): "nested more than",
		strings.Repeat("[", 1<<20):                          "nested more than",
	} {
		if _, _, err := ParseJSON(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", diag.Clip(text), err)
		}
	}
}

func TestEveryDialectIsRead(t *testing.T) {
	const schema = `{"type":"object","properties":{"x":{"type":"string"}}}`
	const want = `{"name":"n","description":"d","input_schema":` + schema + `}`
	for _, c := range []struct {
		dialect    Dialect
		text, want string
	}{
		{Claude, `[{"name":"n","description":"d","input_schema":` + schema + `}]`, want},
		{Claude, `{"tools":[{"name":"n","description":"d","input_schema":` + schema + `,"cache_control":{"a":1}}],"model":"m"}`, want[:len(want)-1] + `,"cache_control":{"a":1}}`},
		{MCP, `{"jsonrpc":"2.0","result":{"tools":[{"description":"d","inputSchema":` + schema + `,"name":"n","annotations":{}}]}}`, want[:len(want)-1] + `,"annotations":{}}`},
		{MCP, `{"tools":[{"name":"n","description":"d","inputSchema":` + schema + `}]}`, want},
		{Chat, `[{"type":"function","function":{"name":"n","description":"d","parameters":` + schema + `,"strict":true}}]`, want[:len(want)-1] + `,"strict":true}`},
		{Responses, `[{"type":"function","name":"n","description":"d","parameters":` + schema + `}]`, want},
		{Functions, `{"functions":[{"name":"n","description":"d","parameters":` + schema + `}]}`, want},
		{Functions, `{"name":"n","description":"d","parameters":` + schema + `}`, want},
		{Gemini, `[{"functionDeclarations":[{"name":"n","description":"d","parameters":` + schema + `}]}]`, want},
		{Gemini, `{"tools":[{"function_declarations":[{"name":"n","description":"d","parametersJsonSchema":` + schema + `}]}]}`, want},
		{Gemini, `{"name":"n","description":"d","parameters":{"type":"OBJECT","properties":{"x":{"type":"STRING","nullable":true}}}}`,
			`{"name":"n","description":"d","input_schema":{"type":"object","properties":{"x":{"type":["string","null"]}}}}`},
		{VSCode, `{"contributes":{"languageModelTools":[{"name":"n","displayName":"N","modelDescription":"d","inputSchema":` + schema + `}]}}`, want[:len(want)-1] + `,"displayName":"N"}`},
		{Registry, `[{"name":"n","description":"d","arguments":[{"name":"x","type":"string"},{"name":"y","type":"integer","desc":"why","optional":true}]}]`,
			`{"name":"n","description":"d","input_schema":{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"integer","description":"why"}},"required":["x"]}}`},
		{Canonical, `[{"name":"n","description":"d"}]`, `{"name":"n","description":"d"}`},
		{Responses, `[{"type":"file_search"}]`, `{"type":"file_search"}`},
		{Claude, `[{"type":"bash_20250124","name":"bash"}]`, `{"type":"bash_20250124","name":"bash"}`},
		{Gemini, `[{"googleSearch":{}}]`, `{"googleSearch":{}}`},
	} {
		set := Read("f", c.text)
		if len(set.Tools) != 1 || len(set.Problems) > 0 || set.Tools[0].Dialect != c.dialect || set.Tools[0].Canonical().JSON() != c.want {
			t.Errorf("%s:\n%+v", c.text, set)
			for _, one := range set.Tools {
				t.Error(one.Dialect, one.Canonical().JSON())
			}
		}
	}
}

func TestInvalidDeclarationsAreReported(t *testing.T) {
	set := Read("f.json", `["Read", {"title":"x"}, 3, {"name":"ok"}, {"name":"a","name":"b"}, {"name":"r","arguments":[{"type":"string"}]}]`)
	var got []string
	for _, p := range set.Problems {
		got = append(got, string(p.Code)+" "+p.Message)
		if p.File != "f.json" {
			t.Errorf("no file: %+v", p)
		}
	}
	want := []string{
		`bad-tool at /0: not a tool declaration: "Read"`, `bad-tool at /1: not a tool declaration: {"title":"x"}`, `bad-tool at /2: not a tool declaration: 3`,
		`bad-tool argument 1 of r has no name`, `bad-value the key at /4/name is given twice`,
	}
	if !slices.Equal(got, want) || len(set.Tools) != 3 {
		t.Errorf("got %q, %d tools", got, len(set.Tools))
	}
	if set := Read("f.json", "{"); len(set.Problems) != 1 || set.Problems[0].Code != diag.BadFile {
		t.Errorf("no JSON: %v", set.Problems)
	}
}

// written returns one declaration, and the changes as "action path".
func written(t *testing.T, to Target, o Options, text string) (string, []string) {
	t.Helper()
	out := Write(Read("f", text).Tools, to, o)
	var changes []string
	for _, c := range out.Changes {
		changes = append(changes, string(c.Action)+" "+c.Path)
	}
	if len(out.Each) == 0 {
		return "", changes
	}
	return out.Each[0].JSON(), changes
}

func TestEachTargetHasItsForm(t *testing.T) {
	const list = `[{"name":"n","description":"d","input_schema":{"type":"object","properties":{"x":{"type":"string"}}}}]`
	const schema = `{"type":"object","properties":{"x":{"type":"string"}}}`
	for _, c := range []struct {
		to   Target
		o    Options
		want string
	}{
		{ToClaude, Options{}, `[{"name":"n","description":"d","input_schema":` + schema + `}]`},
		{ToOpenAI, Options{}, `[{"type":"function","function":{"name":"n","description":"d","parameters":` + schema + `}}]`},
		{ToOpenAI, Options{Responses: true}, `[{"type":"function","name":"n","description":"d","parameters":` + schema + `,"strict":false}]`},
		{ToGemini, Options{}, `[{"functionDeclarations":[{"name":"n","description":"d","parameters":` + schema + `}]}]`},
		{ToGemini, Options{JSONSchema: true}, `[{"functionDeclarations":[{"name":"n","description":"d","parametersJsonSchema":` + schema + `}]}]`},
		{ToMCP, Options{}, `{"tools":[{"name":"n","description":"d","inputSchema":` + schema + `}]}`},
	} {
		if got := Write(Read("f", list).Tools, c.to, c.o).List.JSON(); got != c.want {
			t.Errorf("%s %+v:\n%s", c.to, c.o, got)
		}
		if got := Write(nil, c.to, c.o).List.JSON(); got != "[]" && got != `{"tools":[]}` {
			t.Errorf("%s: no tools are %s", c.to, got)
		}
	}
}

func TestGeminiGetsTheNearestSupportedSchema(t *testing.T) {
	for _, c := range []struct{ property, want, changes string }{
		{`{"type":["null","string"]}`, `{"type":"string","nullable":true}`, "rewritten /type"},
		{`{"type":["string","integer"],"minLength":1,"description":"x"}`, `{"anyOf":[{"type":"string","minLength":1,"description":"x"},{"type":"integer","description":"x"}]}`, "rewritten /type, rewritten "},
		{`{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}`, `{"type":"string","default":null,"nullable":true}`, "rewritten /anyOf, rewritten , rewritten /anyOf"},
		{`{"oneOf":[{"type":"string"},{"type":"number"}]}`, `{"anyOf":[{"type":"string"},{"type":"number"}]}`, "rewritten /oneOf, rewritten /anyOf"},
		{`{"type":"integer","enum":[1,2]}`, `{"type":"integer"}`, "dropped /enum"},
		{`{"type":"string","format":"uri"}`, `{"type":"string"}`, "dropped /format"},
		{`{"type":"array"}`, `{"type":"array","items":{"type":"string"}}`, "defaulted /items"},
		{`{"type":"object","additionalProperties":false}`, `{"type":"object"}`, "dropped /additionalProperties"},
		{`{"enum":["a","b"]}`, `{"type":"string","enum":["a","b"]}`, "defaulted /type"},
		{`{"type":"string","minLength":1,"pattern":"^a"}`, `{"type":"string","minLength":1,"pattern":"^a"}`, ""},
	} {
		out := Write(Read("f", `[{"name":"n","description":"d","input_schema":{"type":"object","properties":{"p":`+c.property+`}}}]`).Tools, ToGemini, Options{})
		var changes []string
		for _, ch := range out.Changes {
			changes = append(changes, string(ch.Action)+" "+strings.TrimPrefix(ch.Path, "/input_schema/properties/p"))
			if ch.Tool != "n" || ch.Why == "" {
				t.Errorf("%+v", ch)
			}
		}
		got := out.Each[0].Get("parameters").Get("properties").Get("p").JSON()
		if got != c.want || strings.Join(changes, ", ") != c.changes {
			t.Errorf("%s:\n got %s (%s)\nwant %s (%s)", c.property, got, strings.Join(changes, ", "), c.want, c.changes)
		}
	}
}

func TestNamesAreValidAndUnique(t *testing.T) {
	long := strings.Repeat("x", 130)
	list := fmt.Sprintf(`[{"name":"a.b/c"},{"name":"a_b_c"},{"name":"1"},{"name":%q},{"name":%q}]`, long, long+"y")
	for to, want := range map[Target][]string{
		ToClaude: {"a_b_c", "a_b_c_2", "1", long[:128], long[:126] + "_2"},
		ToOpenAI: {"a_b_c", "a_b_c_2", "1", long[:64], long[:62] + "_2"},
		ToGemini: {"a.b_c", "a_b_c", "_1", long[:64], long[:62] + "_2"},
		ToMCP:    {"a.b/c", "a_b_c", "1", long[:128], long[:126] + "_2"},
	} {
		var got []string
		for _, v := range Write(Read("f", list).Tools, to, Options{Responses: true}).Each {
			got = append(got, v.Get("name").Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", to, got)
		}
	}
}

func TestABuiltInToolGoesToItsOwnProviderAlone(t *testing.T) {
	list := `[{"type":"file_search"},{"googleSearch":{}},{"type":"bash_20250124","name":"bash"},{"name":"n"}]`
	for to, want := range map[Target]string{
		ToOpenAI: `{"type":"file_search"}`, ToGemini: `{"googleSearch":{}}`, ToClaude: `{"type":"bash_20250124","name":"bash"}`,
	} {
		out := Write(Read("f", list).Tools, to, Options{})
		dropped := 0
		for _, c := range out.Changes {
			if c.Path == "" && c.Action == Dropped {
				dropped++
			}
		}
		if !strings.Contains(out.List.JSON(), want) || len(out.Each) != 2 || dropped != 2 {
			t.Errorf("%s: %s, %d dropped", to, out.List.JSON(), dropped)
		}
	}
}

// If references are written out, a schema with n definitions can need 2 to the power of n copies.
func TestReferencesDoNotGrowWithoutEnd(t *testing.T) {
	var defs []string
	for i := range 40 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i, i+1, i+1))
	}
	defs = append(defs, `"d40":{"type":"string"}`)
	list := `[{"name":"n","description":"d","input_schema":{"type":"object","properties":{"x":{"$ref":"#/$defs/d0"}},"$defs":{` + strings.Join(defs, ",") + `}}}]`
	out := Write(Read("f", list).Tools, ToGemini, Options{})
	if n := len(out.List.JSON()); n > 1<<20 {
		t.Errorf("%d bytes", n)
	}
	for _, d := range out.Each {
		if broken := checkGemini(d); len(broken) > 0 {
			t.Error(broken[0])
		}
	}
}

func FuzzWrite(f *testing.F) {
	f.Add(oddities)
	f.Add(`[{"name":"a","arguments":[{"name":"x"}]}]`)
	f.Add(`{"functionDeclarations":[{"name":"a","parameters":{"type":"OBJECT"}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		set := Read("f", text)
		for _, form := range forms {
			out := Write(set.Tools, form.to, form.o)
			if form.name != "gemini" {
				continue
			}
			for _, d := range out.Each {
				if broken := checkGemini(d); d.Has("name") && len(broken) > 0 {
					t.Errorf("%s", broken[0])
				}
			}
		}
	})
}
