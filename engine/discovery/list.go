package discovery

// known has a row for each agent that galley follows, in the order in which views
// list them.
var known = []Agent{
	{Name: "opencode", Title: "OpenCode", Versions: opencodeVersions, Discover: discoverOpencode},
	{Name: "gemini-cli", Title: "Gemini CLI", Versions: geminiCLIVersions, Discover: discoverGeminiCLI},
	{Name: "yume", Title: "Yume", Versions: yumeVersions, Discover: discoverYume},
	{Name: "openagentic", Title: "OpenAgentic", Versions: openagenticVersions, Discover: discoverOpenagentic},
	{Name: "pilotdeck", Title: "PilotDeck", Versions: pilotdeckVersions, Discover: discoverPilotdeck},
	{Name: "codex", Title: "Codex", Versions: codexVersions, Discover: discoverCodex},
	{Name: "crush", Title: "Crush", Versions: crushVersions, Discover: discoverCrush},
	{Name: "qwen-code", Title: "Qwen Code", Versions: qwenCodeVersions, Discover: discoverQwenCode},
	{Name: "claude-code", Title: "Claude Code", Versions: claudeCodeVersions, Discover: discoverClaudeCode},
	{Name: "goose", Title: "Goose", Versions: gooseVersions, Discover: discoverGoose},
	{Name: "cline", Title: "Cline", Versions: clineVersions, Discover: discoverCline},
	{Name: "roo", Title: "Roo Code", Versions: rooVersions, Discover: discoverRoo},
	{Name: "aider", Title: "Aider", Versions: aiderVersions, Discover: discoverAider},
	{Name: "copilot-cli", Title: "Copilot CLI", Versions: copilotCLIVersions, Discover: discoverCopilotCLI},
	{Name: "vscode", Title: "VS Code", Versions: vscodeVersions, Discover: discoverVscode},
	{Name: "cursor", Title: "Cursor", Versions: cursorVersions, Discover: discoverCursor},
	{Name: "windsurf", Title: "Windsurf", Versions: windsurfVersions, Discover: discoverWindsurf},
	{Name: "zed", Title: "Zed", Versions: zedVersions, Discover: discoverZed},
	{Name: "junie", Title: "Junie", Versions: junieVersions, Discover: discoverJunie},
	{Name: "amazon-q", Title: "Amazon Q", Versions: amazonQVersions, Discover: discoverAmazonQ},
}
