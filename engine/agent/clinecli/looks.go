package clinecli

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{".clinerules", "AGENTS.md"},
	Folders: []discovery.Folder{{Dir: ".clinerules", Ends: []string{".md", ".markdown", ".txt"}}, {Dir: ".cline/rules", Ends: []string{".md", ".markdown", ".txt"}}},
	Remedy:  `put it into .clinerules`,
}
