package geminicli

import "galley/engine/tool"

// ToolNames are the agent's names for its tools. They come from the description of how Gemini CLI's
// tools correspond to Codebolt's.
var ToolNames = tool.Names{
	"read_file":  "read_file",
	"write_file": "write_file",
	"edit":       "replace",
	"shell":      "run_shell_command",
	"grep":       "grep_search",
	"glob":       "glob",
	"ls":         "list_directory",
	"web_fetch":  "web_fetch",
	"web_search": "google_web_search",
	"memory":     "save_memory",
}
