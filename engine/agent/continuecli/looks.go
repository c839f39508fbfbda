package continuecli

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"},
	Folders: []discovery.Folder{{Dir: ".continue/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .continue/rules, or start with --rule {name}`,
}
