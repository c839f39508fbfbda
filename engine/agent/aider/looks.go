package aider

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Remedy: `list it under "read" in .aider.conf.yml, or start with --read {name}`,
}
