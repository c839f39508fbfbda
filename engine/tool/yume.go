package tool

import (
	_ "embed"
	"slices"
	"sync"
)

// YumeGemini returns the declaration that the agent Yume sends to Gemini: {name, description,
// parameters}. A missing part stays missing, null stays null, and the schema is unchanged.
func YumeGemini(t Tool) Value {
	return Table(Member{"name", t.Name}, Member{"description", t.Description}, Member{"parameters", t.Schema})
}

// YumeOpenAI returns the declaration that the agent Yume sends to OpenAI: {type: function,
// function: {…}}.
func YumeOpenAI(t Tool) Value {
	return Table(Member{"type", Text("function")}, Member{"function", YumeGemini(t)})
}

// The tools that the agent Yume advertises, grouped by the capability that its host must have.
var (
	coreTools     = []string{"Read", "Write", "Edit", "MultiEdit", "Glob", "Grep", "LS", "Bash"}
	extendedTools = []string{"WebFetch", "WebSearch", "NotebookEdit"}
	taskTools     = []string{"Task", "TaskOutput", "TodoWrite"}
)

// Capabilities say what a host supports in addition to files and the shell.
type Capabilities struct{ WebAccess, Subagents bool }

// Advertised returns the names of the tools that Yume advertises: the core tools, the extended
// tools if the host has web access, and the task tools if it has sub-agents.
func Advertised(c Capabilities) []string {
	names := slices.Clone(coreTools)
	if c.WebAccess {
		names = append(names, extendedTools...)
	}
	if c.Subagents {
		names = append(names, taskTools...)
	}
	return names
}

//go:embed yume.json
var yumeTools string

var yumeDefinitions = sync.OnceValue(func() []Tool { return Read("yume.json", yumeTools).Tools })

// Definitions returns definitions of the fourteen tools that Yume's document names. The definition
// of Read is the document's own example. The other definitions are galley's.
func Definitions() []Tool { return slices.Clone(yumeDefinitions()) }

// Pick returns the definitions of the named tools, in the order of the names. missing lists the
// names without a definition.
func Pick(names []string, definitions []Tool) (found []Tool, missing []string) {
	byName := make(map[string]Tool, len(definitions))
	for _, t := range definitions {
		if _, there := byName[t.Named()]; !there {
			byName[t.Named()] = t
		}
	}
	for _, name := range names {
		if t, ok := byName[name]; ok {
			found = append(found, t)
		} else {
			missing = append(missing, name)
		}
	}
	return found, missing
}
