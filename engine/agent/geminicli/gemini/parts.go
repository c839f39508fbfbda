package gemini

import (
	"maps"

	"galley/engine/prompt"
	"galley/engine/source"
)

// Parts says which sections a prompt of 0.28 has and what they contain, for callers that make a
// prompt without a session. A part that is nil, false or empty is left out.
type Parts struct {
	Preamble, CoreMandates, PrimaryWorkflows, OperationalGuidelines, FinalReminder, Git, HookContext bool

	Interactive     bool
	Gemini3         bool
	Investigator    bool // the session has the sub-agent codebase_investigator
	Todos           bool // the session has the tool write_todos
	ShellEfficiency bool
	Sandbox         string      // "macos-seatbelt", "generic" or "outside"
	AgentContexts   source.Text // the complete text of the section on sub-agents
	Skills          []Entry
	HasSkills       bool // a mandate mentions skills
	Memory          source.Text
	Plan            *Plan
	// Tools maps the agent's tool names to other names.
	Tools map[string]string
}

// Plan holds what plan mode adds to the prompt.
type Plan struct {
	Tools source.Text // the complete list of allowed tools
	Dir   string      // the directory for plans
}

// Compose joins the parts as 0.28 does: sections, memory, then the plan.
func Compose(p Parts, prose Prose) []prompt.Block {
	f := p.filling(prose)
	there := p.there()
	blocks := trimEdges(v028.compose(f, func(s section) bool { return there[s.ID] }))
	blocks = add(blocks, "userMemory", "Memory", Memory{Whole: p.Memory}.instruction028().CollapseBlank(2))
	if p.Plan != nil {
		blocks = add(blocks, v028Planning.ID, v028Planning.Title, f.fill(v028Planning.layout))
	}
	return blocks
}

// there returns the IDs of the sections that are present.
func (p Parts) there() map[string]bool {
	return map[string]bool{
		"preamble": p.Preamble, "coreMandates": p.CoreMandates, "agentContexts": p.AgentContexts.Len() > 0,
		"agentSkills": len(p.Skills) > 0, "hookContext": p.HookContext, "primaryWorkflows": p.PrimaryWorkflows,
		"operationalGuidelines": p.OperationalGuidelines, "sandbox": p.Sandbox != "", "git": p.Git, "finalReminder": p.FinalReminder,
	}
}

func (p Parts) filling(prose Prose) filling {
	f := filling{
		prose: prose,
		on: map[string]bool{
			"ready-agents": true, "old": true, "interactive": p.Interactive, "gemini3": p.Gemini3, "skills": p.HasSkills || len(p.Skills) > 0,
			"investigator": p.Investigator, "todos": p.Todos, "shell-efficiency": p.ShellEfficiency,
			"seatbelt": p.Sandbox == "macos-seatbelt", "generic": p.Sandbox == "generic", "outside": p.Sandbox == "outside",
		},
		texts: map[string]source.Text{"skills": entryList("skill", p.Skills, true), "agent-lines": trim(p.AgentContexts)},
	}
	maps.Copy(f.texts, toolNames(p.Tools))
	if p.Plan != nil {
		f.texts["plan-tools"] = p.Plan.Tools
		f.texts["plans-directory"] = value("plans-directory", p.Plan.Dir)
	}
	return f
}

// toolNames returns the values to insert for the names of tools. other maps a tool's name to the
// name to use instead.
func toolNames(other map[string]string) map[string]source.Text {
	texts := map[string]source.Text{}
	for _, tool := range spoken {
		name := tool
		if other[tool] != "" {
			name = other[tool]
		}
		texts[tool] = toolName(tool, name)
	}
	return texts
}
