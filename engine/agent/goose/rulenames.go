package goose

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Names:  []string{".goosehints", "AGENTS.md"},
	Set:    true,
	Remedy: `name it in the variable CONTEXT_FILE_NAMES`,
}
