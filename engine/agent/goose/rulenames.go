package goose

import "galley/engine/discovery"

// RuleNames says where the agent looks for rule files; the commands explain and doctor use this.
var RuleNames = discovery.RuleNames{
	Names:  []string{".goosehints", "AGENTS.md"},
	Set:    true,
	Remedy: `name it in the variable CONTEXT_FILE_NAMES`,
}
