package clinecli

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{".clinerules", "AGENTS.md"},
	Folders: []discovery.Folder{{Dir: ".clinerules", Ends: []string{".md", ".markdown", ".txt"}}, {Dir: ".cline/rules", Ends: []string{".md", ".markdown", ".txt"}}},
	Remedy:  `put it into .clinerules`,
}
