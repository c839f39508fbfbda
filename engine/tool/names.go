package tool

// Names are what one agent calls its tools, by the canonical name: an entry of
// [CanonicalNames]. A tool that the agent lacks has no entry.
type Names map[string]string

// Of returns the agent's own name, "" where it has none or n is nil.
func (n *Names) Of(canonical string) string {
	if n == nil {
		return ""
	}
	return (*n)[canonical]
}

// CanonicalNames lists the names by which templates ask for a tool of any agent.
var CanonicalNames = []string{"read_file", "write_file", "edit", "shell", "grep", "glob", "ls", "web_fetch", "web_search", "memory", "attempt_completion"}
