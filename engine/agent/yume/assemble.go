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

// yume follows Yume's strategy document for models other than Claude. Nobody has built
// what the document describes: only its text and its code exist. It describes two forms
// with the same parts.
//
// The form for Gemini has everything in the system text, under headings: the directory,
// the permission mode with what each mode means, the declarations of the tools as JSON
// inside <tools>, the format of answers, the project's instructions.
//
// The form for OpenAI has a short text, and the request declares the tools. The
// document's template only names the permission mode; galley adds the mode's instruction
// from the document's table after the name.
//
// Both forms contain instructions that contradict each other; see the method
// contradictions.
type yume struct {
	name, provider string
	// build makes the message and the declarations from the parts.
	build func(yumeParts) prompt.Prompt
	// reductions are the steps that shorten the prompt, each of which includes the earlier ones.
	reductions []yumeReduction
}

var yumeGemini = yume{name: "yume-gemini", provider: "gemini", build: yumeParts.gemini, reductions: []yumeReduction{
	{"project instructions", "", yumeParts.lessInstructions},
	{"tool definitions", "", yumeParts.lessTools},
	{"examples", "", yumeParts.lessSamples},
	{"minimal prompt", "only the minimal prompt fits: tools and project instructions are not in it", yumeParts.least},
}}

var yumeOpenAI = yume{name: "yume-openai", provider: "openai", build: yumeParts.openAI, reductions: []yumeReduction{
	{"project instructions", "", yumeParts.lessInstructions},
	{"minimal prompt", "only the minimal prompt fits: the project instructions are not in it", yumeParts.least},
}}

func (y yume) Name() string         { return y.name }
func (yume) Version() string        { return "" }
func (yume) TemplateAs() []string   { return []string{"identity", "instructions", "none"} }
func (yume) Separator() source.Text { return source.Literal("\n\n") }

// Assemble implements [profile.Profile].
func (y yume) Assemble(ctx context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	parts, problems := y.parts(ctx, in)
	return y.build(parts), append(problems, y.contradictions(in, parts.mode)...)
}

// yumeReduction is a step that shortens the prompt.
type yumeReduction struct {
	name, warn string
	take       func(yumeParts) yumeParts
}

// Reductions implements [profile.Fitter].
func (y yume) Reductions(ctx context.Context, in profile.Input) (budget.Reductions, string) {
	parts, _ := y.parts(ctx, in)
	l := budget.Reductions{Compress: true}
	for _, r := range y.reductions {
		parts = r.take(parts)
		taken := parts
		l.Steps = append(l.Steps, budget.Reduction{Name: r.name, Warn: r.warn, Make: func() (prompt.Prompt, []budget.BlockCut) {
			return y.build(taken), taken.cuts(y)
		}})
	}
	return l, y.provider
}

// yumeParts has the parts from which both forms are made.
type yumeParts struct {
	pack         *pack.Pack
	kept         *profile.Kept
	identity     prompt.Block
	cwd, mode    string
	tools        []tool.Tool
	instructions source.Text
	cut          *budget.Cut // how the instructions were shortened; nil if they are whole
	minimal      bool
}

// yumeModes are the document's permission modes. meaning is the text about a mode in the template
// for Gemini, and instruction the text about it in the document's table of modes.
var yumeModes = []struct{ name, meaning, instruction string }{
	{"auto", "Execute tools immediately without confirmation", "Execute tools immediately. Do not wait for confirmation."},
	{"interactive", "Pause and emit tool_use, wait for approval before executing", "Emit tool_use and pause. Wait for tool_result before continuing."},
	{"deny", "Refuse tool execution, emit tool_result with is_error: true", "Do not execute tools. If a tool is needed, explain what you would do."},
}

// instruction returns a mode's instruction in the table, or "".
func instruction(mode string) string {
	for _, m := range yumeModes {
		if m.name == mode {
			return m.instruction
		}
	}
	return ""
}

// yumeMode is the default mode, in which the agent asks the user.
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
		p.instructions = in.Look(ctx, discovery.SurveyAgent{Agent: "yume", Discover: Discover}, discovery.Options{}).Text
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

// cuts returns where the instructions were cut.
func (p yumeParts) cuts(y yume) []budget.BlockCut {
	if p.cut == nil {
		return nil
	}
	cut := *p.cut
	for _, b := range y.build(p).Messages[0].Blocks {
		if b.ID == "project-instructions" {
			cut.At += b.Text.Len() - p.instructions.Len() // adds the length of the block's heading
		}
	}
	return []budget.BlockCut{{Message: 0, Block: "project-instructions", Cut: cut}}
}

// contradictions reports instructions in the prompt that contradict each other in this permission
// mode. It also reports a mode that the document does not have.
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
		return told("mode auto says that tools are executed at once, but also that the model stops after each call and waits for the result",
			"say in the template who executes the tools")
	case "deny":
		if y.provider == "openai" {
			return nil // the form for OpenAI contains only one of the two meanings
		}
		return told("mode deny has two meanings: answer a call with a tool_result that is an error, or make no call and explain what it would do",
			"say in the template which one is meant")
	case "interactive":
		return nil
	}
	return []diag.Problem{in.Unknown("permission_mode", mode, names, "yume does not know the permission mode "+mode+"; it is sent as it is")}
}

// Profiles lists the profiles, the default version first.
var Profiles = []profile.Profile{yumeGemini, yumeOpenAI, yumeClaude{}}
