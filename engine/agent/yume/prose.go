package yume

import (
	"embed"

	"galley/engine/pack"
)

//go:embed prose
var prose embed.FS

// StandIns are galley's replacements for the agent's own sentences, in prose/FAMILY/ENTRY.txt.
var StandIns = pack.Embedded(prose, "prose")
