package pi

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is compacted, ended or continued.
// It was observed in sessions of 0.73.1 with /compact, /new and -c, while the files changed. pi
// makes the system text when a session begins.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList}, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList}, At: discovery.Clear, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList}, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
}
