package continuecli

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"},
	Folders: []discovery.Folder{{Dir: ".continue/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .continue/rules, or start with --rule {name}`,
}
