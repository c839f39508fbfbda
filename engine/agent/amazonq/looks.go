package amazonq

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Folders: []discovery.Folder{{Dir: ".amazonq/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .amazonq/rules`,
}
