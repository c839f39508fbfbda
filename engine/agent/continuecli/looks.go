package continuecli

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"},
	Folders: []discovery.Folder{{Dir: ".continue/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .continue/rules, or start with --rule {name}`,
}
