package claudecode

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"},
	Folders: []discovery.Folder{{Dir: ".claude/rules", Ends: []string{".md"}}},
	Remedy:  `import it from CLAUDE.md with @{name}`,
}
