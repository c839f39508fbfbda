package variable

import (
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/tool"
)

// TypeTool is the type of variables that name an agent's tools. The type exists only if the
// session turns it on. The published catalogue does not list it.
const TypeTool = "tool"

// tool returns the value of `tool:NAME`: the agent's own name for the tool that galley calls NAME.
func (r *resolver) tool(v Value) Value {
	name := r.ToolNames.Of(v.Name)
	switch {
	case !slices.Contains(tool.CanonicalNames, v.Name):
		return v.without(Unknown, unknownTool+"%q; the tools are %s", v.Name, strings.Join(tool.CanonicalNames, ", "))
	case name == "":
		return v.without(Missing, "%s has no such tool", r.Agent)
	}
	return v.present(name, "tools of "+r.Agent)
}

const unknownTool = "unknown tool "

// IsUnknownTool reports whether a value is unknown because the name in its key is not the name of
// a tool. near is the most similar name of a tool, or "".
func IsUnknownTool(v Value) (near string, is bool) {
	if v.State != Unknown || v.Type != TypeTool || !strings.HasPrefix(v.Detail, unknownTool) {
		return "", false
	}
	near, _ = diag.Nearest(v.Name, tool.CanonicalNames)
	return near, true
}
