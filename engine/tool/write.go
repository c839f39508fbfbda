package tool

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"galley/engine/diag"
)

// Target is the receiver for which a list of tools is written.
type Target string

// The targets.
const (
	ToClaude Target = "claude"
	ToOpenAI Target = "openai"
	ToGemini Target = "gemini"
	ToMCP    Target = "mcp"
)

// Targets lists the targets in the order in which views show them.
var Targets = []Target{ToClaude, ToOpenAI, ToGemini, ToMCP}

// Options select the form of a target's list.
type Options struct {
	// Responses selects OpenAI's Responses API instead of Chat Completions.
	Responses bool
	// JSONSchema puts the schema for Gemini into parametersJsonSchema instead of parameters. That
	// field accepts all of JSON schema.
	JSONSchema bool
}

// Written is a list of tools in the form that a target accepts.
type Written struct {
	// List is an array for claude, openai and gemini ([{functionDeclarations}]), and
	// {tools} for mcp.
	List Value
	// Each has the declarations of List one by one. From[i] is the index of the tool that Each[i]
	// declares.
	Each    []Value
	From    []int
	Changes []Change // in the order of the tools
}

// Write writes tools for a target. It changes names that the target does not allow, and makes names
// unique.
func Write(tools []Tool, to Target, o Options) Written {
	w := writer{to: to, o: o, names: newNamer(), natives: map[string]bool{}}
	// The name of a tool that is built into a provider cannot be changed.
	for _, t := range tools {
		if name := t.Named(); t.Native.Kind != Absent && brings[t.Dialect] == to && name != "" {
			w.names.used[name] = true
		}
	}
	limit, limited := ruleOf(to, ruleTools)
	for i, t := range tools {
		w.index, w.tool = i, t.Named()
		if limited && len(w.out.Each) >= limit.Max {
			w.change("", Dropped, fmt.Sprintf("%s accepts at most %d tools: this one is too many", to, limit.Max))
			continue
		}
		if v, ok := w.declaration(t); ok {
			w.out.Each, w.out.From = append(w.out.Each, v), append(w.out.From, i)
		}
	}
	w.out.List = w.wrap(w.out.Each)
	return w.out
}

type writer struct {
	to    Target
	o     Options
	out   Written
	index int    // index of the tool that is being written
	tool  string // the name of that tool
	names *namer
	// natives has the names of the built-in tools written so far.
	natives map[string]bool
	marks   int // the number of cache_control marks so far
}

func (w *writer) change(at string, action Action, why string) {
	w.out.Changes = append(w.out.Changes, Change{Tool: w.tool, Index: w.index, Path: at, Action: action, Why: why})
}

// mild records a change that the target does not need in order to accept the declaration.
func (w *writer) mild(at string, action Action, why string) {
	w.change(at, action, why)
	w.out.Changes[len(w.out.Changes)-1].Mild = true
}

func (w *writer) wrap(each []Value) Value {
	switch w.to {
	case ToMCP:
		return Table(Member{"tools", List(each...)})
	case ToGemini:
		if len(each) == 0 {
			return List()
		}
		// In Gemini, built-in tools are beside the functions.
		var functions, natives []Value
		for _, v := range each {
			if v.Has("name") {
				functions = append(functions, v)
			} else {
				natives = append(natives, v)
			}
		}
		if len(functions) > 0 {
			natives = append([]Value{Table(Member{"functionDeclarations", List(functions...)})}, natives...)
		}
		return List(natives...)
	}
	return List(each...)
}

// brings maps each dialect to the target whose built-in tools it may declare.
var brings = map[Dialect]Target{Chat: ToOpenAI, Responses: ToOpenAI, Functions: ToOpenAI, Claude: ToClaude, Gemini: ToGemini, MCP: ToMCP}

func (w *writer) declaration(t Tool) (Value, bool) {
	if t.Native.Kind != Absent {
		if name := t.Named(); brings[t.Dialect] == w.to {
			if name != "" && w.natives[name] {
				w.change("", Dropped, "an earlier built-in tool has this name")
				return Value{}, false
			}
			w.natives[name] = true
			return t.Native, true
		}
		w.change("", Dropped, "a tool that "+string(brings[t.Dialect])+" provides itself: "+string(w.to)+" does not have it")
		return Value{}, false
	}
	if t.Named() == "" {
		w.change("", Dropped, "a tool without a name cannot be called")
		return Value{}, false
	}
	name := Text(w.name(t.Named()))
	description := w.description(t)
	schema := w.schema(t.Schema)
	extra := w.extra(t, schema)
	switch {
	case w.to == ToClaude:
		return Table(append([]Member{{"name", name}, {"description", description}, {"input_schema", schema}}, extra...)...), true
	case w.to == ToMCP:
		return Table(append([]Member{{"name", name}, {"description", description}, {"inputSchema", schema}}, extra...)...), true
	case w.to == ToGemini:
		key := "parameters"
		if w.o.JSONSchema {
			key = "parametersJsonSchema"
		}
		return Table(append([]Member{{"name", name}, {"description", description}, {key, schema}}, extra...)...), true
	}
	f := append([]Member{{"name", name}, {"description", description}, {"parameters", schema}}, extra...)
	if !w.o.Responses {
		return Table(Member{"type", Text("function")}, Member{"function", Table(f...)}), true
	}
	if v := Table(extra...); !v.Has("strict") {
		// Without this key, the API makes the schema as strict as it can.
		f = append(f, Member{"strict", Flag(false)})
		w.mild("/strict", Defaulted, "the Responses API rewrites a schema into a strict one unless strict is false")
	}
	return Table(append([]Member{{"type", Text("function")}}, f...)...), true
}

