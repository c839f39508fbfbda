package openagentic

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Names:  []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"},
	Remedy: `list it under "instructions" in opencode.json`,
}
