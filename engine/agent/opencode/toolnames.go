package opencode

import "galley/engine/tool"

// ToolNames are the agent's names for its tools: what it declares.
var ToolNames = tool.Names{
	"read_file":  "read",
	"write_file": "write",
	"edit":       "edit",
	"shell":      "bash",
	"grep":       "grep",
	"glob":       "glob",
	"web_fetch":  "webfetch",
}
