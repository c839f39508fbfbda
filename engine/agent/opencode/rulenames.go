package opencode

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:     []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"},
	Nested:    true,
	Skills:    []string{".opencode/skills", ".opencode/skill", ".claude/skills", ".agents/skills"},
	Subagents: []string{".opencode/agents", ".opencode/agent"},
	Commands:  []discovery.Folder{{Dir: ".opencode/commands", Ends: []string{".md"}}, {Dir: ".opencode/command", Ends: []string{".md"}}},
	Remedy:    `list it under "instructions" in opencode.json`,
}
