package tool

// Names maps canonical names ([CanonicalNames]) to one agent's own. A tool that the
// agent lacks has no entry.
type Names map[string]string

// Of returns the agent's own name, or "" if it has none or n is nil.
func (n *Names) Of(canonical string) string {
	if n == nil {
		return ""
	}
	return (*n)[canonical]
}

// CanonicalNames lists the names by which templates ask for a tool of any agent.
var CanonicalNames = []string{"read_file", "write_file", "edit", "shell", "grep", "glob", "ls", "web_fetch", "web_search", "memory", "attempt_completion"}
