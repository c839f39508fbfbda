package tool

import "galley/engine/source"

// Dialect is a format for declarations of tools.
type Dialect string

// The dialects that [Read] knows.
const (
	Canonical Dialect = "canonical" // name and description, without a schema: valid in any dialect
	Claude    Dialect = "claude"    // has input_schema
	Chat      Dialect = "openai-chat"
	Responses Dialect = "openai-responses"
	Functions Dialect = "openai-functions" // has name and parameters, without a wrapper
	Gemini    Dialect = "gemini"
	MCP       Dialect = "mcp"
	VSCode    Dialect = "vscode"   // has modelDescription and inputSchema
	Registry  Dialect = "registry" // has arguments: a list of {name, type, desc, optional}
)

// Tool is the declaration of one tool. A missing part is Absent, and a part that is null is Null.
// So the declaration can be written as it was read.
type Tool struct {
	Name        Value
	Description Value
	Schema      Value // a JSON schema of the input
	// Extra has the other members of the declaration in their order, for example annotations,
	// title and strict.
	Extra   []Member
	Dialect Dialect // the dialect in which it was read
	// Native is the whole declaration of a tool that is built into a provider ({"type":
	// "file_search"}). Such a tool has no schema and exists only at that provider.
	Native Value
}

// Named returns the tool's name, or "" if it has none.
func (t Tool) Named() string {
	if t.Name.Kind == String {
		return t.Name.Text
	}
	return ""
}

// Canonical returns the tool as {name, description, input_schema}, followed by Extra.
func (t Tool) Canonical() Value {
	if t.Native.Kind != Absent {
		return t.Native
	}
	return Table(append([]Member{{"name", t.Name}, {"description", t.Description}, {"input_schema", t.Schema}}, t.Extra...)...)
}

// Action says how a declaration was changed.
type Action string

// The actions.
const (
	Dropped   Action = "dropped"   // the target does not support it
	Inlined   Action = "inlined"   // a reference was replaced by the schema to which it refers
	Defaulted Action = "defaulted" // a missing part that the target requires was added
	Rewritten Action = "rewritten" // expressed in another way, or moved
	Kept      Action = "kept"      // left unchanged, although the target may reject it
)

// Change is one thing that was done to a declaration when it was read or written.
type Change struct {
	Tool   string // the tool's name as it was read
	Index  int    // its index in the list, from 0
	Path   string // JSON pointer of the place in the canonical declaration: "/input_schema/$defs"
	Action Action
	Why    string // one sentence without a final stop
	// Mild says that the target would accept the declaration without the change.
	Mild bool
}

// Lines returns declarations as a JSON array with one declaration per line. The text of a tool has
// the origin Tool and the tool's name. Brackets, commas and line ends have the origin Structure.
// So the pieces of a tool show the tool's share of the whole.
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
