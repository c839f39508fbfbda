package geminicli_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// The list of sub-agents as Gemini CLI 0.61.0 sent it, with a sub-agent of the user.
func TestUsersSubAgentsFollowTheBuiltInOnes(t *testing.T) {
	w := agenttest.Repository()
	part := func() string {
		return agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}).Part("subagents").Text.String()
	}
	if got := part(); got != "" {
		t.Errorf("without a file: %q", got)
	}
	w.File("/h/.gemini/agents/a-b.md", "---\nname: a-b\ndescription: Looks.\n---\nYou review.\n")
	const own, want = "  <subagent>\n    <name>cli_help</name>\n", "  <subagent>\n    <name>a-b</name>\n    <description>Looks.</description>\n  </subagent>\n</available_subagents>"
	if got := part(); !strings.HasSuffix(got, want) || strings.Count(got, own) != 1 {
		t.Errorf("%q", got)
	}
	w.File("/h/.gemini/settings.json", `{"agents": {"overrides": {"cli_help": {"enabled": false}}}}`)
	if got := part(); strings.Contains(got, own) || !strings.HasSuffix(got, want) {
		t.Errorf("with one built-in sub-agent disabled: %q", got)
	}
	w.File("/p/s.md", "Mine.\n").Env("GEMINI_SYSTEM_MD", "/p/s.md")
	if got := part(); got != "" {
		t.Errorf("with a system prompt of the user: %q", got)
	}
}

// If two sub-agents have the same name, the first counts. A sub-agent that is refused does not
// take the name.
func TestTheFirstSubAgentOfANameCounts(t *testing.T) {
	const good = "---\nname: one\ndescription: Looks.\n---\nYou review.\n"
	w := agenttest.Repository().File("/h/.gemini/agents/a.md", "---\nname: one\n---\nYou review.\n").File("/h/.gemini/agents/b.md", good).File("/h/.gemini/agents/c.md", good)
	trace := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{})
	for name, want := range map[string]string{"a.md": "not loaded front-matter", "b.md": "listed", "c.md": "not loaded shadowed-by-name"} {
		if got := agenttest.ReasonOf(trace, "/h/.gemini/agents/"+name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
