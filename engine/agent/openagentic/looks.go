package openagentic

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:  []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"},
	Remedy: `list it under "instructions" in opencode.json`,
}
