package vscode

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:   []string{".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md"},
	Folders: []discovery.Folder{{Dir: ".github/instructions", Ends: []string{".instructions.md"}}, {Dir: ".claude/rules", Ends: []string{".md"}, Borrowed: true}},
	Remedy:  `put it into .github/instructions under a name that ends in .instructions.md`,
}
