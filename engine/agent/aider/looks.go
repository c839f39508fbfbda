package aider

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Remedy: `list it under "read" in .aider.conf.yml, or start with --read {name}`,
}
