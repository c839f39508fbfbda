package zed

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:  []string{".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md", "AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"},
	Remedy: `Zed reads only one file: copy its text into that one`,
}
