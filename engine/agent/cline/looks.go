package cline

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{".clinerules", "AGENTS.md", ".cursorrules", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".clinerules"}, {Dir: ".cursor/rules", Ends: []string{".mdc"}, Borrowed: true}},
	Remedy:  `put it into .clinerules`,
}
