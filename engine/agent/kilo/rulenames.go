package kilo

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:     []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md", ".kilocoderules"},
	Folders:   []discovery.Folder{{Dir: ".kilo/rules", Ends: []string{".md"}}, {Dir: ".kilocode/rules", Ends: []string{".md"}}},
	Skills:    []string{".kilo/skills", ".kilo/skill", ".kilocode/skills", ".kilocode/skill", ".agents/skills", ".claude/skills"},
	Subagents: []string{".kilo/agents", ".kilo/agent"},
	Commands:  []discovery.Folder{{Dir: ".kilo/commands", Ends: []string{".md"}}, {Dir: ".kilo/command", Ends: []string{".md"}}, {Dir: ".kilo/workflows", Ends: []string{".md"}}, {Dir: ".kilocode/commands", Ends: []string{".md"}}, {Dir: ".kilocode/command", Ends: []string{".md"}}, {Dir: ".kilocode/workflows", Ends: []string{".md"}}},
	Remedy:    `put it into .kilo/rules`,
}
