package roo

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", "AGENT.md", "AGENTS.local.md", ".roorules", ".clinerules"},
	Folders: []discovery.Folder{{Dir: ".roo/rules"}},
	Remedy:  `put it into .roo/rules`,
}
