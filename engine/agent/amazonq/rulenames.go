package amazonq

import "galley/engine/discovery"

// RuleNames tells the commands explain and doctor where the agent looks for rule files. It decides
// nothing: Discover searches and loads them.
var RuleNames = discovery.RuleNames{
	Folders: []discovery.Folder{{Dir: ".amazonq/rules", Ends: []string{".md"}}},
	Remedy:  `put it into .amazonq/rules`,
}
