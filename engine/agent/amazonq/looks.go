package amazonq

import "galley/engine/discovery"

// Looks lists what the agent looks for. Explain and doctor name it to say why a file is not loaded.
var Looks = discovery.Looks{
	Folders: []discovery.Folder{{Dir: ".amazonq/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .amazonq/rules`,
}
