package codex

import "galley/engine/discovery"

// Survives says what happens to texts from files, as seen in sessions of 0.171.0 continued with
// exec resume; one of them exceeded its limit and was compacted.
var Survives = []discovery.Survival{
	{What: discovery.AtStart, At: discovery.Compaction, Outcome: discovery.SentAgain, Note: "in front of the prompts that are kept", Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Compaction, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.AtStart, At: discovery.Resume, Outcome: discovery.Kept, Note: "a file that changed is sent once more behind the history", Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Resume, Outcome: discovery.Kept, Note: "a list that changed is sent once more behind the history", Evidence: discovery.Executed},
}
