package profile

import (
	"slices"

	"galley/engine/prompt"
	"galley/engine/token"
	"galley/engine/tool"
)

// TargetOf returns the API whose form is used to declare tools to a provider.
func TargetOf(provider, model string) target {
	switch token.Means(provider, model).VendorAPI() {
	case "anthropic":
		return target{tool.ToClaude, tool.Options{}}
	case "google":
		return target{tool.ToGemini, tool.Options{JSONSchema: true}}
	}
	return target{tool.ToOpenAI, tool.Options{Responses: provider == "openai"}}
}

// target is an API with options for the form of declarations.
type target struct {
	to tool.Target
	o  tool.Options
}

// DeclaredTo returns the declarations of tools in the form of a target, and a note for each change
// that the form required.
func (in Input) DeclaredTo(t target, tools []tool.Tool) ([]prompt.Tool, []string) {
	if len(tools) == 0 {
		return nil, nil
	}
	made := in.written(t, tools)
	return made.tools, made.notes
}

// writing is a list of tools in the form of a target.
type writing struct {
	tools   []prompt.Tool
	notes   []string
	changes []tool.Change
}

// written writes declarations for a target.
func (in Input) written(t target, tools []tool.Tool) writing {
	return KeepOf(in.Kept, t, tools, func(tools []tool.Tool) (out writing) {
		written := tool.Write(tools, t.to, t.o)
		for i, each := range written.Each {
			out.tools = append(out.tools, Declared(tools[written.From[i]], each))
		}
		for _, c := range written.Changes {
			if !c.Mild {
				out.changes = append(out.changes, c)
				out.notes = append(out.notes, "the tool "+c.Tool+c.Path+" for "+string(t.to)+": "+string(c.Action)+": "+c.Why)
			}
		}
		out.tools = slices.Clip(out.tools)
		return out
	})
}

// canonical is the key under which [Input.Canonical] caches its result.
type canonical struct{}

// Canonical returns the declarations of tools in galley's own form, for profiles whose agents
// leave the form to the API.
func (in Input) Canonical(tools []tool.Tool) []prompt.Tool {
	return KeepOf(in.Kept, canonical{}, tools, func(tools []tool.Tool) (all []prompt.Tool) {
		for _, t := range tools {
			one := Declared(t, t.Canonical())
			one.Neutral = true
			all = append(all, one)
		}
		return slices.Clip(all)
	})
}
