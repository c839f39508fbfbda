package junie

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Names:  []string{".junie/guidelines.md"},
	Remedy: `name it as the path of the guidelines in Junie's settings`,
}
