package zed

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Names:  []string{".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md", "AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"},
	Remedy: `Zed reads only one file: copy its text into that one`,
}
