package roo

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", "AGENT.md", "AGENTS.local.md", ".roorules", ".clinerules"},
	Folders: []discovery.Folder{{Dir: ".roo/rules"}},
	Remedy:  `put it into .roo/rules`,
}
