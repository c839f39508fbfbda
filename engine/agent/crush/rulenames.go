package crush

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:    []string{".github/copilot-instructions.md", ".cursorrules", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "CRUSH.md", "CRUSH.local.md", "AGENTS.md"},
	Folders:  []discovery.Folder{{Dir: ".cursor/rules", Borrowed: true}},
	Set:      true,
	Commands: []discovery.Folder{{Dir: ".crush/commands", Ends: []string{".md"}}},
	Remedy:   `add it to context_paths in the options of crush.json`,
}
