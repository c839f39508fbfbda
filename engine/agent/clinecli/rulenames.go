package clinecli

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:    []string{".clinerules", "AGENTS.md"},
	Folders:  []discovery.Folder{{Dir: ".clinerules", Ends: []string{".md", ".markdown", ".txt"}}, {Dir: ".cline/rules", Ends: []string{".md", ".markdown", ".txt"}}},
	Commands: []discovery.Folder{{Dir: ".clinerules/workflows", Ends: []string{".md", ".markdown", ".txt"}}, {Dir: ".cline/workflows", Ends: []string{".md", ".markdown", ".txt"}}},
	Remedy:   `put it into .clinerules`,
}
