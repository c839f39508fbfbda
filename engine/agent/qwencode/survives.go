package qwencode

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is compacted, cleared or
// continued. It was observed in sessions of 0.24.4 with /compress, /clear and -c, while the files
// changed. The program sends each rule that applies to some files only once, and remembers that it
// was sent even after /compress and /clear.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart, discovery.AgentList, discovery.MemoryText}, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.ForFiles}, At: discovery.Compaction, Outcome: discovery.Lost, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList}, At: discovery.Compaction, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.AgentList, discovery.MemoryText}, At: discovery.Clear, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.ForFiles}, At: discovery.Clear, Outcome: discovery.Lost, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList}, At: discovery.Clear, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList, discovery.AgentList, discovery.MemoryText}, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.ForFiles}, At: discovery.Resume, Outcome: discovery.Kept, Note: "when a tool reaches its files again, it is sent again with its current text", Evidence: discovery.Executed},
}

// Inherits says which parts of the main prompt a sub-agent of Qwen Code 0.24.4 gets. It was observed in requests of a sub-agent with a
// list of tools, of one without a list, and of a built-in one.
var Inherits = discovery.Inheritance{
	Body: "in place of the main system text; the rule files, the language of answers and the memory follow it",
	Parts: []discovery.Inherited{
		{What: []discovery.TextKind{discovery.AtStart, discovery.ForFiles, discovery.MemoryText}, Unlimited: discovery.Yes, Limited: discovery.Yes},
		{What: []discovery.TextKind{discovery.SkillList}, Unlimited: discovery.Yes, Limited: discovery.No},
		{What: []discovery.TextKind{discovery.AgentList}, Unlimited: discovery.Yes, Limited: discovery.NotMeasured},
	},
	Evidence:  discovery.Executed,
	Main:      discovery.Weight{Own: 40_067, Tools: 38_816},
	Unlimited: discovery.Weight{Own: 13_093, Tools: 47_499},
	BuiltIn: []discovery.BuiltIn{
		{Name: "general-purpose", Body: 1430, Weight: discovery.Weight{Own: 13_093, Tools: 47_499}, Tools: []string{"agent", "edit", "glob", "grep_search", "loop_wakeup", "monitor",
			"notebook_edit", "read_file", "read_mcp_resource", "report_findings", "run_shell_command", "skill", "tool_call", "tool_search", "web_fetch", "write_file", "zoom_image"},
			Rules: discovery.Yes, Skills: discovery.Yes, Agents: discovery.Yes},
	},
}
