package yume

import (
	"cmp"
	"context"

	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// yumeClaude is Yume with the Claude program, which makes its own prompt and loads CLAUDE.md by
// itself. Yume passes the directory and the permission mode as flags. The prompt contains no
// message, or only the appended system prompt; the flags are in its Command.
//
// Yume's modes and those of the program do not correspond exactly; the prompt's notes say what the
// program's mode does differently.
type yumeClaude struct{}

func (yumeClaude) Name() string           { return "yume-claude" }
func (yumeClaude) Version() string        { return "" }
func (yumeClaude) TemplateAs() []string   { return []string{"none", "append"} }
func (yumeClaude) Separator() source.Text { return source.Literal("\n\n") }

// Reductions implements [profile.Fitter]. galley cannot shorten a prompt that another program
// makes.
func (yumeClaude) Reductions(context.Context, profile.Input) (budget.Reductions, string) {
	return budget.Reductions{}, "claude"
}

// claudeModes maps Yume's modes to those of the program.
var claudeModes = map[string]struct{ flag, note string }{
	"auto":        {"bypassPermissions", "mode auto becomes bypassPermissions: tools run without asking"},
	"interactive": {"default", "mode interactive becomes default: reading needs no permission"},
	"deny":        {"dontAsk", "mode deny becomes dontAsk: what the user's settings allow still runs"},
}

// Assemble implements [profile.Profile].
func (c yumeClaude) Assemble(_ context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	as, problems := in.TemplateAs(c)
	mode := cmp.Or(in.Scenario.PermissionMode, yumeMode)
	out := prompt.Prompt{
		Command: []string{"claude", "--cwd", in.Cwd},
		Notes:   []string{"the Claude program makes its own system prompt and loads CLAUDE.md by itself; none of it is shown here"},
	}
	if m, ok := claudeModes[mode]; ok {
		out.Command = append(out.Command, "--permission-mode", m.flag)
		out.Notes = append(out.Notes, m.note)
	} else {
		out.Command = append(out.Command, "--permission-mode", mode)
		problems = append(problems, in.Unknown("permission_mode", mode, []string{"auto", "interactive", "deny"},
			"yume does not know the permission mode "+mode+"; it is passed on as it is"))
	}
	if as == "append" && in.Template.Len() != 0 {
		out.Command = append(out.Command, "--append-system-prompt", "…")
		out.Messages = []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{
			{ID: "append", Title: "Appended system prompt", Lifetime: prompt.Session, Element: prompt.Identity, Text: in.Template},
		}}}
	}
	return out, problems
}
