package opencode

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is compacted, replaced or
// continued. It was observed in sessions of 1.18.33 while the files changed. Some sessions were
// compacted by /compact or because their context was full, some were replaced by /new, and some
// were continued by run -c. A process reads skills and sub-agents only once.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart}, At: discovery.Compaction, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below}, At: discovery.Compaction, Outcome: discovery.Gone, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList, discovery.AgentList}, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart}, At: discovery.Clear, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList, discovery.AgentList}, At: discovery.Clear, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below}, At: discovery.Resume, Outcome: discovery.Kept, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList, discovery.AgentList}, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
}

// Inherits says which texts a sub-agent of 1.18.33 gets. It was observed in the requests of three
// sub-agents: one from a file that has a body and disables one tool, and two built-in ones.
var Inherits = discovery.Inheritance{
	Body: "in place of the agent's base prompt; environment, rules and skills follow it as in the main prompt",
	Parts: []discovery.Inherited{
		{What: []discovery.TextKind{discovery.AtStart, discovery.Below, discovery.SkillList}, Unlimited: discovery.Yes, Limited: discovery.Yes},
		{What: []discovery.TextKind{discovery.AgentList}, Unlimited: discovery.No, Limited: discovery.No},
	},
	Drops:     []string{"task", "todowrite"},
	Evidence:  discovery.Executed,
	Main:      discovery.Weight{Own: 9142, Tools: 20_849},
	Unlimited: discovery.Weight{Own: 930, Tools: 14_259},
	BuiltIn: []discovery.BuiltIn{
		{Name: "explore", Body: 724, Weight: discovery.Weight{Own: 375, Tools: 10_599}, Tools: []string{"bash", "glob", "grep", "read", "webfetch"}, Rules: discovery.Yes, Skills: discovery.No, Agents: discovery.No, Reaches: true},
		{Name: "general", Body: 8212, Weight: discovery.Weight{Own: 930, Tools: 14_259}, Tools: []string{"bash", "edit", "glob", "grep", "read", "skill", "webfetch", "write"}, Rules: discovery.Yes, Skills: discovery.Yes, Agents: discovery.No, Reaches: true},
	},
}
