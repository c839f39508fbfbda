package junie

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Names:  []string{".junie/guidelines.md"},
	Remedy: `name it as the path of the guidelines in Junie's settings`,
}
