package tool

import "strings"

// NameRow is what agents call one tool: the row of a canonical name.
type NameRow struct {
	Canonical string
	names     map[string]string // by agent, in lower case and without a version
}

// The agents' own names. Gemini CLI's and Codebolt's are those of the table in the
// description of how the one maps onto the other; Yume's are its own definitions';
// OpenCode's are what it declares. A tool that an agent lacks has no name there.
var nameRows = []NameRow{
	row("read_file", "read_file", "codebolt--readFile", "Read", "read"),
	row("write_file", "write_file", "codebolt--writeFile", "Write", "write"),
	row("edit", "replace", "codebolt--editFile", "Edit", "edit"),
	row("shell", "run_shell_command", "codebolt--executeCommand", "Bash", "bash"),
	row("grep", "grep_search", "codebolt--searchFiles", "Grep", "grep"),
	row("glob", "glob", "codebolt--listFiles", "Glob", "glob"),
	row("ls", "list_directory", "codebolt--listFiles", "LS", ""),
	row("web_fetch", "web_fetch", "codebolt--webFetch", "WebFetch", "webfetch"),
	row("web_search", "google_web_search", "codebolt--webSearch", "WebSearch", ""),
	row("memory", "save_memory", "", "", ""),
	row("attempt_completion", "", "", "", ""),
}

func row(canonical, gemini, codebolt, yume, opencode string) NameRow {
	return NameRow{canonical, map[string]string{
		"gemini-cli": gemini, "codebolt": codebolt, "gemini-builder": codebolt,
		"yume-gemini": yume, "yume-openai": yume, "yume-claude": yume,
		"opencode": opencode,
	}}
}

// CanonicalNames lists the canonical names, in the table's order.
func CanonicalNames() []string {
	names := make([]string, len(nameRows))
	for i, r := range nameRows {
		names[i] = r.Canonical
	}
	return names
}

// NameFor returns an agent's own name for a canonical tool; agent may carry a
// version, which makes no difference. known is false for a name that is not
// canonical; a known tool that the agent lacks has the name "".
func NameFor(agent, canonical string) (name string, known bool) {
	agent, _, _ = strings.Cut(agent, "@")
	for _, r := range nameRows {
		if r.Canonical == canonical {
			return r.names[agent], true
		}
	}
	return "", false
}
