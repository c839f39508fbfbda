package aider

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Remedy: `list it under "read" in .aider.conf.yml, or start with --read {path}`,
}
