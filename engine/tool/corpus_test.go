package tool

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
)

// corpus is a folder beside the repository. It has lists of tools by other authors.
var corpus = filepath.Join("..", "..", "..", "shared", "corpus", "tools")

// tryList reads a list of the corpus. It reports false if the file is missing.
func tryList(name string) (Set, bool) {
	data, err := os.ReadFile(filepath.Join(corpus, name))
	return Read(name, string(data)), err == nil
}

// lists reads all lists of tools in the corpus, by file name.
func lists(t *testing.T) map[string]Set {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(corpus, "*.json"))
	if len(files) == 0 {
		t.Skipf("no tool lists in %s", corpus)
	}
	all := map[string]Set{}
	for _, file := range files {
		set, ok := tryList(filepath.Base(file))
		if !ok {
			t.Fatalf("%s cannot be read", file)
		}
		all[filepath.Base(file)] = set
	}
	return all
}

// forms lists the targets, each with all the forms that it has.
var forms = []struct {
	name string
	to   Target
	o    Options
}{
	{"claude", ToClaude, Options{}}, {"openai chat", ToOpenAI, Options{}}, {"openai responses", ToOpenAI, Options{Responses: true}},
	{"gemini", ToGemini, Options{}}, {"gemini json schema", ToGemini, Options{JSONSchema: true}}, {"mcp", ToMCP, Options{}},
}

// unreported returns the places at which b differs from a although no change covers the place. A
// change covers its own place and those below it, unless its place is the whole tool.
func unreported(a, b Value, at string, changes []Change) []string {
	covered := func(place string) bool {
		return slices.ContainsFunc(changes, func(c Change) bool {
			return c.Path != "" && (c.Path == place || strings.HasPrefix(place, c.Path+"/"))
		})
	}
	switch {
	case a.Equal(b) || covered(at):
		return nil
	case a.Kind == Object && b.Kind == Object:
		var all []string
		var order [2][]string
		for _, m := range a.Members {
			all = append(all, unreported(m.Value, b.Get(m.Name), pointer(at, m.Name), changes)...)
			if b.Has(m.Name) {
				order[0] = append(order[0], m.Name)
			}
		}
		for _, m := range b.Members {
			if a.Has(m.Name) {
				order[1] = append(order[1], m.Name)
			} else {
				all = append(all, unreported(Value{}, m.Value, pointer(at, m.Name), changes)...)
			}
		}
		if !slices.Equal(order[0], order[1]) {
			all = append(all, at+" has its keys in another order")
		}
		return all
	case a.Kind == Array && b.Kind == Array:
		// Each removed entry has a change. The entries after it have moved up.
		var all []string
		rest := b.Items
		for i, x := range a.Items {
			here := item(at, i)
			if slices.ContainsFunc(changes, func(c Change) bool { return c.Path == here && c.Action == Dropped && x.Kind != Object }) {
				continue
			}
			if len(rest) == 0 {
				return append(all, here+" is gone")
			}
			all = append(all, unreported(x, rest[0], here, changes)...)
			rest = rest[1:]
		}
		if len(rest) > 0 {
			all = append(all, at+" has more than before")
		}
		return all
	}
	return []string{fmt.Sprintf("%s: %s became %s", at, diag.Clip(a.JSON()), diag.Clip(b.JSON()))}
}

// roundTrip writes tools for a target and reads them again. It returns what was lost without a
// reported change.
func roundTrip(tools []Tool, to Target, o Options) []string {
	out := Write(tools, to, o)
	back := Read("back", out.List.JSON())
	byTool := map[int][]Change{}
	gone := map[int]bool{}
	for _, c := range out.Changes {
		byTool[c.Index] = append(byTool[c.Index], c)
		gone[c.Index] = gone[c.Index] || c.Path == "" && c.Action == Dropped
	}
	var lost []string
	for _, p := range back.Problems {
		lost = append(lost, "cannot be read again: "+p.Message)
	}
	rest := back.Tools
	for i, t := range tools {
		if gone[i] {
			continue
		}
		if len(rest) == 0 {
			return append(lost, fmt.Sprintf("%d %s is not there", i, t.Named()))
		}
		var again Tool
		again, rest = rest[0], rest[1:]
		for _, place := range unreported(t.Canonical(), again.Canonical(), "", byTool[i]) {
			lost = append(lost, fmt.Sprintf("%d %s: %s", i, t.Named(), place))
		}
	}
	if len(rest) > 0 {
		lost = append(lost, fmt.Sprintf("%d tools too many", len(rest)))
	}
	return lost
}

func TestEveryListToEveryTargetAndBackWithoutAnUnreportedLoss(t *testing.T) {
	roundTrips(t, lists(t))
}

func roundTrips(t *testing.T, all map[string]Set) {
	for name, set := range all {
		if len(set.Tools) == 0 || len(set.Problems) > 0 {
			t.Errorf("%s: %d tools, %v", name, len(set.Tools), set.Problems)
		}
		for _, f := range forms {
			t.Run(name+" "+f.name, func(t *testing.T) {
				for _, lost := range roundTrip(set.Tools, f.to, f.o) {
					t.Error(lost)
				}
			})
		}
	}
}

