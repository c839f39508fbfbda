package variable

import (
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/tool"
)

// TypeTool is the one type that is an extension: it exists only where the session
// has it switched on, and is in no published catalogue.
const TypeTool = "tool"

// tool answers `tool:NAME`: the agent's own name for a canonical tool.
func (r *resolver) tool(v Value) Value {
	name := r.ToolNames.Of(v.Name)
	switch {
	case !slices.Contains(tool.CanonicalNames, v.Name):
		return v.without(Unknown, unknownTool+"%q; the tools are %s", v.Name, strings.Join(tool.CanonicalNames, ", "))
	case name == "":
		return v.without(Missing, "%s has no such tool", r.Agent)
	}
	return v.with(name, "tools of "+r.Agent)
}

const unknownTool = "unknown tool "

// IsUnknownTool reports whether a value is unknown because no tool has its name, where
// tools are switched on, with a name that is near, or "".
func IsUnknownTool(v Value) (near string, is bool) {
	if v.State != Unknown || v.Type != TypeTool || !strings.HasPrefix(v.Detail, unknownTool) {
		return "", false
	}
	near, _ = diag.Nearest(v.Name, tool.CanonicalNames)
	return near, true
}
