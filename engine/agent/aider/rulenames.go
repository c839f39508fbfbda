package aider

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Remedy: `list it under "read" in .aider.conf.yml, or start with --read {path}`,
}
