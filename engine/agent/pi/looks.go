package pi

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:  []string{"AGENTS.md", "CLAUDE.md", ".pi/SYSTEM.md", ".pi/APPEND_SYSTEM.md"},
	Remedy: `write what it says into AGENTS.md or .pi/APPEND_SYSTEM.md`,
}
