package kilo

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is compacted or continued. It was
// observed in sessions of 7.7.7 while the files changed. Some sessions were compacted because their
// context was full, and some were continued by run -c. A process reads skills and sub-agents only
// once. A new session after /new was not observed.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart}, At: discovery.Compaction, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below}, At: discovery.Compaction, Outcome: discovery.Gone, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList, discovery.AgentList}, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below}, At: discovery.Resume, Outcome: discovery.Kept, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList, discovery.AgentList}, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
}
