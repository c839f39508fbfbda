package cline

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{".clinerules", "AGENTS.md", ".cursorrules", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".clinerules"}, {Dir: ".cursor/rules", Ends: []string{".mdc"}, Borrowed: true}},
	Remedy:  `put it into .clinerules`,
}
