package qwencode

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:   []string{"QWEN.md", "AGENTS.md", ".qwen/QWEN.local.md"},
	Folders: []discovery.Folder{{Dir: ".qwen/rules", Ends: []string{".md"}}},
	Set:     true,
	Remedy:  `add "{name}" to context.fileName in .qwen/settings.json, or import it from QWEN.md with @{name}`,
}
