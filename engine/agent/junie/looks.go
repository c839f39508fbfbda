package junie

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names:  []string{".junie/guidelines.md"},
	Remedy: `name it as the path of the guidelines in Junie's settings`,
}
