package agenttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/facts"
)

// Recorded compares a text with the one recorded in testdata/NAME. After an intended
// change, run the test with -update and read the difference.
func Recorded(t testing.TB, name, text string) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	if *Update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(text, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(lines)) {
		if i >= len(got) || i >= len(lines) || got[i] != lines[i] {
			t.Fatalf("%s differs from line %d on; -update records it as it is:\n got %q\nwant %q", golden, i+1, got[min(i, len(got)):min(i+3, len(got))], lines[min(i, len(lines)):min(i+3, len(lines))])
		}
	}
}

// Project is a world with a project of two parts at /p and a home at /h. Several agents find rules,
// skills, sub-agents, commands and servers in it, and refuse some of them.
func Project() *facts.Memory {
	w := Repository().File("/p/.git/HEAD", "ref: refs/heads/main\n").File("/p/AGENTS.md", "# Rules\n\nBe brief. See @docs/more.md and @gone.md.\n\n## Go\n\nUse gofmt.\n").
		File("/p/CLAUDE.md", "# Rules\n\n@docs/more.md\nKeep functions short.\n").File("/p/GEMINI.md", "Be kind.\n").File("/p/docs/more.md", "More rules, and @../AGENTS.md\n").
		File("/p/part/AGENTS.md", "Rules of the part.\n").File("/p/part/CLAUDE.md", "Rules of the part.\n").File("/p/part/x.go", "package part\n").File("/p/part/deep/y.ts", "y\n").File("/p/part/Claude.md", "almost\n").
		File("/h/.claude/CLAUDE.md", "Of the user\u202e.\n").File("/h/.codex/AGENTS.md", "Of the user.\n").File("/h/.config/opencode/AGENTS.md", "Of the user.\n").File("/h/.gemini/GEMINI.md", "Of the user.\n").
		File("/p/CLAUDE.local.md", " \n").Link("/p/part/deep/AGENTS.md", "../../AGENTS.md").File("/p/.cursorrules", "Old rules.\n").File("/p/.github/copilot-instructions.md", "# Rules\n\nKeep functions short.\n")
	for _, rules := range [][2]string{{".claude/rules", ".md"}, {".cursor/rules", ".mdc"}, {".github/instructions", ".instructions.md"}} {
		dir, ending := rules[0], rules[1]
		w.File("/p/"+dir+"/go"+ending, "---\ndescription: for Go\npaths: \"**/*.go\"\nglobs: \"**/*.go\"\napplyTo: \"**/*.go\"\n---\nUse gofmt.\n").
			File("/p/"+dir+"/ts"+ending, "---\ndescription: for scripts\npaths: \"src/**/*.ts\"\nglobs: src/**/*.ts\napplyTo: \"src/**/*.ts\"\n---\nUse types.\n").
			File("/p/"+dir+"/broken"+ending, "---\npaths: [\n---\nBroken.\n").File("/p/"+dir+"/always"+ending, "---\nalwaysApply: true\napplyTo: \"**\"\n---\nAlways.\n")
	}
	for _, dir := range []string{".claude", ".opencode", ".gemini"} {
		w.File("/p/"+dir+"/agents/helper.md", "---\nname: helper\ndescription: helps\ntools: Read\n---\nYou help.\n").File("/p/"+dir+"/skills/one/SKILL.md", "---\nname: one\ndescription: does one thing\n---\nDo it.\n").
			File("/p/"+dir+"/skills/two/SKILL.md", "---\nname: two\n---\nNo description.\n").File("/p/"+dir+"/commands/run.md", "---\ndescription: runs it\n---\nRun.\n")
	}
	return w.File("/p/.mcp.json", `{"mcpServers":{"on":{"command":"node","args":["on.js"]}}}`).File("/p/opencode.json", `{"instructions":["docs/more.md","none.md"],"mcp":{"on":{"type":"local","command":["node"]}}}`)
}
