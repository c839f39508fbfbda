package tool

import (
	"fmt"
	"strings"
	"sync"

	"galley/engine/diag"
	"galley/engine/settings"
	"galley/engine/source"
)

// Set is a list of tools that was read.
type Set struct {
	Tools    []Tool
	Changes  []Change       // what was changed to make the list canonical
	Problems []diag.Problem // problems of entries that are not declarations
}

// Read reads tools from a list, a single declaration, a server's answer to tools/list, the body of
// a request with tools or functions, or a VS Code package.json. It recognises the dialect of each
// entry by its keys. name is the name of the text in problems.
//
// Results are cached, because profiles read their lists at every key press. The caller must not
// change them.
func Read(name, text string) Set {
	known := knownList{name, text}
	memory.Lock()
	s, ok := memory.sets[known]
	memory.Unlock()
	if ok {
		return s
	}
	s = read(name, text)
	memory.Lock()
	defer memory.Unlock()
	memory.bytes += len(text)
	if memory.sets == nil || len(memory.sets) >= 1000 || memory.bytes > 16<<20 {
		memory.sets, memory.bytes = map[knownList]Set{}, len(text)
	}
	memory.sets[known] = s
	return s
}

type knownList struct{ name, text string }

// memory caches lists up to a limit.
var memory struct {
	sync.Mutex
	sets  map[knownList]Set
	bytes int
}

func read(name, text string) Set {
	v, doubled, err := ParseJSON(text)
	if err != nil {
		p := diag.New(diag.BadFile, source.Span{}, "the tools are not JSON: "+settings.Why(err), "galley uses no tool of it until this is corrected")
		p.File = name
		return Set{Problems: []diag.Problem{p}}
	}
	s := FromValue(name, v)
	for _, at := range doubled {
		p := diag.New(diag.BadValue, source.Span{}, "the key at "+at+" is given twice", "the last one is used: remove the other")
		p.File = name
		s.Problems = append(s.Problems, p)
	}
	return s
}

// FromValue reads a list of tools from parsed JSON.
func FromValue(name string, v Value) Set {
	r := reader{name: name}
	r.entry(v, "")
	return r.set
}

type reader struct {
	name string
	set  Set
}

func (r *reader) problem(at, message, hint string) {
	if at != "" {
		message = "at " + at + ": " + message
	}
	p := diag.New(diag.BadTool, source.Span{}, message, hint)
	p.File = r.name
	r.set.Problems = append(r.set.Problems, p)
}

func (r *reader) add(t Tool, d Dialect) {
	t.Dialect = d
	r.set.Tools = append(r.set.Tools, t)
}

func (r *reader) change(t Tool, path string, action Action, why string) {
	r.set.Changes = append(r.set.Changes, Change{Tool: t.Named(), Index: len(r.set.Tools), Path: path, Action: action, Why: why})
}

// wrappers lists the keys that contain lists of declarations; some are preceded by the key of an
// object around them.
var wrappers = [][]string{
	{"result", "tools"}, {"contributes", "languageModelTools"}, {"languageModelTools"}, {"tools"}, {"functions"},
	{"functionDeclarations"}, {"function_declarations"},
}

func (r *reader) entry(v Value, at string) {
	switch v.Kind {
	case Array:
		for i, one := range v.Items {
			r.entry(one, item(at, i))
		}
		return
	case Object:
	default:
		r.problem(at, "not a tool declaration: "+diag.Clip(v.JSON()), "a tool is an object with a name")
		return
	}
	for _, keys := range wrappers {
		inner, path := v, at
		for _, key := range keys {
			inner, path = inner.Get(key), pointer(path, key)
		}
		if inner.Kind == Array {
			r.list(keys[len(keys)-1], inner, path)
			return
		}
	}
	r.one(v, at)
}

// list reads the tools in the list under a key; the key may also determine the dialect.
func (r *reader) list(key string, v Value, at string) {
	for i, one := range v.Items {
		if one.Kind == Object && strings.HasPrefix(key, "function") && key != "functions" {
			r.gemini(one)
			continue
		}
		r.entry(one, item(at, i))
	}
}

