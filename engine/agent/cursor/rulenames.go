package cursor

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", ".cursorrules"},
	Folders: []discovery.Folder{{Dir: ".cursor/rules", Ends: []string{".mdc"}}},
	Remedy:  `put it into .cursor/rules under a name that ends in .mdc, with alwaysApply: true`,
}
