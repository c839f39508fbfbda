package geminicli

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/source"
)

// parts says what 0.61's request holds because of the files: in the system instruction
// ("system") the skills and the global and private memory, in the first user message
// ("session") the rest. The agent leaves at most one empty line in a row in the system
// instruction.
func (r *geminiRun) parts(skills source.Text) {
	t := r.Trace
	add := func(name, role, where string, text source.Text) {
		if text.Len() > 0 {
			t.Parts = append(t.Parts, discovery.Part{Name: name, Role: role, Where: where, Text: text, Apart: true})
		}
	}
	add("skills", "system", "system", skills.CollapseBlank(2))
	add("memory", "system", "system", r.instruction().CollapseBlank(2))
	add("project memory", "user", "session", r.found.Session)
}

// instruction is the memory in the system instruction.
func (r *geminiRun) instruction() source.Text {
	global, private := r.found.Global, r.found.Private
	lit := source.Literal
	switch {
	case private.Len() > 0:
		text := lit("\n\n---\n\n<loaded_context>\n")
		if global.Len() > 0 {
			text = text.Append(lit("<global_context>\n"), global, lit("\n</global_context>\n"))
		}
		return text.Append(lit("<user_project_memory>\n--- Private Project Memory Index (private, not committed to repo) ---\n"), private,
			lit("\n--- End Private Project Memory Index ---\n</user_project_memory>\n</loaded_context>"))
	case global.Len() > 0:
		return lit("\n\n# Contextual Instructions ("+strings.Join(r.Trace.Names, ", ")+")\n").
			Append(discovery.Words("gemini-cli/memory-intro"), lit("\n\n<loaded_context>\n"), global, lit("\n</loaded_context>"))
	}
	return source.Text{}
}
