package cursor

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", ".cursorrules"},
	Folders: []discovery.Folder{{Dir: ".cursor/rules", Ends: []string{".mdc"}}},
	Remedy:  `put it into .cursor/rules under a name that ends in .mdc, with alwaysApply: true`,
}
