package goose

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:  []string{".goosehints", "AGENTS.md"},
	Set:    true,
	Remedy: `name it in the variable CONTEXT_FILE_NAMES`,
}
