package claudecode

import "galley/engine/discovery"

// Lasts says what becomes of what files brought in, as sessions of 2.1.332 showed that were
// compacted by /compact and continued by -c.
var Lasts = []discovery.Lasting{
	{What: discovery.AtStart, At: discovery.Compaction, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.Below, At: discovery.Compaction, Fate: discovery.Gone, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Compaction, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.AgentList, At: discovery.Compaction, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.AtStart, At: discovery.Resume, Fate: discovery.Kept, Note: "a file that changed is sent once more behind the history", Evidence: discovery.Executed},
	{What: discovery.Below, At: discovery.Resume, Fate: discovery.Kept, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Resume, Fate: discovery.Kept, Note: "what changed in the list is sent behind the history", Evidence: discovery.Executed},
}

// Inherits says what a sub-agent of 2.1.332 is sent, as two that the model started showed:
// one with a list of tools, one without.
var Inherits = discovery.Inheritance{
	Body: "in place of the main system text, with some sentences of the agent's own behind it",
	Parts: []discovery.Inherited{
		{What: discovery.AtStart, Unlimited: discovery.Yes, Limited: discovery.Yes},
		{What: discovery.SkillList, Unlimited: discovery.Yes, Limited: discovery.No},
		{What: discovery.AgentList, Unlimited: discovery.NotMeasured, Limited: discovery.No},
	},
	Drops:    []string{"ListAgents", "ReportFindings", "ScheduleWakeup", "Workflow"},
	Evidence: discovery.Executed,
}
