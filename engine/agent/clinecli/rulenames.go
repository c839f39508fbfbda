package clinecli

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Names:    []string{".clinerules", "AGENTS.md"},
	Folders:  []discovery.Folder{{Dir: ".clinerules", Ends: []string{".md", ".markdown", ".txt"}}, {Dir: ".cline/rules", Ends: []string{".md", ".markdown", ".txt"}}},
	Commands: []discovery.Folder{{Dir: ".clinerules/workflows", Ends: []string{".md", ".markdown", ".txt"}}, {Dir: ".cline/workflows", Ends: []string{".md", ".markdown", ".txt"}}},
	Remedy:   `put it into .clinerules`,
}
