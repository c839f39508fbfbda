package agent_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
)

// If an agent ignores a settings file as a whole, doctor reports a problem of that file at the
// place of the fault.
func TestDoctorReportsFaultsOfSettingsFiles(t *testing.T) {
	const broken = "{\n  \"a\": 1,\n  \"b\" 2\n}"
	for _, tt := range []struct{ agent, file, text, want string }{
		{"qwen-code", "/p/.qwen/settings.json", broken, "bad-file /p/.qwen/settings.json:3:7 it is not JSON with comments: "},
		{"claude-code", "/p/.claude/settings.json", broken, "bad-file /p/.claude/settings.json:3:7 it is not a JSON object: "},
		{"claude-code", "/p/.claude/settings.json", `{"language": 5}`, "bad-file /p/.claude/settings.json:1:1 language must be a text"},
		{"claude-code", "/p/.mcp.json", `{"mcpServers": {`, "bad-file /p/.mcp.json:1:17 it is not a JSON object: "},
		{"vscode", "/p/.vscode/settings.json", "[1]", "bad-file /p/.vscode/settings.json:1:1 it is not JSON with comments: "},
		{"opencode", "/p/opencode.json", broken, "agent-refuses /p/opencode.json it is not JSON with comments: line 3, column 7: "},
		{"gemini-cli", "/p/.gemini/settings.json", "{\n  // one\n  \"a\": 1,\n}", "agent-refuses /p/.gemini/settings.json line 4, column 1: it is not a JSON object with comments: "},
		{"gemini-cli", "/p/.gemini/settings.json", "", "agent-refuses /p/.gemini/settings.json line 1, column 1: it is not a JSON object with comments: "},
		{"codex", "/h/.codex/config.toml", "a = 1\nb = = 2\n", "agent-refuses /h/.codex/config.toml line 2, column 5: it is not TOML: "},
	} {
		w := agenttest.Repository().File(tt.file, tt.text)
		if tt.agent == "gemini-cli" {
			w.Env("GEMINI_CLI_TRUST_WORKSPACE", "true")
		}
		found := examined(t, w, "/p", tt.agent)
		if !slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, tt.want) }) {
			t.Errorf("%s: %q, want %q", tt.agent, found, tt.want)
		}
	}
	for text, refused := range map[string]bool{`{"/p": "TRUST_FOLDER"} // all`: false, `{"/p": "TRUST_FOLDER",}`: true, "{": true} {
		w := agenttest.Repository().File("/h/trust.json", text).File("/p/GEMINI.md", "g").Env("GEMINI_CLI_TRUSTED_FOLDERS_PATH", "/h/trust.json")
		found := examined(t, w, "/p", "gemini-cli")
		if told := slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, "agent-refuses /h/trust.json line 1, column ") }); told != refused {
			t.Errorf("%s: %q", text, found)
		}
	}
}
