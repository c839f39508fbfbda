package codex

import "galley/engine/discovery"

// Lasts says what becomes of what files brought in, as a session of 0.171.0 showed that
// was continued by exec resume.
var Lasts = []discovery.Lasting{
	{What: discovery.AtStart, At: discovery.Resume, Fate: discovery.Kept, Note: "a file that changed is sent once more behind the history", Evidence: discovery.Executed},
}
