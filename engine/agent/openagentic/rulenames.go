package openagentic

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:  []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"},
	Remedy: `list it under "instructions" in opencode.json`,
}
