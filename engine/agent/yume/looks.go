package yume

import "galley/engine/discovery"

// Looks lists the files that the agent looks for, for explain and doctor.
var Looks = discovery.Looks{
	Names: []string{"CLAUDE.md", ".claude/CLAUDE.md", "claude.md"},
}
