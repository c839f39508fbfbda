package geminicli

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is compacted, cleared or
// continued. It was observed in sessions of 0.61.0 with /compress, /clear and -r, while the files
// changed. The program remembers which files below the working directory it has sent, and still
// remembers them after /compress.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList, discovery.AgentList}, At: discovery.Compaction, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below}, At: discovery.Compaction, Outcome: discovery.Lost, Note: "/clear lets it load again", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart}, At: discovery.Clear, Outcome: discovery.Repeated, Note: "the file in the home folder is read again", Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below}, At: discovery.Clear, Outcome: discovery.Gone, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.SkillList, discovery.AgentList}, At: discovery.Clear, Outcome: discovery.Repeated, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList}, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
	{What: []discovery.TextKind{discovery.Below}, At: discovery.Resume, Outcome: discovery.Kept, Note: "when a tool reaches its files again, it is sent again with its current text", Evidence: discovery.Executed},
}

// Inherits says what a sub-agent of 0.61.0 gets, as observed in a request of a built-in sub-agent.
var Inherits = discovery.Inheritance{
	Evidence: discovery.Executed,
	Main:     discovery.Weight{Own: 36_400, Tools: 7347},
	BuiltIn: []discovery.BuiltIn{
		{Name: "codebase_investigator", Body: 9840, Weight: discovery.Weight{Own: 420, Tools: 5866}, Tools: []string{"complete_task", "glob", "grep_search", "list_directory", "read_file"}, Rules: discovery.Yes, Skills: discovery.No, Agents: discovery.No, Reaches: true},
	},
}
