package profile

import (
	"slices"

	"galley/engine/prompt"
	"galley/engine/token"
	"galley/engine/tool"
)

// TargetOf is the API that a provider's declarations are written for.
func TargetOf(provider, model string) target {
	switch token.Means(provider, model).Vendor {
	case "anthropic":
		return target{tool.ToClaude, tool.Options{}}
	case "google":
		return target{tool.ToGemini, tool.Options{JSONSchema: true}}
	}
	return target{tool.ToOpenAI, tool.Options{Responses: provider == "openai"}}
}

// target is a way to write declarations.
type target struct {
	to tool.Target
	o  tool.Options
}

// DeclaredTo remembers, for each way, the declarations of the last list, and a note
// for each change that was made to them.
func DeclaredTo(t target, tools []tool.Tool) ([]prompt.Tool, []string) {
	if len(tools) == 0 {
		return nil, nil
	}
	made := writers[t](tools)
	return made.tools, made.notes
}

// writing is a list of tools as it was written for a target.
type writing struct {
	tools   []prompt.Tool
	notes   []string
	changes []tool.Change
}

var writers = func() map[target]func([]tool.Tool) writing {
	all := map[target]func([]tool.Tool) writing{}
	for _, t := range []target{
		{tool.ToClaude, tool.Options{}}, {tool.ToGemini, tool.Options{JSONSchema: true}},
		{tool.ToOpenAI, tool.Options{}}, {tool.ToOpenAI, tool.Options{Responses: true}},
	} {
		all[t] = Remember(func(tools []tool.Tool) (out writing) {
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
	return all
}()

// Canonical remembers the canonical declarations of the last list, for profiles that
// leave their form to the API.
var Canonical = Remember(func(tools []tool.Tool) (all []prompt.Tool) {
	for _, t := range tools {
		one := Declared(t, t.Canonical())
		one.Neutral = true
		all = append(all, one)
	}
	return slices.Clip(all)
})
