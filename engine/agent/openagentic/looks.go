package openagentic

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:  []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"},
	Remedy: `list it under "instructions" in opencode.json`,
}
