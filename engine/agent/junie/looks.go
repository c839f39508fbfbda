package junie

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names:  []string{".junie/guidelines.md"},
	Remedy: `name it as the path of the guidelines in Junie's settings`,
}
