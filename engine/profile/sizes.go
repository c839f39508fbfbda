package profile

import (
	"maps"
	"slices"
	"strings"

	"galley/engine/prompt"
	"galley/engine/tool"
)

// Sizes are the measured lengths in bytes of the agent's own texts for which galley has stand-ins.
// A key is the id of a block, the name of a stand-in, or "tool NAME" for the declaration of a
// tool.
type Sizes map[string]int

// Sizer is a profile of an agent whose own texts were measured.
type Sizer interface {
	Profile
	// Sizes returns the measured sizes that apply to the prompt p, and the version and kind of
	// session in which they were measured.
	Sizes(p prompt.Prompt) (sizes Sizes, measured string)
}

// StandInTools returns stand-ins for the declarations of the measured tools.
func (s Sizes) StandInTools(agent string) []tool.Tool {
	var names []string
	for _, key := range slices.Sorted(maps.Keys(s)) {
		if name, ok := strings.CutPrefix(key, ToolKey("")); ok {
			names = append(names, name)
		}
	}
	return StandInTools(agent, names)
}

// ToolKey returns the key of a tool's declaration in [Sizes].
func ToolKey(name string) string { return "tool " + name }
