package qwencode

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:     []string{"QWEN.md", "AGENTS.md", ".qwen/QWEN.local.md"},
	Folders:   []discovery.Folder{{Dir: ".qwen/rules", Ends: []string{".md"}}},
	Set:       true,
	Skills:    []string{".qwen/skills", ".agents/skills"},
	Subagents: []string{".qwen/agents"},
	Commands:  []discovery.Folder{{Dir: ".qwen/commands", Ends: []string{".md", ".toml"}}},
	Remedy:    `add "{name}" to context.fileName in .qwen/settings.json, or import it from QWEN.md with @{path}`,
}
