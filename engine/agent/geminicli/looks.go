package geminicli

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:  []string{"GEMINI.md"},
	Nested: true,
	Set:    true,
	Remedy: `add "{name}" to context.fileName in .gemini/settings.json, or import it from GEMINI.md with @{name}`,
}
