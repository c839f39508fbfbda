package pi

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:  []string{"AGENTS.md", "CLAUDE.md", ".pi/SYSTEM.md", ".pi/APPEND_SYSTEM.md"},
	Remedy: `write what it says into AGENTS.md or .pi/APPEND_SYSTEM.md`,
}
