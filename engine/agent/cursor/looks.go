package cursor

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", ".cursorrules"},
	Folders: []discovery.Folder{{Dir: ".cursor/rules", Ends: []string{".mdc"}}},
	Remedy:  `put it into .cursor/rules under a name that ends in .mdc, with alwaysApply: true`,
}
