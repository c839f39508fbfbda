package yume

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Names: []string{"CLAUDE.md", ".claude/CLAUDE.md", "claude.md"},
}
