package variable

import (
	"slices"
	"strings"

	"galley/engine/tool"
)

// typeTool is the one type that is an extension: it exists only where the session
// has it switched on, and is in no published catalogue.
const typeTool = "tool"

// tool answers `tool:NAME`: the agent's own name for a canonical tool.
func (r *resolver) tool(v Value) Value {
	name := r.ToolNames.Of(v.Name)
	switch {
	case !slices.Contains(tool.CanonicalNames, v.Name):
		return v.without(Unknown, "unknown tool %q; the tools are %s", v.Name, strings.Join(tool.CanonicalNames, ", "))
	case name == "":
		return v.without(Missing, "%s has no such tool", r.Agent)
	}
	return v.with(name, "tools of "+r.Agent)
}
