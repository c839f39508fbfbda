package cursor

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", ".cursorrules"},
	Folders: []discovery.Folder{{Dir: ".cursor/rules", Ends: []string{".mdc"}}},
	Remedy:  `put it into .cursor/rules under a name that ends in .mdc, with alwaysApply: true`,
}
