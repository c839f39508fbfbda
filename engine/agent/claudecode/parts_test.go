package claudecode_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The trace lists the parts of the request in the request's order. Stand-ins take the place of the
// agent's own sentences.
func TestPartsFollowTheOrderOfTheRequest(t *testing.T) {
	w := agenttest.Repository().File("/p/CLAUDE.md", "C").
		File("/p/.claude/skills/s/SKILL.md", "---\ndescription: d\n---\nB").
		File("/p/.claude/agents/rev.md", "---\nname: rev\ndescription: r\ntools: Read\n---\nP").
		File("/p/.claude/output-styles/x.md", "S").File("/p/.mcp.json", `{"mcpServers":{"a":{"command":"x"}}}`).
		File("/p/.claude/settings.json", `{"outputStyle":"x","hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"h"}]}]}}`)
	trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{
		Servers: map[string]discovery.ServerAnswer{"a": {Tools: []string{"t"}, Instructions: "I"}},
	})
	want := []struct{ name, text string }{
		{"rules", "<system-reminder>\n{{text:rules-intro}}\n\nContents of /p/CLAUDE.md (project instructions, checked into the codebase):\n\nC\n</system-reminder>"},
		{"hooks", "SessionStart:startup hook success: {{text:hook h}}\n"},
		{"output-style", "# Output Style: x\nS"},
		{"servers", "{{text:deferred-tools}}\nmcp__a__t"},
		{"agents", "{{text:agents-intro}}\n- claude: {{text:agent claude}}\n- Explore: {{text:agent Explore}}\n- general-purpose: {{text:agent general-purpose}}\n" +
			"- Plan: {{text:agent Plan}}\n- rev: r (Tools: Read)\n- statusline-setup: {{text:agent statusline-setup}}\n\n"},
		{"server-instructions", "# MCP Server Instructions\n\n{{text:server-instructions-intro}}\n\n## a\nI"},
		{"skills", "- s: d\n"},
		{"output-style-reminder", "{{text:output-style-reminder}}"},
	}
	for i, p := range trace.Parts {
		if i >= len(want) || p.Name != want[i].name || p.Text.String() != want[i].text {
			t.Errorf("part %d is %s: %q", i, p.Name, p.Text.String())
		}
	}
	if len(trace.Parts) != len(want) || strings.Contains(trace.Text.String(), "{{text:") {
		t.Errorf("%d parts, want %d", len(trace.Parts), len(want))
	}
}

// Without a sub-agent of the user, the list of sub-agents has only the agent's own words, and its
// part is marked so. A profile without a capture leaves such a part out, because the size of its
// words is already part of what was measured.
func TestListOfBuiltInAgentsIsThereWithoutOthers(t *testing.T) {
	own := func(w *facts.Memory) bool {
		parts := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{}).Parts
		i := slices.IndexFunc(parts, func(p discovery.Part) bool { return p.Name == "agents" })
		return parts[i].OwnOnly
	}
	if !own(agenttest.Repository()) {
		t.Error("the list without an agent of the user's does not have only the agent's own words")
	}
	if own(agenttest.Repository().File("/p/.claude/agents/rev.md", "---\nname: rev\ndescription: r\n---\nP")) {
		t.Error("the list with an agent of the user's has only the agent's own words")
	}
}
