package gemini

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// Assemble makes the request that begins a session: the system instruction, the setup message, the
// history, and the declarations of tools. others are tools of servers, which are declared after the
// built-in tools.
func Assemble(ctx context.Context, w facts.World, o Options, history []prompt.Message, others []tool.Tool, prose Prose) (prompt.Prompt, Instruction) {
	i := System(w, o, prose)
	p := prompt.Prompt{Removed: i.Replaced}
	if i.Refused != "" {
		return p, i
	}
	if len(i.Blocks) > 0 {
		p.Messages = append(p.Messages, prompt.Message{Role: prompt.System, Blocks: i.Blocks})
	}
	setup := Setup(ctx, w, o, prose)
	if o.Version == V061 && o.Program && len(history) > 0 && history[0].Role == prompt.User {
		setup, history = together(setup, history[0]), history[1:]
	}
	p.Messages = append(append(p.Messages, setup), history...)
	declared := Declarations(w, o, prose)
	at := len(declared)
	if o.Headless && o.declaresSkills() && at > 0 && declared[at-1].Name == activateSkill {
		// The agent declares activate_skill after the servers have answered, so their tools come
		// before it.
		at--
	}
	var left []string
	barred := o.barred()
	for _, t := range others {
		if barred(t.Named()) {
			left = append(left, t.Named())
			continue
		}
		d := Declaration{Name: t.Named(), Description: source.Literal(t.Description.Text), Schema: t.Schema}
		declared = slices.Insert(declared, at, d)
		at++
	}
	for _, d := range declared {
		p.Tools = append(p.Tools, d.prompt())
	}
	p.NoTools = len(p.Tools) == 0
	if left = append(excludedTools(o), left...); len(left) > 0 {
		p.Notes = append(p.Notes, "not declared in "+o.situation()+": "+strings.Join(left, ", "))
	}
	p.Notes = append(p.Notes, compressionNote(i.Model))
	switch asked := o.model(); {
	case i.Model == asked:
	case o.NoPreview:
		p.Notes = append(p.Notes, "the account cannot use preview models, so "+i.Model+" answers instead of "+asked)
	default:
		p.Notes = append(p.Notes, "the model is "+asked+": the account and the first answer decide which one it is; this is what "+i.Model+" gets")
	}
	return p, i
}

// together joins two user messages into one that has the parts of both, as the agent sends it.
func together(a, b prompt.Message) prompt.Message {
	parts := b.Parts
	if parts == nil {
		parts = []int{len(b.Blocks)}
	}
	a.Parts = append([]int{len(a.Blocks)}, parts...)
	a.Blocks = append(a.Blocks, b.Blocks...)
	return a
}

// situation describes, for people, how the session runs.
func (o Options) situation() string {
	if o.Headless {
		return "the approval mode " + string(o.mode()) + " without anybody to ask"
	}
	return "the approval mode " + string(o.mode())
}

// prompt converts the declaration to the form in which it is sent.
func (d Declaration) prompt() prompt.Tool {
	origin := source.Origin{Kind: source.Tool, Source: d.Name, Tag: source.NoSpan}
	return prompt.Tool{Name: d.Name, Declaration: source.Of(d.JSON().JSON(), origin),
		From: "getFunctionDeclarations", Changes: []string{"model", "mode", "tools"}, Documented: "tool registry changes"}
}
