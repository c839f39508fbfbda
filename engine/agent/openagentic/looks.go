package openagentic

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:  []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"},
	Remedy: `list it under "instructions" in opencode.json`,
}
