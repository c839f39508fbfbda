package gemini

import (
	"maps"
	"slices"

	"galley/engine/prompt"
	"galley/engine/source"
)

// Parts says which sections a prompt of 0.28 has and what they contain, for [Compose]. A part
// that is nil, false or empty is left out.
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
	// Within puts the plan in place of the workflows, as yume@2025 says. Otherwise the plan comes
	// last.
	Within bool
}

// Compose joins the parts of a prompt of 0.28 without a session: first the sections, then the
// memory, then the plan.
func Compose(p Parts, prose Prose) []prompt.Block {
	f, there, list := p.filling(prose), p.presentIDs(), v028
	if p.Plan != nil && p.Plan.Within {
		workflows := slices.IndexFunc(v028, func(s section) bool { return s.ID == "primaryWorkflows" })
		list = slices.Insert(slices.Clone(v028), workflows, v028Planning)
	}
	blocks := trimEdges(list.compose(f, func(s section) bool { return there[s.ID] }))
	return finish028(blocks, f, Memory{Whole: p.Memory})
}

// presentIDs returns the IDs of the sections that are present.
func (p Parts) presentIDs() map[string]bool {
	return map[string]bool{
		"planningWorkflow": p.Plan != nil, "preamble": p.Preamble, "coreMandates": p.CoreMandates, "agentContexts": p.AgentContexts.Len() > 0,
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
			"plan":     p.Plan != nil && !p.Plan.Within,
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

// toolNames returns the names of tools to insert into the prose. other maps a tool's name to the
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
