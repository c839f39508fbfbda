package opencode

import "galley/engine/tool"

// ToolNames are the names of the tools that the agent declares.
var ToolNames = tool.Names{
	"read_file":  "read",
	"write_file": "write",
	"edit":       "edit",
	"shell":      "bash",
	"grep":       "grep",
	"glob":       "glob",
	"web_fetch":  "webfetch",
}
