package roo

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", "AGENT.md", "AGENTS.local.md", ".roorules", ".clinerules"},
	Folders: []discovery.Folder{{Dir: ".roo/rules"}},
	Remedy:  `put it into .roo/rules`,
}
