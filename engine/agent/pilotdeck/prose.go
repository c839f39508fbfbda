package pilotdeck

import (
	"embed"

	"galley/engine/pack"
)

//go:embed prose
var prose embed.FS

// StandIns take the place of the agent's own sentences: prose/FAMILY/ENTRY.txt.
var StandIns = pack.Embedded(prose, "prose")
