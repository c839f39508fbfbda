package goose

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:  []string{".goosehints", "AGENTS.md"},
	Set:    true,
	Remedy: `name it in the variable CONTEXT_FILE_NAMES`,
}
