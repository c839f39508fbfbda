package pilotdeck

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{}
