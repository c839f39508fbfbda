package kilo

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md", ".kilocoderules"},
	Folders: []discovery.Folder{{Dir: ".kilo/rules", Ends: []string{".md"}}, {Dir: ".kilocode/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .kilo/rules`,
}
