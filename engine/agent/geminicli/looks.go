package geminicli

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:  []string{"GEMINI.md"},
	Nested: true,
	Set:    true,
	Remedy: `add "{name}" to context.fileName in .gemini/settings.json, or import it from GEMINI.md with @{name}`,
}
