package codex

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:  []string{"AGENTS.override.md", "AGENTS.md"},
	Set:    true,
	Remedy: `name it in project_doc_fallback_filenames in ~/.codex/config.toml`,
}
