package gemini

import (
	"galley/engine/discovery"
	"galley/engine/source"
)

// Found is what discovery hands to the assembly of the prompt.
type Found struct {
	// The texts of the tiers of 0.61; 0.28 has one, Whole.
	Global, Extension, Project, Private, Whole source.Text
	// Session is the text for the first user message of 0.61.
	Session source.Text
	// Files are the context files of each tier by its name, in the order of the text;
	// those of 0.28 stand under "all".
	Files map[string][]string
	// Workspace are the workspace's directories, the session's first.
	Workspace []string
	// Excluded are the tools that active extensions keep out.
	Excluded []string
	// Plans is the directory for plans that an active extension names, "" without one.
	Plans string
	// Untrusted says that the directory is not trusted.
	Untrusted bool
}

// FoundIn returns what a discovery found; of another agent's, nothing.
func FoundIn(t *discovery.Trace) *Found {
	if f, ok := t.Own.(*Found); ok {
		return f
	}
	return &Found{}
}
