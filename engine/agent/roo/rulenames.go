package roo

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", "AGENT.md", "AGENTS.local.md", ".roorules", ".clinerules"},
	Folders: []discovery.Folder{{Dir: ".roo/rules"}},
	Remedy:  `put it into .roo/rules`,
}
