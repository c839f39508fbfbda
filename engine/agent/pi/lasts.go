package pi

import "galley/engine/discovery"

// Lasts says what becomes of what files brought in, as sessions of 0.73.1 showed that were
// compacted by /compact, ended by /new and continued by -c while the files changed. The
// system text is made when a session begins.
var Lasts = []discovery.Lasting{
	{What: discovery.AtStart, At: discovery.Compaction, Fate: discovery.Repeated, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Compaction, Fate: discovery.Repeated, Evidence: discovery.Executed},
	{What: discovery.AtStart, At: discovery.Clear, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Clear, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.AtStart, At: discovery.Resume, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Resume, Fate: discovery.SentAgain, Evidence: discovery.Executed},
}
