package yume

import (
	"cmp"
	"context"

	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// yume follows the strategy document of Yume for models other than Claude, which
// was never built as it stands: the document's text and code are all there is of
// it. Two forms have the same parts.
//
// For Gemini everything is in the system text, under headings: the directory, the
// permission mode with what each mode means, the declarations of the tools as JSON
// inside <tools>, the format of answers, the project's instructions.
//
// For OpenAI the text is short and the declarations go beside it. The document's template
// names the permission mode alone, and its table of instructions by mode says what it
// means: the mode's instruction follows the mode's name.
//
// Both say things that cannot all be followed; the modes' problems tell which.
type yume struct {
	name, provider string
	// build makes the message and the declarations of the parts.
	build func(yumeParts) prompt.Prompt
	// rungs are the steps of the ladder, each on top of those before.
	rungs []yumeRung
}

var yumeGemini = yume{name: "yume-gemini", provider: "gemini", build: yumeParts.gemini, rungs: []yumeRung{
	{"project instructions", "", yumeParts.lessInstructions},
	{"tool definitions", "", yumeParts.lessTools},
	{"examples", "", yumeParts.lessSamples},
	{"minimal prompt", "only the minimal prompt fits: tools and project instructions are not in it", yumeParts.least},
}}

var yumeOpenAI = yume{name: "yume-openai", provider: "openai", build: yumeParts.openAI, rungs: []yumeRung{
	{"project instructions", "", yumeParts.lessInstructions},
	{"minimal prompt", "only the minimal prompt fits: the project instructions are not in it", yumeParts.least},
}}

func (y yume) Name() string         { return y.name }
func (yume) Version() string        { return "" }
func (yume) TemplateAs() []string   { return []string{"identity", "instructions", "none"} }
func (yume) Separator() source.Text { return source.Literal("\n\n") }

// Assemble implements [Profile].
func (y yume) Assemble(ctx context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	parts, problems := y.parts(ctx, in)
	return y.build(parts), append(problems, y.contradictions(in, parts.mode)...)
}

// yumeRung is one step down.
type yumeRung struct {
	name, warn string
	take       func(yumeParts) yumeParts
}

// Ladder implements [Fitter].
func (y yume) Ladder(ctx context.Context, in profile.Input) (budget.Ladder, string) {
	parts, _ := y.parts(ctx, in)
	l := budget.Ladder{Compress: true}
	for _, r := range y.rungs {
		parts = r.take(parts)
		taken := parts
		l.Rungs = append(l.Rungs, budget.Rung{Name: r.name, Warn: r.warn, Make: func() (prompt.Prompt, []budget.BlockCut) {
			return y.build(taken), taken.cuts(y)
		}})
	}
	return l, y.provider
}

// yumeParts are what both forms are made of.
type yumeParts struct {
	pack         *pack.Pack
	kept         *profile.Kept
	identity     prompt.Block
	cwd, mode    string
	tools        []tool.Tool
	instructions source.Text
	cut          *budget.Cut // of the instructions
	minimal      bool
}

// yumeModes are the modes of the document, with what the template for Gemini says
// each of them means, and the instruction that its table of modes gives.
var yumeModes = []struct{ name, meaning, instruction string }{
	{"auto", "Execute tools immediately without confirmation", "Execute tools immediately. Do not wait for confirmation."},
	{"interactive", "Pause and emit tool_use, wait for approval before executing", "Emit tool_use and pause. Wait for tool_result before continuing."},
	{"deny", "Refuse tool execution, emit tool_result with is_error: true", "Do not execute tools. If a tool is needed, explain what you would do."},
}

// instruction is what the table says of a mode; "" for one that it does not have.
func instruction(mode string) string {
	for _, m := range yumeModes {
		if m.name == mode {
			return m.instruction
		}
	}
	return ""
}

// yumeMode is the mode when nobody says: the one that asks.
const yumeMode = "interactive"

func (y yume) parts(ctx context.Context, in profile.Input) (yumeParts, []diag.Problem) {
	as, problems := in.TemplateAs(y)
	p := yumeParts{
		pack: in.Pack.Before(StandIns), kept: in.Kept, cwd: in.Cwd, mode: cmp.Or(in.Scenario.PermissionMode, yumeMode),
		identity: prompt.Block{ID: "identity", Title: "Identity", Lifetime: prompt.Static, Element: prompt.Identity, Text: in.Pack.Before(StandIns).Text("yume", "identity")},
	}
	if as == "identity" {
		p.identity.Text, p.identity.Lifetime = in.Template, prompt.Session
	}
	if as == "instructions" {
		p.instructions = in.Template
	} else {
		p.instructions = in.Look(ctx, discovery.Asked{Agent: "yume", Discover: Discover}, discovery.Options{}).Text
	}
	can := in.Scenario.Capabilities
	yes := func(b *bool) bool { return b != nil && *b }
	tools, trouble := in.Tools(tool.Advertised(tool.Capabilities{WebAccess: yes(can.WebAccess), Subagents: yes(can.Subagents)}), tool.Definitions())
	p.tools = tools
	return p, append(problems, trouble...)
}

func (p yumeParts) lessInstructions() yumeParts {
	if short, cut, did := budget.Truncated(p.instructions); did {
		p.instructions, p.cut = short, &cut
	}
	return p
}

func (p yumeParts) lessTools() yumeParts {
	return p.each(func(t tool.Tool) tool.Tool { return tool.Terse(tool.Bare(t)) })
}

func (p yumeParts) lessSamples() yumeParts { return p.each(tool.Plain) }

func (p yumeParts) each(change func(tool.Tool) tool.Tool) yumeParts {
	tools := make([]tool.Tool, len(p.tools))
	for i, t := range p.tools {
		tools[i] = change(t)
	}
	p.tools = tools
	return p
}

func (p yumeParts) least() yumeParts {
	p.minimal, p.instructions, p.cut = true, source.Text{}, nil
	return p
}

// cuts tells where the instructions were cut.
func (p yumeParts) cuts(y yume) []budget.BlockCut {
	if p.cut == nil {
		return nil
	}
	cut := *p.cut
	for _, b := range y.build(p).Messages[0].Blocks {
		if b.ID == "project-instructions" {
			cut.At += b.Text.Len() - p.instructions.Len() // what stands before them in the block
		}
	}
	return []budget.BlockCut{{Message: 0, Block: "project-instructions", Cut: cut}}
}

// contradictions tells what the mode's prompt cannot have both of.
func (y yume) contradictions(in profile.Input, mode string) []diag.Problem {
	names := make([]string, len(yumeModes))
	for i, m := range yumeModes {
		names[i] = m.name
	}
	told := func(message, hint string) []diag.Problem {
		return []diag.Problem{in.Problem(diag.Contradiction, message, hint)}
	}
	switch mode {
	case "auto":
		return told("in mode auto tools are to be executed at once, and after each call the model is to stop and wait for the result",
			"say in the template who executes")
	case "deny":
		if y.provider == "openai" {
			return nil // only one of the two meanings is in it
		}
		return told("mode deny has two meanings: answer a call with a tool_result that is an error, or make no call and explain what it would do",
			"say in the template which one is meant")
	case "interactive":
		return nil
	}
	return []diag.Problem{in.Unknown("permission_mode", mode, names, "yume has no permission mode "+mode+"; it is sent as it is")}
}

// Profiles lists the profiles, the default version first.
var Profiles = []profile.Profile{yumeGemini, yumeOpenAI, yumeClaude{}}
