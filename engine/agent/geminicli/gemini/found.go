package gemini

import (
	"galley/engine/discovery"
	"galley/engine/source"
)

// Found holds what discovery passes to the assembly of the prompt.
type Found struct {
	// Global, Extension, Project and Private are the texts of the tiers of 0.61. 0.28 has no tiers:
	// its whole text is in Whole.
	Global, Extension, Project, Private, Whole source.Text
	// Session is the text for 0.61's first user message.
	Session source.Text
	// Files lists the context files of each tier, in the order in which the text contains them. The
	// key for all files of 0.28 is "all".
	Files map[string][]string
	// Workspace lists the directories of the workspace, the working directory first.
	Workspace []string
	// Excluded lists the tools that active extensions remove from the session.
	Excluded []string
	// Plans is the directory for plans that an active extension sets, or "".
	Plans string
	// Overflow is the reason why the agent starts but does not send its request, or "" if it sends
	// the request.
	Overflow string
	// Untrusted says that the working directory is not trusted.
	Untrusted bool
}

// FoundIn returns the Found of a trace.
func FoundIn(t *discovery.Trace) *Found {
	if f, ok := t.Own.(*Found); ok {
		return f
	}
	return &Found{}
}
