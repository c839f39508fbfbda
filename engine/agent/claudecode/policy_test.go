package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// Rules about the address of a server. The documentation of Claude Code describes them.
func TestServersAllowedByTheirAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ settings, want string }{
		{`{}`, "local near far"},
		{`{"allowedMcpServers":[{"serverUrl":"https://near.example/*"},{"serverName":"local"}]}`, "local near"},
		{`{"allowedMcpServers":[{"serverUrl":"https://*.example/mcp"}]}`, "near far"},
		{`{"allowedMcpServers":[{"serverName":"far"}]}`, "far"},
		{`{"deniedMcpServers":[{"serverUrl":"https://*/m*p"}]}`, "local"},
		{`{"deniedMcpServers":[{"serverUrl":"https://near.example/mcp"}]}`, "local far"},
		{`{"deniedMcpServers":[{"serverUrl":"https://near.example"},{"serverUrl":"*far.example"},5,{"serverName":7}]}`, "local near far"},
	} {
		w := agenttest.Repository().File("/p/.mcp.json", `{"mcpServers":{"local":{"command":"c"},"near":{"type":"http","url":"https://near.example/mcp"},"far":{"url":"https://far.example/mcp"}}}`).
			File("/h/.claude/settings.json", tt.settings)
		trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
		listed := map[string]bool{}
		for _, c := range trace.OfKind(discovery.Server) {
			listed[c.Name] = c.Verdict == discovery.Listed
		}
		var got []string
		for _, name := range []string{"local", "near", "far"} {
			if listed[name] {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %s", tt.settings, got, tt.want)
		}
	}
}
