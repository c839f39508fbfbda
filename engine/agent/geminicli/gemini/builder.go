package gemini

import (
	"maps"

	"galley/engine/prompt"
	"galley/engine/source"
)

// BuilderOptions are the options of the function buildGeminiSystemPrompt of yume@2025. The fields
// have the names of that function's options.
type BuilderOptions struct {
	Interactive                bool
	HasSkills                  bool
	EnableCodebaseInvestigator bool
	EnableWriteTodosTool       bool
	Sandbox                    string // "macos-seatbelt", "generic" or "outside"
	IsGitRepo                  bool
	IsPlanMode                 bool
	ReadFileToolName           string // "" means the agent's own name, here and in the fields below
	ShellToolName              string
	EditToolName               string
	GrepToolName               string
	GlobToolName               string
	// ToolNames maps the agent's tool names to other names; a field above overrides an entry.
	ToolNames map[string]string
}

// names maps the agent's tool names to the names to use instead.
func (o BuilderOptions) names() map[string]string {
	all := maps.Clone(o.ToolNames)
	if all == nil {
		all = map[string]string{}
	}
	for own, name := range map[string]string{
		"read_file": o.ReadFileToolName, "run_shell_command": o.ShellToolName, "replace": o.EditToolName,
		"grep_search": o.GrepToolName, "glob": o.GlobToolName,
	} {
		if name != "" {
			all[own] = name
		}
	}
	return all
}

// Build follows the function buildGeminiSystemPrompt of yume@2025: it makes Gemini CLI's prompt for
// another agent, with that agent's names for the tools. The function is a design that no program
// follows. It differs from both versions of Gemini CLI: it has a section about the sandbox only
// inside one, and the plan replaces the workflows. The other agent adds lists of skills and hooks.
func Build(o BuilderOptions, prose Prose) []prompt.Block {
	p := Parts{
		Preamble: true, CoreMandates: true, PrimaryWorkflows: !o.IsPlanMode, OperationalGuidelines: true,
		Git: o.IsGitRepo, FinalReminder: true,
		Interactive: o.Interactive, HasSkills: o.HasSkills,
		Investigator: o.EnableCodebaseInvestigator, Todos: o.EnableWriteTodosTool,
		Tools: o.names(),
	}
	if o.Sandbox != "outside" {
		p.Sandbox = o.Sandbox
	}
	if o.IsPlanMode {
		names := toolNames(p.Tools)
		var tools []source.Text
		for _, name := range readOnly {
			tools = append(tools, source.Literal("- `").Append(names[name], source.Literal("`")))
		}
		p.Plan = &Plan{Tools: source.Join(source.Literal("\n"), tools...), Dir: "plans", Within: true}
	}
	return Compose(p, prose)
}
