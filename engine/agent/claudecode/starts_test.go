package claudecode_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/capture/start"
	"galley/engine/facts"
)

func TestStarts(t *testing.T) {
	t.Parallel()
	const settings, state = "/h/.claude/settings.json", "/h/.claude.json"
	agenttest.Starts(t, "claude-code", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) {}},
		{Name: "with settings that a capture leaves out, and servers", Build: func(w *facts.Memory) {
			w.File(settings, `{"apiKeyHelper":"get","env":{"ANTHROPIC_AUTH_TOKEN":"t","EDITOR":"vi"},"model":"opus","claudeMdExcludes":["**/x.md"],"enableAllProjectMcpServers":false,"statusLine":{"command":"line"},"enabledPlugins":{"on":true,"off":false}}`).
				File(state, `{"oauthAccount":{"x":"s"},"cachedFeatureFlags":{"f":"on"},"mcpServers":{"u":{"command":"node"}},"projects":{"/p":{"hasClaudeMdExternalIncludesWarningShown":false,"mcpServers":{"l":{"command":"x"}}},"/q":{"a":1}}}`).
				File("/p/.mcp.json", `{"mcpServers":{"m":{"command":"y"}}}`).File("/p/d/.claude/settings.local.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./x.sh"}]}]}}`)
		}, In: start.Input{Model: "m", Args: []string{"--verbose"}}},
		{Name: "with settings that are a list", Build: func(w *facts.Memory) { w.File(settings, `[1]`).File(state, `[]`) }},
		{Name: "below the home", Build: func(w *facts.Memory) { w.File(settings, `{"claudeMdExcludes":["a"]}`) }, In: start.Input{Cwd: "/h/p"}},
		{Name: "below the home, with settings that are a list", Build: func(w *facts.Memory) { w.File(settings, `[1]`) }, In: start.Input{Cwd: "/h/p"}},
		{Name: "with another directory of settings", Build: func(w *facts.Memory) {
			w.Env("CLAUDE_CONFIG_DIR", "/own").File("/own/settings.json", `{"model":"m"}`).File("/own/.claude.json", `{"mcpServers":{"o":{"command":"z"}}}`).File(state, `{"mcpServers":{"u":{"command":"node"}}}`)
		}, In: start.Input{Cwd: "/own/d"}},
	})
}
