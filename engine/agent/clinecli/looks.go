package clinecli

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:   []string{".clinerules", "AGENTS.md"},
	Folders: []discovery.Folder{{Dir: ".clinerules", Ends: []string{".md", ".markdown", ".txt"}}, {Dir: ".cline/rules", Ends: []string{".md", ".markdown", ".txt"}}},
	Remedy:  `put it into .clinerules`,
}
