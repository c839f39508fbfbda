package aider

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Remedy: `list it under "read" in .aider.conf.yml, or start with --read {name}`,
}
