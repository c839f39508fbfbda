package geminicli

import "galley/engine/discovery"

// Lasts says what becomes of what files brought in: a session of 0.61.0 that was continued
// by -r showed it, and what /clear does was read in the code.
var Lasts = []discovery.Lasting{
	{What: discovery.AtStart, At: discovery.Resume, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.Below, At: discovery.Resume, Fate: discovery.Kept, Evidence: discovery.Executed},
	{What: discovery.AtStart, At: discovery.Clear, Fate: discovery.SentAgain, Evidence: discovery.ReadSource},
	{What: discovery.Below, At: discovery.Clear, Fate: discovery.Gone, Evidence: discovery.ReadSource},
}
