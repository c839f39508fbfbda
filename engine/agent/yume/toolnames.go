package yume

import "galley/engine/tool"

// ToolNames are the agent's names for its tools: those of its own definitions.
var ToolNames = tool.Names{
	"read_file":  "Read",
	"write_file": "Write",
	"edit":       "Edit",
	"shell":      "Bash",
	"grep":       "Grep",
	"glob":       "Glob",
	"ls":         "LS",
	"web_fetch":  "WebFetch",
	"web_search": "WebSearch",
}
