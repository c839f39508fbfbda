package tool

import "galley/engine/source"

// Dialect is a way to write tools down.
type Dialect string

// The dialects that [Read] knows.
const (
	Canonical Dialect = "canonical" // name and description, no schema: any of them
	Claude    Dialect = "claude"    // input_schema
	Chat      Dialect = "openai-chat"
	Responses Dialect = "openai-responses"
	Functions Dialect = "openai-functions" // name and parameters alone
	Gemini    Dialect = "gemini"
	MCP       Dialect = "mcp"
	VSCode    Dialect = "vscode"   // modelDescription, inputSchema
	Registry  Dialect = "registry" // arguments: a list of {name, type, desc, optional}
)

// Tool is the declaration of one tool. A part that the declaration lacks is
// Absent, and one that it gives as null is Null: they are written as they came.
type Tool struct {
	Name        Value
	Description Value
	Schema      Value // a JSON schema of the input
	// Extra holds what else the declaration says, in its order: annotations, title,
	// strict.
	Extra   []Member
	Dialect Dialect // in which it was read
	// Native is the whole declaration of a tool that a provider brings itself
	// ({"type": "file_search"}): it has no schema and exists nowhere else.
	Native Value
}

// Named returns the tool's name; "" when it has none.
func (t Tool) Named() string {
	if t.Name.Kind == String {
		return t.Name.Text
	}
	return ""
}

// Canonical returns the tool as {name, description, input_schema} with what else
// it says behind.
func (t Tool) Canonical() Value {
	if t.Native.Kind != Absent {
		return t.Native
	}
	return Table(append([]Member{{"name", t.Name}, {"description", t.Description}, {"input_schema", t.Schema}}, t.Extra...)...)
}

// Action says what was done to a declaration.
type Action string

// The actions.
const (
	Dropped   Action = "dropped"   // the target cannot take it
	Inlined   Action = "inlined"   // a reference, by what it refers to
	Defaulted Action = "defaulted" // the target needs it, and it was not there
	Rewritten Action = "rewritten" // said in another way, or moved
	Kept      Action = "kept"      // it stays as it was, and the target may refuse it
)

// Change is one thing that was done to a declaration on the way into or out of a
// dialect.
type Change struct {
	Tool   string // its name as it was read
	Index  int    // its place in the list, from 0
	Path   string // a JSON pointer into the canonical declaration: "/input_schema/$defs"
	Action Action
	Why    string // one sentence without a final stop
	// Mild says that the target would take the declaration without the change.
	Mild bool
}

// Lines returns declarations as a JSON array with one to a line. What a tool says
// has the origin tool, named by it; brackets, commas and line ends are structure.
// So the pieces of a tool are what it adds, and with the structure they sum to the
// whole.
func Lines(tools []Tool, as func(Tool) Value) source.Text {
	var b source.Builder
	structure := func(s string) { b.Append(source.Literal(s)) }
	structure("[")
	for i, t := range tools {
		if i > 0 {
			structure(",")
		}
		structure("\n")
		text := as(t).JSON()
		b.Add(text, source.Origin{Kind: source.Tool, Source: t.Named(), Span: source.Span{End: len(text)}, Tag: source.NoSpan})
	}
	if len(tools) > 0 {
		structure("\n")
	}
	structure("]")
	return b.Text()
}
