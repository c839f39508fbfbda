package windsurf

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".windsurf/rules", Ends: []string{".md"}}, {Dir: ".devin/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .windsurf/rules, with trigger: always_on`,
}
