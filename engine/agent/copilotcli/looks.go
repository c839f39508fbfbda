package copilotcli

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:   []string{".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"},
	Folders: []discovery.Folder{{Dir: ".github/instructions", Ends: []string{".instructions.md"}}, {Dir: ".claude/rules", Ends: []string{".md"}, Borrowed: true}},
	Nested:  true,
	Remedy:  `put it into .github/instructions under a name that ends in .instructions.md`,
	AnyCase: true,
}
