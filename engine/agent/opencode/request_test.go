package opencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestPartsOfTheSystemMessage(t *testing.T) {
	skill := func(name, more string) string { return "---\nname: " + name + "\n" + more + "\n---\nBody.\n" }
	w := agenttest.Repository().Dir("/p/d").
		File("/p/AGENTS.md", "Root.\n").
		File("/p/.claude/skills/two/SKILL.md", skill("two", "description: of .claude")).
		File("/h/.agents/skills/two/SKILL.md", skill("two", "description: of the home")).
		File("/p/.opencode/skill/zed/SKILL.md", skill("zed", "description: a & b")).
		File("/p/d/.agents/skills/alpha/SKILL.md", skill("alpha", "description: d")).
		File("/h/.config/opencode/skills/none/SKILL.md", skill("none", "")).
		File("/p/.opencode/agent/sub.md", "---\ndescription: d\nmode: subagent\n---\n").
		File("/p/.opencode/agent/main.md", "---\nmode: primary\n---\n").
		File("/p/.opencode/command/go.md", "Go.").
		File("/h/.config/opencode/opencode.json", `{"mcp":{"s":{"type":"local","command":["true"]}}}`).
		File("/p/opencode.json", `{"mcp":{"s":{"type":"local","command":["true"],"enabled":false}}}`)
	trace := agenttest.Discover(t, w, "opencode", "/p/d", discovery.Options{})
	var names []string
	text := ""
	for _, p := range trace.Parts {
		names = append(names, p.Name)
		text += p.Text.String()
	}
	if got := strings.Join(names, " "); got != "environment rules skills" {
		t.Fatalf("parts %s", got)
	}
	at := 0
	for _, want := range []string{"\n</env>\nInstructions from: /p/AGENTS.md\nRoot.\n", "\n<available_skills>\n", "<name>alpha</name>", "<name>customize-opencode</name>", "<name>two</name>\n    <description>[", "<name>zed</name>", ">a & b<"} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("%q is out of order in %s", want, text)
		}
		at += i + len(want)
	}
	for path, want := range map[string]string{
		"/p/.claude/skills/two/SKILL.md":           "not known not-known",
		"/h/.agents/skills/two/SKILL.md":           "not known not-known",
		"/h/.config/opencode/skills/none/SKILL.md": "not loaded front-matter",
		"/p/d/.agents/skills/alpha/SKILL.md":       "listed",
		"/p/.opencode/agent/sub.md":                "listed",
		"/p/.opencode/agent/main.md":               "not loaded people-only",
		"/p/.opencode/command/go.md":               "not loaded people-only",
		"/h/.config/opencode/opencode.json":        "not loaded shadowed-by-name",
		"/p/opencode.json":                         "not loaded disabled",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if old := agenttest.Discover(t, w, "opencode@1.1.34", "/p/d", discovery.Options{}); len(old.Parts) != 1 || old.Parts[0].Name != "rules" {
		t.Errorf("1.1.34 lists no skills; its parts are %v", old.Parts)
	}
}
