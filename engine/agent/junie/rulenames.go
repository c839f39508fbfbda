package junie

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Names:  []string{".junie/guidelines.md"},
	Remedy: `name it as the path of the guidelines in Junie's settings`,
}
