package cline

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Names:   []string{".clinerules", "AGENTS.md", ".cursorrules", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".clinerules"}, {Dir: ".cursor/rules", Ends: []string{".mdc"}, Borrowed: true}},
	Remedy:  `put it into .clinerules`,
}
