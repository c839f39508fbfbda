package crush_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestSkillsCommandsAndServers(t *testing.T) {
	skill := func(name, more string) string { return "---\nname: " + name + "\n" + more + "\n---\nBody.\n" }
	w := agenttest.Repository().Dir("/p/d").
		File("/h/.claude/skills/one/SKILL.md", skill("one", "description: of the home")).
		File("/p/d/.crush/skills/one/SKILL.md", skill("one", "description: of the directory")).
		File("/p/.cursor/skills/top/SKILL.md", skill("top", "description: a & b")).
		File("/p/d/.agents/skills/other/SKILL.md", skill("different", "description: d")).
		File("/p/d/.agents/skills/none/SKILL.md", skill("none", "")).
		File("/p/d/.agents/skills/own/SKILL.md", skill("own", "description: d\ndisable-model-invocation: true")).
		File("/p/d/.agents/skills/off/SKILL.md", skill("off", "description: d")).
		File("/p/d/x/far/SKILL.md", skill("far", "description: of settings")).
		File("/p/d/.crush/commands/a/go.md", "Go.").
		File("/p/crush.json", `{"mcp":{"s":{"type":"stdio"}}}`).
		File("/p/d/crush.json", `{"options":{"skills_paths":["x"],"disabled_skills":["off"]},"mcp":{"s":{"type":"stdio","disabled":true}}}`)
	trace := agenttest.Discover(t, w, "crush", "/p/d", discovery.Options{})
	text := trace.Parts[0].Text.String()
	at := 0
	for _, want := range []string{"<name>top</name>", "a &amp; b", "<name>one</name>", "of the directory", "<name>far</name>"} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("%q is out of order in %s", want, text)
		}
		at += i
	}
	for path, want := range map[string]string{
		"/h/.claude/skills/one/SKILL.md":     "not loaded shadowed-by-name",
		"/p/d/.agents/skills/other/SKILL.md": "not loaded front-matter",
		"/p/d/.agents/skills/none/SKILL.md":  "not loaded front-matter",
		"/p/d/.agents/skills/own/SKILL.md":   "not loaded people-only",
		"/p/d/.agents/skills/off/SKILL.md":   "not loaded disabled",
		"/p/d/.crush/commands/a/go.md":       "not loaded people-only",
		"/p/crush.json":                      "not loaded shadowed-by-name",
		"/p/d/crush.json":                    "not loaded disabled",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// Measured: each byte that is not valid UTF-8 is sent as U+FFFD, and the byte order mark is sent.
func TestBytesThatAreNotUTF8AreReplacedOneByOne(t *testing.T) {
	data := "\xef\xbb\xbf# R\r\na \xff\xfe b \xe2\x82 c \xed\xa0\x80 d \xf0\x9f\x98 e\n"
	const bad = "\uFFFD"
	want := "<file path=\"/h/p/AGENTS.md\">\n\uFEFF# R\r\na " + bad + bad + " b " + bad + bad + " c " + bad + bad + bad + " d " + bad + bad + bad + " e\n\n</file>"
	w := agenttest.Repository().Dir("/h/p/.git").File("/h/p/AGENTS.md", data)
	trace := agenttest.Discover(t, w, "crush", "/h/p", discovery.Options{})
	for _, c := range trace.Candidates {
		if c.Verdict == discovery.Loaded {
			if got := c.Text.String(); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			return
		}
	}
	t.Error("nothing is loaded")
}
