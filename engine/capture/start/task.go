package start

import (
	"encoding/json"
	"maps"

	"galley/engine/prompt"
)

// Task is the tool by which an agent's model starts a sub-agent.
type Task struct {
	Tool   string
	Name   string            // the argument that names the sub-agent
	Prompt string            // the argument that tells it what to do
	Also   map[string]string // other arguments that the tool requires
}

// Delegates reports whether galley knows how the agent's model starts a sub-agent; the starter may
// be nil.
func (s *Starter) Delegates() bool { return s != nil && s.Task != nil }

// Call returns the call by which a model starts a sub-agent.
func (t *Task) Call(name, text string) prompt.Call {
	arguments := maps.Clone(t.Also)
	if arguments == nil {
		arguments = map[string]string{}
	}
	arguments[t.Name], arguments[t.Prompt] = name, text
	written, _ := json.Marshal(arguments) // cannot fail for a map of strings
	return prompt.Call{ID: "call_galley", Name: t.Tool, Arguments: string(written)}
}
