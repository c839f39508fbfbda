package geminicli

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:  []string{"GEMINI.md"},
	Nested: true,
	Set:    true,
	Remedy: `add "{name}" to context.fileName in .gemini/settings.json, or import it from GEMINI.md with @{name}`,
}
