package yume

import (
	"slices"

	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// gemini makes the prompt of yume-gemini: one message that also describes the tools.
func (p yumeParts) gemini() prompt.Prompt {
	const gap = "\n\n"
	lit := source.Literal
	section := func(id, title string, tells prompt.Element, life prompt.Lifetime, body ...source.Text) prompt.Block {
		text := profile.Joined(append([]source.Text{lit("## " + title + "\n")}, body...)...)
		return prompt.Block{ID: id, Title: title, Lifetime: life, Element: tells, Text: text}
	}
	f := &profile.Form{}
	if p.identity.Text.Len() != 0 {
		f.Add(gap, p.identity)
	}
	f.Add(gap, section("working-directory", "Working Directory", "", prompt.Session, pack.Value("prompt:cwd", p.cwd)))
	modes := ""
	for _, m := range yumeModes {
		modes += "\n- \"" + m.name + "\": " + m.meaning
	}
	f.Add(gap, section("permission-mode", "Permission Mode", prompt.Mode, prompt.Session, pack.Value("permission_mode", p.mode), lit(modes)))
	if !p.minimal {
		f.Add(gap, section("tools", "Available Tools", "", prompt.Session, lit("<tools>\n"), p.lines(), lit("\n</tools>")))
	}
	f.Add(gap, section("response-format", "Response Format", prompt.Identity, prompt.Static, p.pack.Text("yume", "response-format")))
	if !p.minimal {
		f.Add(gap, section("project-instructions", "Project Instructions", prompt.Memory, prompt.Session, p.instructions))
	}
	return prompt.Prompt{Messages: []prompt.Message{f.Message()}}
}

// openAI returns the short form, in which only the request's declarations have the tools.
func (p yumeParts) openAI() prompt.Prompt {
	const gap = "\n\n"
	lit := source.Literal
	f := &profile.Form{}
	if p.identity.Text.Len() != 0 {
		f.Add(gap, p.identity)
	}
	f.Add(gap, prompt.Block{ID: "working-directory", Title: "Working directory", Lifetime: prompt.Session,
		Text: profile.Joined(lit("Working directory: "), pack.Value("prompt:cwd", p.cwd))})
	mode := profile.Joined(lit("Permission mode: "), pack.Value("permission_mode", p.mode))
	if means := instruction(p.mode); means != "" {
		mode = profile.Joined(mode, lit("\n"+means))
	}
	f.Add("\n", prompt.Block{ID: "permission-mode", Title: "Permission mode", Lifetime: prompt.Session, Element: prompt.Mode, Text: mode})
	f.Add(gap, prompt.Block{ID: "response-format", Title: "Response format", Lifetime: prompt.Static, Element: prompt.Identity,
		Text: source.Join(lit(gap), p.pack.Text("yume", "function-calling"), p.pack.Text("yume", "conversation"))})
	if p.instructions.Len() != 0 {
		f.Add(gap, prompt.Block{ID: "project-instructions", Title: "Project instructions", Lifetime: prompt.Session, Element: prompt.Memory, Text: p.instructions})
	}
	out := prompt.Prompt{Messages: []prompt.Message{f.Message()}}
	out.Tools = p.declarations()
	return out
}

// lines and declarations are the keys of a cache, which keeps the last list of tools in the form
// for Gemini and in the form for OpenAI. The list is long, and is the same at every key press.
type (
	lines        struct{}
	declarations struct{}
)

func (p yumeParts) lines() source.Text {
	return profile.KeepOf(p.kept, lines{}, p.tools, func(tools []tool.Tool) source.Text { return tool.Lines(tools, tool.YumeGemini) })
}

func (p yumeParts) declarations() []prompt.Tool {
	return profile.KeepOf(p.kept, declarations{}, p.tools, func(tools []tool.Tool) (all []prompt.Tool) {
		for _, t := range tools {
			all = append(all, profile.Declared(t, tool.YumeOpenAI(t)))
		}
		return slices.Clip(all)
	})
}
