package codex_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestPartsOfTheRequest(t *testing.T) {
	skill := func(name, more string) string { return "---\nname: " + name + "\n" + more + "\n---\nBody.\n" }
	w := agenttest.Repository().Dir("/p/d").
		File("/p/AGENTS.md", "Root.\n").
		File("/p/d/.codex/skills/near/SKILL.md", skill("near", "description: a & b")).
		File("/p/.agents/skills/one/SKILL.md", skill("one", "description: of the project")).
		File("/h/.agents/skills/one/SKILL.md", skill("one", "description: of the user")).
		File("/h/.codex/skills/.system/own/SKILL.md", skill("own", "description: of the program")).
		File("/p/.agents/skills/deep/er/SKILL.md", skill("Deeper", "description: d")).
		File("/p/.agents/skills/none/SKILL.md", skill("none", "")).
		File("/p/.claude/skills/other/SKILL.md", skill("other", "description: not looked at")).
		File("/h/.codex/prompts/go.md", "Go.").
		File("/h/.codex/config.toml", "[mcp_servers.on]\ncommand = \"true\"\n[mcp_servers.off]\ncommand = \"true\"\nenabled = false\n")
	trace := agenttest.Discover(t, w, "codex", "/p/d", discovery.Options{})
	if len(trace.Parts) != 2 || trace.Parts[1].Text.String() != "# AGENTS.md instructions for /p/d\n\n<INSTRUCTIONS>\nRoot.\n\n</INSTRUCTIONS>" {
		t.Fatalf("parts: %+v", trace.Parts)
	}
	want := "- `r0` = `/p/d/.codex/skills`\n- `r1` = `/h/.agents/skills`\n- `r2` = `/h/.codex/skills/.system`\n- `r3` = `/p/.agents/skills`\n" +
		"### Available skills\n[codex/own-skills]- Deeper: d (file: r3/deep/er/SKILL.md)\n- near: a & b (file: r0/near/SKILL.md)\n- one: of the project (file: r3/one/SKILL.md)\n" +
		"- one: of the user (file: r1/one/SKILL.md)\n</skills_instructions>"
	if got := trace.Parts[0].Text.String(); got != want {
		t.Errorf("skills\n got %q\nwant %q", got, want)
	}
	if got := trace.Parts[0].Numbered; got != "(file: r2/" {
		t.Errorf("Codex's own skills are in %q", got)
	}
	if got := agenttest.ReasonOf(trace, "/p/.agents/skills/none/SKILL.md"); got != "not loaded front-matter" {
		t.Errorf("a skill without a description: %s", got)
	}
	if got := agenttest.ReasonOf(trace, "/h/.codex/prompts/go.md"); got != "not loaded people-only" {
		t.Errorf("a prompt: %s", got)
	}
	var servers []string
	for _, c := range trace.OfKind(discovery.Server) {
		servers = append(servers, c.Name+" "+string(c.Verdict))
	}
	if got := strings.Join(servers, ", "); got != "off not loaded, on listed" {
		t.Errorf("servers: %s", got)
	}
}
