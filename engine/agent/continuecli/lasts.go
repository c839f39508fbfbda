package continuecli

import "galley/engine/discovery"

// Lasts says what becomes of what files brought in, as a session of 1.5.47 showed that was
// continued by --resume while the files changed: each request carries them as they are then.
var Lasts = []discovery.Lasting{
	{What: discovery.AtStart, At: discovery.Resume, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Resume, Fate: discovery.SentAgain, Evidence: discovery.Executed},
}
