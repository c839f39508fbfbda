package claudecode

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is compacted, cleared or
// continued. It was observed in sessions of 2.1.332 with /compact, /clear and -c, while the files
// changed. After /compact in a terminal session, the five files that tools had read last were sent
// again as results of reads. Rule files that loaded because of a read count among these files. If
// the session was continued with -c before /compact, they were not sent again.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart, discovery.MemoryText}, At: discovery.Compaction, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below, discovery.ForFiles}, At: discovery.Compaction, Outcome: discovery.Gone, Note: "if it is among the five files read last and the same process compacts, it is read again and sent", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList}, At: discovery.Compaction, Outcome: discovery.Repeated, Note: "changes to the list are sent after it", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AgentList}, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList, discovery.AgentList, discovery.MemoryText}, At: discovery.Clear, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below, discovery.ForFiles}, At: discovery.Clear, Outcome: discovery.Gone, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.MemoryText}, At: discovery.Resume, Outcome: discovery.Kept, Note: "a file that changed is sent again after the history", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below, discovery.ForFiles}, At: discovery.Resume, Outcome: discovery.Kept, Note: "when a tool reaches its files again, it is sent again with its current text", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList}, At: discovery.Resume, Outcome: discovery.Kept, Note: "changes to the list are sent after the history", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AgentList}, At: discovery.Resume, Outcome: discovery.Kept, Evidence: discovery.Executed},
}

// Inherits says which texts a sub-agent of 2.1.332 gets. The requests of six sub-agents were
// observed: one whose file has a list of tools, one without such a list, and four built-in ones.
// The agent's own text includes the list of built-in skills in each of these requests.
var Inherits = discovery.Inheritance{
	Body: "in place of the main system text, followed by some sentences of the agent's own",
	Parts: []discovery.Inherited{
		{What: []discovery.TextKind{discovery.AtStart, discovery.Below, discovery.ForFiles}, Unlimited: discovery.Yes, Limited: discovery.Yes},
		{What: []discovery.TextKind{discovery.SkillList}, Unlimited: discovery.Yes, Limited: discovery.No},
		{What: []discovery.TextKind{discovery.AgentList}, Unlimited: discovery.No, Limited: discovery.No},
	},
	Drops:     []string{"ListAgents", "ReportFindings", "ScheduleWakeup", "Workflow"},
	Evidence:  discovery.Executed,
	Main:      discovery.Weight{Own: 16_933, Tools: 30_877},
	Unlimited: discovery.Weight{Own: 10_141, Tools: 15_843},
	Limited:   discovery.Weight{Own: 2_958},
	ToolBytes: map[string]int{"Agent": 5270, "Bash": 3906, "Edit": 966, "Grep": 3245, "ListAgents": 1973, "Read": 1923, "ReportFindings": 2422,
		"ScheduleWakeup": 4923, "Skill": 1811, "ToolSearch": 1435, "Workflow": 5716, "Write": 639},
	BuiltIn: []discovery.BuiltIn{
		{Name: "Explore", Body: 3220, Weight: discovery.Weight{Own: 8291, Tools: 8968}, Tools: []string{"Bash", "Read", "Skill", "ToolSearch"}, Rules: discovery.No, Skills: discovery.Yes, Agents: discovery.No, Reaches: true},
		{Name: "Plan", Body: 3527, Weight: discovery.Weight{Own: 8291, Tools: 8968}, Tools: []string{"Bash", "Read", "Skill", "ToolSearch"}, Rules: discovery.No, Skills: discovery.Yes, Agents: discovery.No},
		{Name: "claude", Body: 3088, Weight: discovery.Weight{Own: 8885, Tools: 15_843}, Tools: everything, Rules: discovery.Yes, Skills: discovery.Yes, Agents: discovery.No},
		{Name: "general-purpose", Body: 2683, Weight: discovery.Weight{Own: 8885, Tools: 15_843}, Tools: everything, Rules: discovery.Yes, Skills: discovery.Yes, Agents: discovery.No, Reaches: true},
	},
}

// everything lists the tools of a sub-agent whose file has no list of tools.
var everything = []string{"Agent", "Bash", "Edit", "Read", "Skill", "ToolSearch", "Write"}