// keeps lists the fields that each target supports besides name, description and schema.
var keeps = map[Target][]string{
	ToClaude: {"cache_control"},
	ToOpenAI: {"strict"},
	ToGemini: {"behavior", "response", "responseJsonSchema"},
	ToMCP:    {"title", "annotations", "outputSchema", "icons", "execution", "_meta"},
}

func (w *writer) extra(t Tool, schema Value) []Member {
	var kept []Member
	for _, m := range t.Extra {
		if !slices.Contains(keeps[w.to], m.Name) {
			w.mild(pointer("", m.Name), Dropped, string(w.to)+" does not know "+m.Name)
			continue
		}
		ok := true
		switch m.Name {
		case "strict":
			m.Value, ok = w.strict(m.Value, schema)
		case "cache_control":
			ok = w.cacheControl(m.Value)
		}
		if ok {
			kept = append(kept, m)
		}
	}
	return kept
}

// strict disables OpenAI's strict mode for a schema that the mode refuses.
func (w *writer) strict(v, schema Value) (Value, bool) {
	switch {
	case v.Kind != Bool:
		w.change("/strict", Dropped, "strict is true or false")
		return Value{}, false
	case v.Text == "false":
		return v, true
	}
	at, why, more := strictProblem(schema)
	if why == "" {
		return v, true
	}
	if more > 0 {
		why += fmt.Sprintf(" (and %d more)", more)
	}
	w.change("/strict", Rewritten, "strict mode refuses this schema, so it is off: at "+diag.Clip(at)+", "+why)
	return Flag(false), true
}

// cacheControl counts the cache_control marks and reports whether the mark v may be kept.
func (w *writer) cacheControl(v Value) bool {
	limit := most(w.to, ruleCache)
	switch {
	case v.Kind != Object || !v.Get("type").Is("ephemeral"):
		w.change("/cache_control", Dropped, "cache_control is an object of the type ephemeral")
		return false
	case w.marks == limit:
		w.change("/cache_control", Dropped, fmt.Sprintf("a request takes %d of them", limit))
		return false
	}
	w.marks++
	return true
}

func (w *writer) description(t Tool) Value {
	d := t.Description
	switch {
	case d.Kind == Null:
		w.change("/description", Dropped, "null is not a description")
		d = Value{}
	case d.Kind != String && d.Kind != Absent:
		w.change("/description", Rewritten, "a description is a text")
		d = Text(d.JSON())
	}
	if w.to == ToGemini && (d.Kind == Absent || d.Is("")) {
		w.change("/description", Defaulted, "gemini needs a description: the name is used for it")
		return t.Name
	}
	if r, known := ruleOf(w.to, ruleDescription); known {
		if n := utf8.RuneCountInString(d.Text); n > r.Max {
			w.change("/description", Kept, fmt.Sprintf("it has %d characters, and some of %s's endpoints take %d", n, w.to, r.Max))
		}
	}
	return d
}

// allowed reports whether the names of a target may contain a character. start says that the
// character is the first of the name.
func allowed(to Target, c rune, start bool) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		return true
	case '0' <= c && c <= '9', c == '-':
		return to != ToGemini || !start
	case c == '.':
		return to == ToMCP || to == ToGemini && !start
	case c == ':':
		return to == ToGemini && !start
	case c == '/':
		return to == ToMCP
	}
	return false
}

// name returns a name that the target allows and no earlier tool has.
func (w *writer) name(name string) string {
	limit := most(w.to, ruleName)
	good := allowedName(name, func(c rune, start bool) bool { return allowed(w.to, c, start) }, limit)
	good = w.names.unique(good, limit)
	if good != name {
		w.change("/name", Rewritten, fmt.Sprintf("%s cannot have the name %q here", w.to, diag.Clip(name)))
	}
	return good
}
