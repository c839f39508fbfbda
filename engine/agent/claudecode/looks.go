package claudecode

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"},
	Folders: []discovery.Folder{{Dir: ".claude/rules", Ends: []string{".md"}}},
	Remedy:  `import it from CLAUDE.md with @{name}`,
}
