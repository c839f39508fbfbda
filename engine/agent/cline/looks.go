package cline

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:   []string{".clinerules", "AGENTS.md", ".cursorrules", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".clinerules"}, {Dir: ".cursor/rules", Ends: []string{".mdc"}, Borrowed: true}},
	Remedy:  `put it into .clinerules`,
}
