package discovery

import (
	"testing"

	"galley/engine/facts"
)

func TestVSCode(t *testing.T) {
	const at = "/p/.github/instructions/a.instructions.md"
	hold(t, "vscode", "/p", []ruleTest{
		{"the instructions", file("/p/.github/copilot-instructions.md", "a"), Options{}, "/p/.github/copilot-instructions.md", "loaded"},
		{"the instructions, switched off", func(w *facts.Memory) {
			w.File("/p/.github/copilot-instructions.md", "a").File("/p/.vscode/settings.json", "{// c\n\"github.copilot.chat.codeGeneration.useInstructionFiles\": false,}")
		}, Options{}, "/p/.github/copilot-instructions.md", "not loaded disabled"},
		{"AGENTS.md", file("/p/AGENTS.md", "a"), Options{}, "/p/AGENTS.md", "loaded"},
		{"AGENTS.md, switched off by the user", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/h/.config/Code/User/settings.json", `{"chat.useAgentsMdFile": false}`)
		}, Options{}, "/p/AGENTS.md", "not loaded disabled"},
		{"CLAUDE.md", file("/p/CLAUDE.md", "a"), Options{}, "/p/CLAUDE.md", "loaded"},
		{"AGENTS.md below, unset", file("/p/d/AGENTS.md", "a"), Options{}, "/p/d/AGENTS.md", "not known not-known"},
		{"AGENTS.md below, on", func(w *facts.Memory) {
			w.File("/p/d/AGENTS.md", "a").File("/p/.vscode/settings.json", `{"chat.useNestedAgentsMdFiles": true}`)
		}, Options{}, "/p/d/AGENTS.md", "on demand"},
		{"instructions for some files", file(at, "---\napplyTo: '**/*.ts'\n---\nA"), Options{}, at, "on demand"},
		{"a list of patterns", file(at, "---\napplyTo:\n  - '**/*.ts'\n---\nA"), Options{}, at, "not loaded front-matter"},
		{"a bare star", file(at, "---\napplyTo: **/*.ts\n---\nA"), Options{}, at, "not known not-known"},
		{"another folder", func(w *facts.Memory) {
			w.File("/p/ai/a.instructions.md", "---\napplyTo: '**'\n---\n").File("/p/.vscode/settings.json", `{"chat.instructionsFilesLocations": {"ai": true}}`)
		}, Options{}, "/p/ai/a.instructions.md", "on demand"},
		{"Claude's rules", file("/p/.claude/rules/a.md", "a"), Options{}, "/p/.claude/rules/a.md", "loaded"},
		{"Claude's rules for some files", file("/p/.claude/rules/a.md", "---\npaths: ['x/**']\n---\na"), Options{File: "/p/y"}, "/p/.claude/rules/a.md", "not loaded other-files"},
	})
	w := repo().File("/p/AGENTS.md", "up").Dir("/p/d")
	if got := reasonOf(discover(t, w, "vscode", "/p/d", Options{}), "/p/AGENTS.md"); got != "not known not-known" {
		t.Errorf("AGENTS.md above the workspace: %s", got)
	}
}
