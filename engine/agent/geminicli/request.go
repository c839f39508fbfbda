package geminicli

import (
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/source"
)

// parts adds the parts of 0.61's request. Skills, global memory and private memory are in the
// system instruction ("system"). The rest is in the first user message ("session"). In the system
// instruction, the agent keeps at most one empty line in a row.
func (r *geminiRun) parts(skills source.Text) {
	t := r.Trace
	add := func(p discovery.Part) {
		if p.Separate = true; p.Text.Len() != 0 {
			t.Parts = append(t.Parts, p)
		}
	}
	if r.system.Len() != 0 {
		add(discovery.Part{Name: "system prompt", Role: "system", Where: "system", Text: r.system.TrimFunc(source.IsJSSpace).CollapseBlank(2), Instead: true})
		skills = source.Text{}
	} else {
		add(discovery.Part{Name: "subagents", Role: "system", Where: "system", Text: r.subagentList().CollapseBlank(2)})
	}
	add(discovery.Part{Name: "skills", Role: "system", Where: "system", Text: skills.CollapseBlank(2)})
	add(discovery.Part{Name: "memory", Role: "system", Where: "system", Text: r.instruction().CollapseBlank(2), Last: true})
	add(discovery.Part{Name: "project memory", Role: "user", Where: "session", Text: r.found.Session, Before: "\n</session_context>"})
}

// systemFile returns the text of the file that GEMINI_SYSTEM_MD names, which replaces the agent's
// own text. Placeholders in the file are not replaced here.
func (r *geminiRun) systemFile() source.Text {
	file := gemini.SystemFile(r.World, r.Trace.Cwd, r.Home)
	if file == "" {
		return source.Text{}
	}
	text, ok := r.SystemFile(file)
	if !ok || strings.TrimSpace(text.String()) == "" || strings.Contains(text.String(), "${") {
		return source.Text{}
	}
	return text
}

// instruction returns the part of the memory that goes into the system instruction.
func (r *geminiRun) instruction() source.Text {
	global, private := r.found.Global, r.found.Private
	lit := source.Literal
	switch {
	case private.Len() != 0:
		text := lit("\n\n---\n\n<loaded_context>\n")
		if global.Len() != 0 {
			text = text.Append(lit("<global_context>\n"), global, lit("\n</global_context>\n"))
		}
		return text.Append(lit("<user_project_memory>\n--- Private Project Memory Index (private, not committed to repo) ---\n"), private,
			lit("\n--- End Private Project Memory Index ---\n</user_project_memory>\n</loaded_context>"))
	case global.Len() != 0:
		return lit("\n\n# Contextual Instructions ("+strings.Join(r.Trace.Names, ", ")+")\n").
			Append(discovery.StandIn("gemini-cli/memory-intro"), lit("\n\n<loaded_context>\n"), global, lit("\n</loaded_context>"))
	}
	return source.Text{}
}
