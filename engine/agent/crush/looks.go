package crush

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{".github/copilot-instructions.md", ".cursorrules", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "CRUSH.md", "CRUSH.local.md", "AGENTS.md"},
	Folders: []discovery.Folder{{Dir: ".cursor/rules", Borrowed: true}},
	Set:     true,
	Remedy:  `add it to context_paths in the options of crush.json`,
}
