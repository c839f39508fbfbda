package aider

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Remedy: `list it under "read" in .aider.conf.yml, or start with --read {path}`,
}
