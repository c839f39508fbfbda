package junie

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:  []string{".junie/guidelines.md"},
	Remedy: `name it as the path of the guidelines in Junie's settings`,
}
