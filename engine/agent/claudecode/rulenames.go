package claudecode

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:     []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"},
	Folders:   []discovery.Folder{{Dir: ".claude/rules", Ends: []string{".md"}}},
	Skills:    []string{".claude/skills"},
	Subagents: []string{".claude/agents"},
	Commands:  []discovery.Folder{{Dir: ".claude/commands", Ends: []string{".md"}}},
	Remedy:    `import it from CLAUDE.md with @{path}`,
	Imports:   true,
}
