package yume

import "galley/engine/discovery"

// Looks says in data what is looked for, for people who ask why their file is not.
var Looks = discovery.Looks{
	Names: []string{"CLAUDE.md", ".claude/CLAUDE.md", "claude.md"},
}
