package roo

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", "AGENT.md", "AGENTS.local.md", ".roorules", ".clinerules"},
	Folders: []discovery.Folder{{Dir: ".roo/rules"}},
	Remedy:  `put it into .roo/rules`,
}
