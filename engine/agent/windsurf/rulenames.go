package windsurf

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".windsurf/rules", Ends: []string{".md"}}, {Dir: ".devin/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .windsurf/rules, with trigger: always_on`,
}
