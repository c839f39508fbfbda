package windsurf

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".windsurf/rules", Ends: []string{".md"}}, {Dir: ".devin/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .windsurf/rules, with trigger: always_on`,
}
