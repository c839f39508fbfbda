package windsurf

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", ".windsurfrules"},
	Folders: []discovery.Folder{{Dir: ".windsurf/rules", Ends: []string{".md"}}, {Dir: ".devin/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .windsurf/rules, with trigger: always_on`,
}
