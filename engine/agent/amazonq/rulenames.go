package amazonq

import "galley/engine/discovery"

// RuleNames lists the files that the agent looks for, for explain and doctor.
var RuleNames = discovery.RuleNames{
	Folders: []discovery.Folder{{Dir: ".amazonq/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .amazonq/rules`,
}
