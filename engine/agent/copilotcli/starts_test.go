package copilotcli_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/capture/start"
	"galley/engine/facts"
)

func TestStarts(t *testing.T) {
	t.Parallel()
	agenttest.Starts(t, "copilot-cli", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) {}},
		{Name: "with a model in the settings, and files of the user", Build: func(w *facts.Memory) {
			w.File("/h/.copilot/config.json", `{"model":"m"} // said`).File("/h/.copilot/copilot-instructions.md", "c").File("/h/.copilot/more.md", "m").File("/h/.copilot/note.txt", "n").
				File("/h/.copilot/skills/one/SKILL.md", "1").File("/h/.agents/skills/one/SKILL.md", "1").File("/h/.agents/skills/two/SKILL.md", "2")
		}},
		{Name: "with its folder elsewhere", Build: func(w *facts.Memory) {
			w.Env("COPILOT_HOME", "/own").File("/own/config.json", `{"model":"m"}`).File("/own/mcp-config.json", `{"mcpServers":{"s":{"command":"node"}}}`).File("/h/.agents/skills/two/SKILL.md", "2")
		}, In: start.Input{Model: "n", Args: []string{"-x"}}},
		{Name: "with servers and hooks", Build: func(w *facts.Memory) {
			w.File("/p/.mcp.json", `{"mcpServers":{"a":{"command":"x"}}}`).File("/p/d/.github/mcp.json", `{"mcpServers":{"b":{"command":"y"}}}`).
				File("/p/.github/hooks/a.json", `{"hooks":{"sessionStart":[{"bash":"one","command":"not this"},{"command":"two"}]}}`).File("/p/d/.github/hooks/b.json", `{`)
		}},
	})
}
