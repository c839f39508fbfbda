package codex

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:  []string{"AGENTS.override.md", "AGENTS.md"},
	Set:    true,
	Remedy: `name it in project_doc_fallback_filenames in ~/.codex/config.toml`,
}
