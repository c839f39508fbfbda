package codex

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:  []string{"AGENTS.override.md", "AGENTS.md"},
	Set:    true,
	Remedy: `name it in project_doc_fallback_filenames in ~/.codex/config.toml`,
}
