package yume

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names: []string{"CLAUDE.md", ".claude/CLAUDE.md", "claude.md"},
}
