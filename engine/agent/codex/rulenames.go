package codex

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Names:         []string{"AGENTS.override.md", "AGENTS.md"},
	Set:           true,
	OneADirectory: true,
	Skills:        []string{".codex/skills", ".agents/skills"},
	Subagents:     []string{".codex/agents"},
	SubagentEnd:   ".toml",
	Remedy:        `name it in project_doc_fallback_filenames in ~/.codex/config.toml`,
	RemedyOnWay:   true,
}
