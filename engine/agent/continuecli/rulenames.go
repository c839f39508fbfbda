package continuecli

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"},
	Folders: []discovery.Folder{{Dir: ".continue/rules", Ends: []string{".md"}}},
	Skills:  []string{".continue/skills", ".claude/skills"},
	Remedy:  `put it into .continue/rules, or start with --rule {path}`,
}
