package gemini

import (
	"galley/engine/discovery"
	"galley/engine/source"
)

// Found holds what discovery passes to the assembly of the prompt.
type Found struct {
	// The texts of the tiers of 0.61. 0.28 has no tiers: Whole is all its text.
	Global, Extension, Project, Private, Whole source.Text
	// Session is the text for the first user message of 0.61.
	Session source.Text
	// Files has the context files by tier, in the order of the text; those of 0.28 are
	// under "all".
	Files map[string][]string
	// Workspace has the workspace's directories, the session's first.
	Workspace []string
	// Excluded are the tools that active extensions exclude.
	Excluded []string
	// Plans is the directory for plans that an active extension names, or "".
	Plans string
	// Overflow says why the agent sends nothing although it starts, or is "".
	Overflow string
	// Untrusted says that the directory is not trusted.
	Untrusted bool
}

// FoundIn returns the Found of a trace.
func FoundIn(t *discovery.Trace) *Found {
	if f, ok := t.Own.(*Found); ok {
		return f
	}
	return &Found{}
}
