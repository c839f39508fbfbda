package codebolt

import "galley/engine/tool"

// ToolNames are the agent's names for its tools, as yume@2025 lists them beside those of
// Gemini CLI.
var ToolNames = tool.Names{
	"read_file":  "codebolt--readFile",
	"write_file": "codebolt--writeFile",
	"edit":       "codebolt--editFile",
	"shell":      "codebolt--executeCommand",
	"grep":       "codebolt--searchFiles",
	"glob":       "codebolt--listFiles",
	"ls":         "codebolt--listFiles",
	"web_fetch":  "codebolt--webFetch",
	"web_search": "codebolt--webSearch",
}
