package tool

// Names maps canonical names ([CanonicalNames]) to one agent's own names. A tool that the agent
// does not have is missing in the map.
type Names map[string]string

// Of returns the agent's own name for a tool, or "" if the agent has no such tool or n is nil.
func (n *Names) Of(canonical string) string {
	if n == nil {
		return ""
	}
	return (*n)[canonical]
}

// CanonicalNames lists the names by which templates ask for a tool of any agent.
var CanonicalNames = []string{"read_file", "write_file", "edit", "shell", "grep", "glob", "ls", "web_fetch", "web_search", "memory", "attempt_completion"}
