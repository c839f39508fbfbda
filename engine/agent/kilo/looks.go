package kilo

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md", ".kilocoderules"},
	Folders: []discovery.Folder{{Dir: ".kilo/rules", Ends: []string{".md"}}, {Dir: ".kilocode/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .kilo/rules`,
}
