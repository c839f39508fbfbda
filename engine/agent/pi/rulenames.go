package pi

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:    []string{"AGENTS.md", "CLAUDE.md", ".pi/SYSTEM.md", ".pi/APPEND_SYSTEM.md"},
	Skills:   []string{".pi/skills", ".agents/skills"},
	Commands: []discovery.Folder{{Dir: ".pi/prompts", Ends: []string{".md"}}},
	Remedy:   `copy its text into AGENTS.md or .pi/APPEND_SYSTEM.md`,
}
