package roo

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", "AGENT.md", "AGENTS.local.md", ".roorules", ".clinerules"},
	Folders: []discovery.Folder{{Dir: ".roo/rules"}},
	Remedy:  `put it into .roo/rules`,
}
