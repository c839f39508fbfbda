package continuecli

import "galley/engine/discovery"

// Survives was observed with version 1.5.47: the files changed, and --resume continued the
// session. Each request contains the files' current texts.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList}, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
}
