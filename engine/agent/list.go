package agent

import (
	"galley/engine/agent/aider"
	"galley/engine/agent/amazonq"
	"galley/engine/agent/claudecode"
	"galley/engine/agent/cline"
	"galley/engine/agent/clinecli"
	"galley/engine/agent/codebolt"
	"galley/engine/agent/codex"
	"galley/engine/agent/continuecli"
	"galley/engine/agent/copilotcli"
	"galley/engine/agent/crush"
	"galley/engine/agent/cursor"
	"galley/engine/agent/geminicli"
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/agent/goose"
	"galley/engine/agent/junie"
	"galley/engine/agent/kilo"
	"galley/engine/agent/openagentic"
	"galley/engine/agent/opencode"
	"galley/engine/agent/pi"
	"galley/engine/agent/pilotdeck"
	"galley/engine/agent/qwencode"
	"galley/engine/agent/roo"
	"galley/engine/agent/template"
	"galley/engine/agent/vscode"
	"galley/engine/agent/windsurf"
	"galley/engine/agent/yume"
	"galley/engine/agent/zed"
)

// known has a row for each agent that galley follows, in the order in which all lists show them:
// the template alone, the agents that most people use, and the others by their titles. For the
// lists of a project, [Registry.Here] moves to the front the agents that matter there.
var known = []Agent{
	{Name: "template", Title: "The template alone", Profiles: template.Profiles},
	{Name: "claude-code", Title: "Claude Code", Aliases: []string{"claude"}, Vendor: "anthropic", Versions: claudecode.Versions, Discover: claudecode.Discover, RuleNames: claudecode.RuleNames, Sketch: claudecode.Sketch, Survives: claudecode.Survives, Inherits: &claudecode.Inherits, Start: &claudecode.Start},
	{Name: "codex", Title: "Codex", Vendor: "openai", Versions: codex.Versions, Discover: codex.Discover, RuleNames: codex.RuleNames, Sketch: codex.Sketch, Survives: codex.Survives, Start: &codex.Start},
	{Name: "gemini-cli", Title: "Gemini CLI", Aliases: []string{"gemini"}, Vendor: "google", Versions: geminicli.Versions, Discover: geminicli.Discover, RuleNames: geminicli.RuleNames, Survives: geminicli.Survives, Inherits: &geminicli.Inherits, Profiles: geminicli.Profiles, StandIns: gemini.StandIns, Tools: &geminicli.ToolNames, Start: &geminicli.Start},
	{Name: "opencode", Title: "OpenCode", Versions: opencode.Versions, Discover: opencode.Discover, RuleNames: opencode.RuleNames, Survives: opencode.Survives, Inherits: &opencode.Inherits, Profiles: opencode.Profiles, StandIns: opencode.StandIns, Tools: &opencode.ToolNames, Start: &opencode.Start},
	{Name: "copilot-cli", Title: "Copilot CLI", Aliases: []string{"copilot"}, Versions: copilotcli.Versions, Discover: copilotcli.Discover, RuleNames: copilotcli.RuleNames, Sketch: copilotcli.Sketch, Survives: copilotcli.Survives, Inherits: &copilotcli.Inherits, Start: &copilotcli.Start},
	{Name: "cursor", Title: "Cursor", Versions: cursor.Versions, Discover: cursor.Discover, RuleNames: cursor.RuleNames},
	{Name: "cline-cli", Title: "Cline CLI", Versions: clinecli.Versions, Discover: clinecli.Discover, RuleNames: clinecli.RuleNames, Sketch: clinecli.Sketch, Start: &clinecli.Start},
	{Name: "qwen-code", Title: "Qwen Code", Aliases: []string{"qwen"}, Versions: qwencode.Versions, Discover: qwencode.Discover, RuleNames: qwencode.RuleNames, Sketch: qwencode.Sketch, Survives: qwencode.Survives, Inherits: &qwencode.Inherits, Start: &qwencode.Start},
	{Name: "aider", Title: "Aider", Versions: aider.Versions, Discover: aider.Discover, RuleNames: aider.RuleNames},
	{Name: "amazon-q", Title: "Amazon Q", Aliases: []string{"q", "amazonq"}, Versions: amazonq.Versions, Discover: amazonq.Discover, RuleNames: amazonq.RuleNames},
	{Name: "cline", Title: "Cline", Versions: cline.Versions, Discover: cline.Discover, RuleNames: cline.RuleNames},
	{Name: "codebolt", Title: "Codebolt", Profiles: codebolt.Profiles, StandIns: codebolt.StandIns, Tools: &codebolt.ToolNames},
	{Name: "continue", Title: "Continue CLI", Aliases: []string{"cn"}, Versions: continuecli.Versions, Discover: continuecli.Discover, RuleNames: continuecli.RuleNames, Sketch: continuecli.Sketch, Survives: continuecli.Survives, Start: &continuecli.Start},
	{Name: "crush", Title: "Crush", Versions: crush.Versions, Discover: crush.Discover, RuleNames: crush.RuleNames, Sketch: crush.Sketch, Start: &crush.Start},
	{Name: "goose", Title: "Goose", Versions: goose.Versions, Discover: goose.Discover, RuleNames: goose.RuleNames},
	{Name: "junie", Title: "Junie", Versions: junie.Versions, Discover: junie.Discover, RuleNames: junie.RuleNames},
	{Name: "kilo", Title: "Kilo CLI", Versions: kilo.Versions, Discover: kilo.Discover, RuleNames: kilo.RuleNames, Survives: kilo.Survives, Sketch: kilo.Sketch, Start: &kilo.Start},
	{Name: "openagentic", Title: "OpenAgentic", Versions: openagentic.Versions, Discover: openagentic.Discover, RuleNames: openagentic.RuleNames, Profiles: openagentic.Profiles, StandIns: openagentic.StandIns},
	{Name: "pi", Title: "pi", Versions: pi.Versions, Discover: pi.Discover, RuleNames: pi.RuleNames, Sketch: pi.Sketch, Survives: pi.Survives, Start: &pi.Start},
	{Name: "pilotdeck", Title: "PilotDeck", Versions: pilotdeck.Versions, Discover: pilotdeck.Discover, RuleNames: pilotdeck.RuleNames, Profiles: pilotdeck.Profiles, StandIns: pilotdeck.StandIns},
	{Name: "roo", Title: "Roo Code", Aliases: []string{"roo-code"}, Versions: roo.Versions, Discover: roo.Discover, RuleNames: roo.RuleNames},
	{Name: "vscode", Title: "VS Code", Aliases: []string{"code"}, Versions: vscode.Versions, Discover: vscode.Discover, RuleNames: vscode.RuleNames},
	{Name: "windsurf", Title: "Windsurf", Aliases: []string{"devin"}, Versions: windsurf.Versions, Discover: windsurf.Discover, RuleNames: windsurf.RuleNames},
	{Name: "yume", Title: "Yume", Versions: yume.Versions, Discover: yume.Discover, RuleNames: yume.RuleNames, Profiles: yume.Profiles, StandIns: yume.StandIns, Tools: &yume.ToolNames},
	{Name: "zed", Title: "Zed", Versions: zed.Versions, Discover: zed.Discover, RuleNames: zed.RuleNames},
}
