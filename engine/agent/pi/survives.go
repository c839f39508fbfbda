package pi

import "galley/engine/discovery"

// Survives says what happens to the texts of files, as observed in sessions of 0.73.1 that were
// compacted by /compact, ended by /new and continued by -c while the files changed. The system
// text is made when a session begins.
var Survives = []discovery.Survival{
	{What: discovery.AtStart, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: discovery.AtStart, At: discovery.Clear, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Clear, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.AtStart, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
}
