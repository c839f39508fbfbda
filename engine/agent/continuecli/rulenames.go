package continuecli

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Names:   []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"},
	Folders: []discovery.Folder{{Dir: ".continue/rules", Ends: []string{".md"}}},
	Skills:  []string{".continue/skills", ".claude/skills"},
	Remedy:  `put it into .continue/rules, or start with --rule {path}`,
}
