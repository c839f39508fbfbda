package clinecli_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestClineCLI(t *testing.T) {
	none := discovery.Options{}
	const skill = "---\nname: s\ndescription: d\n---\nbody"
	agenttest.Hold(t, "cline-cli", "/p/d", []agenttest.RuleTest{
		{"switched off", agenttest.File("/p/d/.clinerules/a.md", "---\ndisabled: true\n---\nA"), none, "/p/d/.clinerules/a.md", "not loaded disabled"},
		{"not switched on", agenttest.File("/p/d/.clinerules/a.md", "---\nenabled: false\n---\nA"), none, "/p/d/.clinerules/a.md", "not loaded disabled"},
		{"switched on", agenttest.File("/p/d/.clinerules/a.md", "---\nenabled: true\n---\nA"), none, "/p/d/.clinerules/a.md", "loaded"},
		{"a switch that is not a boolean", agenttest.File("/p/d/.clinerules/a.md", "---\ndisabled: 1\n---\nA"), none, "/p/d/.clinerules/a.md", "not loaded front-matter"},
		{"a name that is not text", agenttest.File("/p/d/.clinerules/a.md", "---\nname: 1\n---\nA"), none, "/p/d/.clinerules/a.md", "not loaded front-matter"},
		{"no YAML", agenttest.File("/p/d/.clinerules/a.md", "---\na: [\n---\nA"), none, "/p/d/.clinerules/a.md", "not loaded front-matter"},
		{"front matter that is a list", agenttest.File("/p/d/.clinerules/a.md", "---\n- a\n---\nA"), none, "/p/d/.clinerules/a.md", "loaded"},
		{"nothing behind the front matter", agenttest.File("/p/d/.clinerules/a.md", "---\na: 1\n---\n \n"), none, "/p/d/.clinerules/a.md", "not loaded empty"},
		{"paths mean nothing", agenttest.File("/p/d/.clinerules/a.md", "---\npaths: []\n---\nA"), none, "/p/d/.clinerules/a.md", "loaded"},
		{"the global folder elsewhere", func(w *facts.Memory) { w.Env("CLINE_DIR", "/x").File("/x/rules/a.md", "a") }, none, "/x/rules/a.md", "loaded"},
		{"OneDrive's documents", func(w *facts.Memory) { w.Env("OneDrive", "/o").File("/o/Documents/Cline/Rules/a.md", "a") }, none, "/o/Documents/Cline/Rules/a.md", "loaded"},
		{"the extension's files", agenttest.File("/p/d/.cursorrules", "a"), none, "/p/d/.cursorrules", "not loaded not-looked-for"},
		{"a skill of the repository's root", agenttest.File("/p/.agents/skills/s/SKILL.md", skill), none, "/p/.agents/skills/s/SKILL.md", "listed"},
		{"a skill of the directory", agenttest.File("/p/d/.agents/skills/s/SKILL.md", skill), none, "/p/d/.agents/skills/s/SKILL.md", ""},
		{"a skill without a body", agenttest.File("/p/.agents/skills/s/SKILL.md", "---\nname: s\n---\n"), none, "/p/.agents/skills/s/SKILL.md", "not loaded empty"},
		{"a workflow", agenttest.File("/p/d/.clinerules/workflows/w.md", "a"), none, "/p/d/.clinerules/workflows/w.md", "not loaded people-only"},
		{"a server", agenttest.File("/h/.cline/data/settings/cline_mcp_settings.json", `{"mcpServers":{"m":{"command":"c"}}}`), none, "/h/.cline/data/settings/cline_mcp_settings.json", "listed"},
		{"a server switched off", agenttest.File("/h/.cline/data/settings/cline_mcp_settings.json", `{"mcpServers":{"m":{"disabled":true}}}`), none, "/h/.cline/data/settings/cline_mcp_settings.json", "not loaded disabled"},
	})
}
