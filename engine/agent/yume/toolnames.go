package yume

import "galley/engine/tool"

// ToolNames are the names in the document's own tool definitions.
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
