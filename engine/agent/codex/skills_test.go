package codex_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// Names and descriptions as Codex 0.171.0 sent them for each front matter.
func TestSkillFrontMatter(t *testing.T) {
	long := strings.Repeat("d", 1100)
	for text, line := range map[string]string{
		"---\nname: \"a  b\\tc\"\ndescription: \"x  y\\n z\"\n---\n":             "- a b c: x y z (",
		"---\ndescription: no name\n---\n":                                       "- s: no name (",
		"---\nname: n\ndescription: " + long + "\n---\n":                         "- n: " + long[:1021] + "... (",
		"---\nname: " + strings.Repeat("n", 70) + "\ndescription: x\n---\n":      "",
		"---\nname: n\ndescription: 5\n---\n":                                    "- n: 5 (",
		"---\nname: n\ndescription: true\n---\n":                                 "- n: true (",
		"---\r\nname: n\r\ndescription: with crlf\r\n---\r\n":                    "- n: with crlf (",
		"\n---\nname: n\ndescription: x\n---\n":                                  "",
		"\ufeff---\nname: n\ndescription: x\n---\n":                              "",
		"---\nname: n\ndescription: [a, b]\n---\n":                               "",
		"---\nname: n\ndescription: a: b\n---\n":                                 "- n: a: b (",
		"---\nname: n\ndescription: no end\n":                                    "",
		"---\nname: n\n description: x\n---\n":                                   "",
		"--- \nname: n\ndescription: x\n--- \n":                                  "- n: x (",
		"---\nname: n\ndescription: |\n  one\n  two\n---\n":                      "- n: one two (",
		"---\nname: n\ndescription: D\nmetadata:\n  short-description: S\n---\n": "- n: D (",
	} {
		w := agenttest.Repository().File("/p/.codex/skills/s/SKILL.md", text)
		trace := agenttest.Discover(t, w, "codex", "/p", discovery.Options{})
		got := ""
		for _, p := range trace.Parts {
			if i := strings.Index(p.Text.String(), "[codex/own-skills]"); i >= 0 {
				got, _, _ = strings.Cut(p.Text.String()[i+len("[codex/own-skills]"):], "file: ")
			}
		}
		if line == "" {
			line = "</skills_instructions>"
		}
		if got != line {
			t.Errorf("%q\n gives %.60q\n  want %.60q", text, got, line)
		}
	}
}
