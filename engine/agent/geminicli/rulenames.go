package geminicli

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:     []string{"GEMINI.md"},
	Nested:    true,
	Set:       true,
	Skills:    []string{".gemini/skills", ".agents/skills"},
	Subagents: []string{".gemini/agents"},
	Commands:  []discovery.Folder{{Dir: ".gemini/commands", Ends: []string{".toml"}}},
	Remedy:    `add "{name}" to context.fileName in .gemini/settings.json, or import it from GEMINI.md with @{path}`,
}
