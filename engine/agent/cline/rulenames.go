package cline

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Names:   []string{".clinerules", "AGENTS.md", ".cursorrules", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".clinerules"}, {Dir: ".cursor/rules", Ends: []string{".mdc"}, Borrowed: true}},
	Remedy:  `put it into .clinerules`,
}
