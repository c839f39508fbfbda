package tool

import (
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/token"
)

// reported returns the tools in a text of a public bug report.
func reported(t *testing.T, text string) []Tool {
	t.Helper()
	set := Read("report", text)
	if len(set.Tools) != 1 || len(set.Problems) > 0 {
		t.Fatalf("%+v", set)
	}
	return set.Tools
}

const (
	treeTool = `{"name":"tree","description":"d","inputSchema":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}},"$defs":{"node":{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/node"}}},"additionalProperties":false}}}}`
	enumTool = `{"name":"examples","description":"d","inputSchema":{"$defs":{"Kind":{"description":"Kinds","enum":["aws","flow"],"title":"Kind","type":"string"}},"properties":{"kind":{"$ref":"#/$defs/Kind","default":"aws","description":"Which"}},"title":"T","type":"object"}}`
)

// A converter that copies only properties and required drops $defs. The references to definitions
// then lead nowhere.
func TestDefinitionsOfReferencesAreKeptOrWrittenOut(t *testing.T) {
	for _, text := range []string{treeTool, enumTool} {
		tools := reported(t, text)
		for _, f := range forms {
			list := Write(tools, f.to, f.o).List.JSON()
			switch f.name {
			case "gemini":
				if strings.Contains(list, "$") {
					t.Errorf("%s: %s", f.name, list)
				}
			default:
				if strings.Count(list, "$ref") != strings.Count(text, "$ref") || !strings.Contains(list, `"$defs":{`) {
					t.Errorf("%s: %s", f.name, list)
				}
			}
		}
	}
	got, _ := written(t, ToGemini, Options{}, enumTool)
	if want := `{"name":"examples","description":"d","parameters":{"properties":{"kind":{"description":"Which","enum":["aws","flow"],"title":"Kind","type":"string","default":"aws"}},"title":"T","type":"object"}}`; got != want {
		t.Errorf("the reference and its siblings:\n%s", got)
	}
	// The recursive schema is written out for one level. Below that level, it is left out.
	got, changes := written(t, ToGemini, Options{}, treeTool)
	if want := `"children":{"type":"array","items":{"type":"object","properties":{"children":{"type":"array","items":{"type":"object"}}}}}`; !strings.Contains(got, want) {
		t.Errorf("the tree:\n%s", got)
	}
	all := strings.Join(changes, "\n")
	for _, want := range []string{"inlined /input_schema/properties/children/items", "dropped /input_schema/properties/children/items/properties/children/items", "dropped /input_schema/$defs"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not among\n%s", want, all)
		}
	}
}

// Some programs that read tools expect a schema with properties and fail for a tool without
// arguments.
func TestAToolWithoutArgumentsHasAnEmptySchemaAndSaysSo(t *testing.T) {
	for text, change := range map[string]string{
		`{"name":"no_schema","description":"d"}`:                                                            "/input_schema",
		`{"name":"info","description":"d","inputSchema":{"type":"object","additionalProperties":{}}}`:       "/input_schema/properties",
		`{"name":"info","description":"d","inputSchema":{}}`:                                                "/input_schema/type",
		`{"name":"info","description":"d","inputSchema":null}`:                                              "/input_schema",
		`{"type":"function","function":{"name":"f","description":"d"}}`:                                     "/input_schema",
		`{"name":"f","description":"d","displayName":"F","modelDescription":"d","toolReferenceName":"f"}`:   "/input_schema",
		`{"name":"f","description":"d","inputSchema":{"type":"string","properties":{"a":{"type":"null"}}}}`: "/input_schema",
	} {
		tools := reported(t, text)
		for _, f := range forms {
			out := Write(tools, f.to, f.o)
			found := false
			for _, c := range out.Changes {
				found = found || c.Action == Defaulted && c.Path == change
			}
			if !found {
				t.Errorf("%s to %s: nothing is reported about %s in %+v", text, f.name, change, out.Changes)
			}
			list := out.List.JSON()
			if f.name == "gemini" {
				if strings.Contains(list, "parameters") {
					t.Errorf("%s to %s: %s", text, f.name, list)
				}
				continue
			}
			if !strings.Contains(list, `"type":"object"`) || !strings.Contains(list, `"properties":{}`) {
				t.Errorf("%s to %s: %s", text, f.name, list)
			}
		}
	}
}

// If the count of each tool had a fixed overhead, the counts would add up to more than the total.
func TestSharesOfToolsSumToTheTotal(t *testing.T) {
	tools := Definitions()
	if all, there := tryList("01-github-mcp-server.tools-list.json"); there {
		tools = all.Tools
	}
	text := Lines(tools, YumeGemini)
	var spans []source.Span
	at, own := 0, 0
	for _, p := range text.Pieces() {
		if p.Origin.Kind == source.Tool {
			if p.Origin.Source != tools[len(spans)].Named() {
				t.Errorf("piece %d belongs to %s", len(spans), p.Origin.Source)
			}
			spans = append(spans, source.Span{Start: at, End: at + len(p.Text)})
			own += len(p.Text)
		}
		at += len(p.Text)
	}
	// The fixed bytes are "[", a comma and a line end after each tool but the last, and a line end
	// with "]".
	if fixed := 1 + 2*len(tools) - 1 + 2; len(spans) != len(tools) || own+fixed != text.Len() {
		t.Errorf("%d spans, %d bytes and %d between them, %d in all", len(spans), own, fixed, text.Len())
	}
	encoding, ok := token.Encoding(token.O200k)
	if !ok {
		t.Fatal("no encoding")
	}
	d := token.NewDocument(encoding)
	d.Set(text.String())
	shares, rest := d.Spans(spans)
	sum := rest
	for _, s := range shares {
		sum += s.Tokens
	}
	if total := d.Count().Tokens; sum != total || total != encoding.Count(text.String()).Tokens {
		t.Errorf("the shares sum to %d, the whole has %d", sum, total)
	}
}

// Gemini rejects keywords for objects on any other type.
func TestPropertiesOnATextAreNotSent(t *testing.T) {
	got, changes := written(t, ToGemini, Options{}, `{"name":"n","description":"d","inputSchema":{"type":"object","properties":{"data":{"type":"string","properties":{"id":{"type":"string"}},"required":["id"]}}}}`)
	if strings.Contains(got, `"id"`) || len(changes) != 2 {
		t.Errorf("%s %v", got, changes)
	}
}
