package copilotcli

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:     []string{".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"},
	Folders:   []discovery.Folder{{Dir: ".github/instructions", Ends: []string{".instructions.md"}}, {Dir: ".claude/rules", Ends: []string{".md"}, Borrowed: true}},
	Nested:    true,
	Skills:    []string{".github/skills", ".agents/skills", ".claude/skills"},
	Subagents: []string{".github/agents", ".claude/agents"},
	Commands:  []discovery.Folder{{Dir: ".claude/commands", Ends: []string{".md"}}},
	Remedy:    `put it into .github/instructions under a name that ends in .instructions.md`,
	AnyCase:   true,
}
