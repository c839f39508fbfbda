package cline

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:   []string{".clinerules", "AGENTS.md", ".cursorrules", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".clinerules"}, {Dir: ".cursor/rules", Ends: []string{".mdc"}, Borrowed: true}},
	Remedy:  `put it into .clinerules`,
}
