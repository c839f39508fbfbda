package copilotcli

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is compacted, cleared or
// continued. It was observed in sessions of 1.0.102 with /compact, /clear and --continue, while the
// files changed. The kept history does not contain the rule files that a tool brought in, but after
// a compaction the agent still treats them as sent.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList, discovery.AgentList}, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below, discovery.ForFiles}, At: discovery.Compaction, Outcome: discovery.Lost, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList, discovery.AgentList}, At: discovery.Clear, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below, discovery.ForFiles}, At: discovery.Clear, Outcome: discovery.Gone, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList, discovery.AgentList}, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below, discovery.ForFiles}, At: discovery.Resume, Outcome: discovery.Gone, Evidence: discovery.Executed},
}

// Inherits says which texts a sub-agent of 1.0.102 gets. It was observed in the requests of two
// sub-agents that the model started, one with a list of tools and one without.
var Inherits = discovery.Inheritance{
	Body: "in place of the main system text, before the agent's own words about its tools",
	Parts: []discovery.Inherited{
		{What: []discovery.TextKind{discovery.AtStart}, Unlimited: discovery.No, Limited: discovery.No},
		{What: []discovery.TextKind{discovery.Below, discovery.ForFiles}, Unlimited: discovery.Yes, Limited: discovery.Yes},
		{What: []discovery.TextKind{discovery.SkillList, discovery.AgentList}, Unlimited: discovery.Yes, Limited: discovery.No},
	},
	Evidence:  discovery.Executed,
	Main:      discovery.Weight{Own: 23_400, Tools: 27_230},
	Unlimited: discovery.Weight{Own: 14_400, Tools: 29_598},
	Limited:   discovery.Weight{Own: 2900},
	ToolBytes: map[string]int{"view": 862},
}