func TestGeminiTakesEveryList(t *testing.T) {
	geminiTakes(t, lists(t))
}

func geminiTakes(t *testing.T, all map[string]Set) {
	for name, set := range all {
		for _, d := range Write(set.Tools, ToGemini, Options{}).Each {
			for _, broken := range checkGemini(d) {
				if d.Has("name") {
					t.Errorf("%s: %s%s", name, d.Get("name").Text, broken)
				}
			}
		}
	}
}

// The index of the corpus says how many tools each list has.
func TestEveryToolOfTheListsIsRead(t *testing.T) {
	all := lists(t)
	for file, want := range map[string]int{
		"01-github-mcp-server.tools-list.json": 117, "02-docker-registry-okta-mcp-server.json": 108,
		"04-docker-registry-kubectl-mcp-server.json": 26, "05-docker-registry-simplechecklist.json": 20,
		"08-vscode-copilot-languageModelTools.json": 38, "11-claude-cookbooks.input_schema.json": 23,
		"13-promptfoo-google-vertex.json": 1, "14-promptfoo-azure-multiple.json": 3,
		"15-schema-oddities-from-issues.mcp-tools-list.json": 6,
	} {
		if set, there := all[file]; there && len(set.Tools) != want {
			t.Errorf("%s: %d tools, want %d", file, len(set.Tools), want)
		}
	}
}

// oddities are schemas that occur in no list of the corpus.
const oddities = `[
 {"name":"union","description":"d","inputSchema":{"type":"object","properties":{
   "a":{"oneOf":[{"type":"string","format":"uri"},{"type":"array","items":{"type":"integer"}}],"title":"A"},
   "b":{"anyOf":[{"type":"null"},{"type":"string"}],"default":null},
   "c":{"type":["string","integer","null"],"minLength":2,"minimum":3,"description":"x"},
   "d":{"const":"only"},"e":{"const":7},"f":{"type":"null"},"g":{"type":"integer","enum":[1,2]},"h":{"enum":["x",null,1]},
   "i":true,"j":{},"k":{"type":"array"},"l":{"items":[{"type":"string"},{"type":"number"}]},"m":{"type":"object"},
   "n":{"type":"object","properties":{}},"o":{"type":"string","format":"date-time"},"p":{"not":{"type":"string"}},
   "q":{"anyOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"type":"boolean"}]},
   "r":{"if":{"required":["x"]},"then":{},"patternProperties":{"^x":{"type":"string"}},"exclusiveMinimum":1},
   "a/b~c":{"type":"string","examples":["x"]},"type":{"type":"string"},"properties":{"type":"object","properties":{"properties":{"type":"string"}}}
  },"required":["a","zz","a",3]}},
 {"name":"all","description":"d","inputSchema":{"allOf":[{"$ref":"#/$defs/x"},{"properties":{"b":{"allOf":[{"type":"string"},{"maxLength":3,"type":"number"}]}},"required":["b"]}],"$defs":{"x":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}}},
 {"name":"any","description":"d","inputSchema":{"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"required":["b"]}],"properties":{"b":{"type":"string"}}}},
 {"name":"rooted","description":"d","inputSchema":{"$ref":"#/definitions/R","definitions":{"R":{"type":"object","properties":{"next":{"$ref":"#/definitions/R"},"n":{"$ref":"#/definitions/N%20"}}},"N ":{"type":"number"}}}},
 {"name":"circle","description":"d","inputSchema":{"$ref":"#"}},
 {"name":"ring","description":"d","inputSchema":{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}},
 {"name":"dangling","description":"d","inputSchema":{"type":"object","properties":{"x":{"$ref":"#/$defs/none"},"y":{"$ref":"https://example.org/s"},"z":{"$ref":7}}}},
 {"name":"array root","description":null,"inputSchema":{"type":"array","items":{}}},
 {"name":"list root","description":3,"inputSchema":{"type":["object","null"]}},
 {"name":"text root","inputSchema":"x"},
 {"name":"a b","inputSchema":{"type":"object"}},{"name":"a_b","inputSchema":{"type":"object"}},{"name":"1€","inputSchema":null},
 {"name":"","inputSchema":{}},
 {"name":"` + "${LONG}" + `","inputSchema":{"type":"object","not":{},"enum":[{}]}},
 {"name":"` + "${LONG}" + `x","inputSchema":{"type":"object"},"annotations":{"a":1},"strict":true,"cache_control":{"type":"ephemeral"}}
]`

func oddSet() map[string]Set {
	return map[string]Set{"odd": Read("odd.json", strings.ReplaceAll(oddities, "${LONG}", strings.Repeat("long", 50)))}
}

func TestOddSchemasLoseNothingUnreported(t *testing.T) { roundTrips(t, oddSet()) }

func TestGeminiTakesOddSchemas(t *testing.T) { geminiTakes(t, oddSet()) }
