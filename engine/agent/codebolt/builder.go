package codebolt

import (
	"context"
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// builderName is the name of the profile, and of a value of template_as under
// Codebolt.
const builderName = "gemini-builder"

// builder follows the function buildGeminiSystemPrompt of yume@2025, which makes Gemini
// CLI's system prompt with another agent's names for the tools. No agent has built the
// function as the document describes it. The scenario holds its options: interactive,
// skills, agents (codebase_investigator), todos, sandbox, git, permission_mode (plan)
// and tool_names. The request declares the scenario's tools. The profile does not use
// the template.
//
// The prompt does not list skills, sub-agents and hooks, and has no memory: the platform
// for which it is made adds them, the memory with GeminiMemoryModifier.
type builder struct{}

func (builder) Name() string           { return builderName }
func (builder) Version() string        { return "" }
func (builder) TemplateAs() []string   { return []string{"none"} }
func (builder) Separator() source.Text { return source.Literal("\n\n") }

// Assemble implements [profile.Profile].
func (b builder) Assemble(_ context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	_, problems := in.TemplateAs(b)
	blocks, notes, trouble := built(in)
	problems = append(problems, trouble...)
	tools, trouble := in.Tools(nil, nil)
	return prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: blocks}}, Tools: in.Canonical(tools), Notes: notes}, append(problems, trouble...)
}

// built makes the prompt's blocks, with notes on the tools' names.
func built(in profile.Input) (blocks []prompt.Block, notes []string, problems []diag.Problem) {
	o, problems := builderOptions(in)
	rows, trouble := toolRows(in)
	problems = append(problems, trouble...)
	o.ToolNames = map[string]string{}
	for _, row := range rows {
		for _, own := range row.Tools {
			if row.Other != "" {
				o.ToolNames[own] = row.Other
			}
		}
	}
	blocks = gemini.Build(o, gemini.From(in.Pack, gemini.V028))
	noted, unnamed := map[string]bool{}, []string{}
	for i := range blocks {
		r := gemini.Rename(blocks[i].Text, rows)
		blocks[i].Text = r.Text
		for _, row := range r.Noted {
			noted[row.InTable] = true
		}
		for _, piece := range blocks[i].Text.Pieces() {
			for _, row := range rows {
				if row.Note != "" && piece.Origin.Kind == source.Tool && slices.Contains(row.Tools, piece.Origin.Source) {
					noted[row.InTable] = true
				}
			}
		}
		for _, name := range r.Unmapped {
			if !slices.Contains(unnamed, name) {
				unnamed = append(unnamed, name)
			}
		}
	}
	for _, row := range rows {
		if noted[row.InTable] && row.Other != "" {
			notes = append(notes, "the tool "+row.InTable+" is called "+row.Other+" here: "+row.Note)
		}
	}
	if len(unnamed) > 0 {
		notes = append(notes, "tools without another name here keep Gemini CLI's: "+strings.Join(unnamed, ", "))
	}
	return blocks, notes, problems
}

// builderModes and builderSandboxes are the values of two options; sandboxKinds maps the words of a
// scenario to a value of builderSandboxes.
var (
	builderModes     = []string{"default", "plan"}
	builderSandboxes = []string{"macos-seatbelt", "generic", "outside"}
	sandboxKinds     = map[string]string{
		"": "outside", "false": "outside", "none": "outside", "outside": "outside",
		"macos-seatbelt": "macos-seatbelt", "seatbelt": "macos-seatbelt", "sandbox-exec": "macos-seatbelt",
		"generic": "generic", "true": "generic", "docker": "generic", "podman": "generic",
	}
)

// builderOptions returns the scenario's options. What the scenario does not set is read from the
// disk.
func builderOptions(in profile.Input) (gemini.BuilderOptions, []diag.Problem) {
	s := in.Scenario
	var problems []diag.Problem
	is := func(b *bool, otherwise bool) bool {
		if b == nil {
			return otherwise
		}
		return *b
	}
	if s.PermissionMode != "" && !slices.Contains(builderModes, s.PermissionMode) {
		problems = append(problems, in.Unknown("permission_mode", s.PermissionMode, builderModes,
			"the prompt of "+builderName+" has no mode "+s.PermissionMode+"; it has no effect"))
	}
	sandbox, known := sandboxKinds[string(s.Sandbox)]
	if !known {
		sandbox = "generic"
		problems = append(problems, in.Unknown("sandbox", string(s.Sandbox), builderSandboxes,
			"the sandbox "+string(s.Sandbox)+" is not one of the three kinds, so it is treated as generic"))
	}
	_, _, inGit := facts.Nearest(in.World, in.Cwd, ".git")
	investigator := false
	for _, a := range s.Agents {
		investigator = investigator || a.Name == gemini.BuiltInAgents[0]
	}
	return gemini.BuilderOptions{
		Interactive: is(s.Interactive, true), HasSkills: len(s.Skills) > 0, EnableCodebaseInvestigator: investigator,
		EnableWriteTodosTool: is(s.Todos.On, false), Sandbox: sandbox, IsGitRepo: is(s.Git, inGit), IsPlanMode: s.PermissionMode == "plan",
	}, problems
}

// toolRows returns the table of tool names that the scenario asks for, by default
// Codebolt's.
func toolRows(in profile.Input) ([]gemini.NameRow, []diag.Problem) {
	asked := in.Scenario.ToolNames
	rows := slices.Clone(gemini.Names)
	known := []string{"codebolt", "gemini-cli"}
	switch asked.Of {
	case "", "codebolt":
	case "gemini-cli":
		return nil, nil
	default:
		return rows, []diag.Problem{in.Unknown("tool_names", asked.Of, known, "galley does not know the tool names of "+asked.Of+"; it uses Codebolt's")}
	}
	var problems []diag.Problem
	for _, one := range asked.Names {
		i := slices.IndexFunc(rows, func(r gemini.NameRow) bool { return r.InTable == one.Tool || slices.Contains(r.Tools, one.Tool) })
		if i < 0 {
			var names []string
			for _, r := range rows {
				names = append(names, r.InTable)
			}
			problems = append(problems, in.Unknown("tool_names", one.Tool, names, "tool_names has no tool "+one.Tool+"; it is ignored"))
			continue
		}
		rows[i].Other, rows[i].Note = one.Name, ""
	}
	return rows, problems
}
