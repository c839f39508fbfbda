package amazonq

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Folders: []discovery.Folder{{Dir: ".amazonq/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .amazonq/rules`,
}
