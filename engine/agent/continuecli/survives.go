package continuecli

import "galley/engine/discovery"

// Survives says what happens to the texts of files when a session is continued. It was observed
// with version 1.5.47 and --resume, while the files changed. Each request contains the files'
// current texts.
var Survives = []discovery.Survival{
	{What: []discovery.TextKind{discovery.AtStart, discovery.SkillList}, At: discovery.Resume, Outcome: discovery.SentAgain, Evidence: discovery.Executed},
}
