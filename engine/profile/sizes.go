package profile

import (
	"maps"
	"slices"
	"strings"

	"galley/engine/prompt"
	"galley/engine/tool"
)

// Sizes says how long an agent's own words are where galley has stand-ins for them, in
// bytes, as they were measured. A key is the id of a block, the source of a stand-in,
// or "tool NAME" for a tool's declaration.
type Sizes map[string]int

// Sizer is a profile whose agent's own words were measured.
type Sizer interface {
	Profile
	// Sizes returns what was measured of a prompt like this one, and of which version
	// and session.
	Sizes(p prompt.Prompt) (sizes Sizes, measured string)
}

// StandInTools are declarations in galley's own words of the tools that were measured.
func (s Sizes) StandInTools(agent string) []tool.Tool {
	var names []string
	for _, key := range slices.Sorted(maps.Keys(s)) {
		if name, ok := strings.CutPrefix(key, ToolKey("")); ok {
			names = append(names, name)
		}
	}
	return StandInTools(agent, names)
}

// ToolKey is the key of a tool's declaration.
func ToolKey(name string) string { return "tool " + name }