// one reads one declaration.
func (r *reader) one(v Value, at string) {
	typ := v.Get("type")
	switch {
	case typ.Is("function") && v.Get("function").Kind == Object:
		f := v.Get("function")
		t := Tool{Name: f.Get("name"), Description: f.Get("description"), Schema: f.Get("parameters")}
		t.Extra = append(f.Without("name", "description", "parameters").Members, v.Without("type", "function").Members...)
		r.add(t, Chat)
	case typ.Is("function"):
		r.plain(v.Without("type"), "parameters", "", Responses)
	case v.Has("input_schema"):
		r.plain(v, "input_schema", "", Claude)
	case v.Has("modelDescription"), v.Has("toolReferenceName"), v.Has("inputSchema") && v.Has("displayName"):
		r.vscode(v)
	case v.Has("inputSchema"):
		r.plain(v, "inputSchema", "", MCP)
	case v.Get("arguments").Kind == Array && v.Has("name"):
		r.registry(v)
	case v.Has("parametersJsonSchema"), isUpperCase(v.Get("parameters")):
		r.gemini(v)
	case v.Has("parameters") && v.Has("name"):
		r.plain(v, "parameters", "", Functions)
	case typ.Kind == String, len(v.Members) == 1 && v.Members[0].Value.Kind == Object && !v.Has("name"):
		d := Gemini
		if typ.Kind == String {
			d = Responses
			if v.Has("name") {
				d = Claude // {"type": "bash_20250124", "name": "bash"}
			}
		}
		r.add(Tool{Name: v.Get("name"), Native: v}, d)
	case v.Has("name"):
		r.plain(v, "input_schema", "", Canonical)
	default:
		r.problem(at, "not a tool declaration: "+diag.Clip(v.JSON()), "a tool is an object with a name")
	}
}

// plain reads a declaration whose schema is under one key. Its description may be under another
// key.
func (r *reader) plain(v Value, schema, description string, d Dialect) {
	if description == "" {
		description = "description"
	}
	t := Tool{Name: v.Get("name"), Description: v.Get(description), Schema: v.Get(schema)}
	t.Extra = v.Without("name", description, schema).Members
	r.add(t, d)
}

// vscode reads a tool of an extension. The tool's description is the text for the model. The text
// for people stays in Extra.
func (r *reader) vscode(v Value) {
	description := "modelDescription"
	if !v.Has(description) {
		description = "description"
	}
	r.plain(v, "inputSchema", description, VSCode)
}

// registry reads a tool whose input is a list of arguments.
func (r *reader) registry(v Value) {
	t := Tool{Name: v.Get("name"), Description: v.Get("description")}
	properties, required := Table(), List()
	for i, a := range v.Get("arguments").Items {
		name := a.Get("name")
		if name.Kind != String {
			r.problem("", fmt.Sprintf("argument %d of %s has no name", i+1, t.Named()), "it is left out")
			continue
		}
		var one []Member
		for _, m := range a.Members {
			switch m.Name {
			case "name":
			case "desc":
				one = append(one, Member{"description", m.Value})
			case "optional":
			default:
				one = append(one, m)
			}
		}
		properties = properties.With(name.Text, Table(one...))
		if o := a.Get("optional"); o.Kind != Bool || o.Text != "true" {
			required.Items = append(required.Items, name)
		}
	}
	t.Schema = Table(Member{"type", Text("object")}, Member{"properties", properties})
	if len(required.Items) > 0 {
		t.Schema = t.Schema.With("required", required)
	}
	t.Extra = v.Without("name", "description", "arguments").Members
	r.change(t, "/input_schema", Rewritten, "a list of arguments became a JSON schema")
	r.add(t, Registry)
}

// gemini reads a function declaration. Its schema may have types in capitals, and the keyword
// nullable in place of a null type.
func (r *reader) gemini(v Value) {
	t := Tool{Name: v.Get("name"), Description: v.Get("description")}
	if schema := v.Get("parametersJsonSchema"); schema.Kind != Absent {
		t.Schema = schema
		t.Extra = v.Without("name", "description", "parametersJsonSchema").Members
	} else {
		raised := walk(v.Get("parameters"), fromOpenAPI)
		if !raised.Equal(v.Get("parameters")) {
			r.change(t, "/input_schema", Rewritten, "types in capitals became lower case and nullable a type null, as in JSON Schema")
		}
		t.Schema = raised
		t.Extra = v.Without("name", "description", "parameters").Members
	}
	r.add(t, Gemini)
}

// isUpperCase reports whether a schema's type is in upper case, as Gemini's is.
func isUpperCase(schema Value) bool {
	typ := schema.Get("type").Text
	return typ != "" && typ == strings.ToUpper(typ)
}

// fromOpenAPI converts one node of a Gemini schema to JSON schema.
func fromOpenAPI(node Value) Value {
	typ := node.Get("type")
	if typ.Kind != String {
		return node
	}
	typ.Text = strings.ToLower(typ.Text)
	if n := node.Get("nullable"); n.Kind == Bool {
		node = node.Without("nullable")
		if n.Text == "true" {
			typ = List(typ, Text("null"))
		}
	}
	return node.With("type", typ)
}
