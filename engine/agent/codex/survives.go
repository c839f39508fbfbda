package codex

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is continued or compacted. It was
// observed in sessions of 0.171.0 that were continued with exec resume; one of them exceeded its
// limit and was compacted.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart}, At: discovery.Compaction, Outcome: discovery.SentAgain, Note: "before the prompts that are kept", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList}, At: discovery.Compaction, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart}, At: discovery.Resume, Outcome: discovery.Kept, Note: "a file that changed is sent again after the history", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList}, At: discovery.Resume, Outcome: discovery.Kept, Note: "a list that changed is sent again after the history", Evidence: discovery.Executed},
}
