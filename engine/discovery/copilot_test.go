package discovery

import (
	"testing"

	"galley/engine/facts"
)

func TestCopilotCLI(t *testing.T) {
	const scoped = "---\napplyTo: \"src/**/*.ts, docs/*.md\"\n---\nA"
	hold(t, "copilot-cli", "/p/d", []ruleTest{
		{"the root's instructions", file("/p/.github/copilot-instructions.md", "a"), Options{}, "/p/.github/copilot-instructions.md", "loaded"},
		{"the root's AGENTS.md", file("/p/AGENTS.md", "a"), Options{}, "/p/AGENTS.md", "loaded"},
		{"AGENTS.md of the directory", file("/p/d/AGENTS.md", "a"), Options{}, "/p/d/AGENTS.md", "loaded"},
		{"AGENTS.md below", file("/p/d/e/AGENTS.md", "a"), Options{}, "/p/d/e/AGENTS.md", "on demand"},
		{"CLAUDE.md of the root", file("/p/CLAUDE.md", "a"), Options{}, "/p/CLAUDE.md", "loaded"},
		{"CLAUDE.md of the directory", file("/p/d/CLAUDE.md", "a"), Options{}, "/p/d/CLAUDE.md", "not known not-known"},
		{"the user's", file("/h/.copilot/copilot-instructions.md", "a"), Options{}, "/h/.copilot/copilot-instructions.md", "loaded"},
		{"a further directory", func(w *facts.Memory) {
			w.Env("COPILOT_CUSTOM_INSTRUCTIONS_DIRS", "/x, /y").File("/y/AGENTS.md", "a")
		}, Options{}, "/y/AGENTS.md", "loaded"},
		{"instructions for some files", file("/p/.github/instructions/a/b.instructions.md", scoped), Options{}, "/p/.github/instructions/a/b.instructions.md", "on demand"},
		{"for this file", file("/p/.github/instructions/b.instructions.md", scoped), Options{File: "/p/docs/x.md"}, "/p/.github/instructions/b.instructions.md", "on demand"},
		{"for another file", file("/p/.github/instructions/b.instructions.md", scoped), Options{File: "/p/docs/y/x.md"}, "/p/.github/instructions/b.instructions.md", "not loaded other-files"},
		{"without applyTo", file("/p/.github/instructions/b.instructions.md", "A"), Options{}, "/p/.github/instructions/b.instructions.md", "not known not-known"},
		{"another name", file("/p/.github/instructions/b.md", "A"), Options{}, "/p/.github/instructions/b.md", "not loaded not-looked-for"},
		{"a pattern without a slash", file("/p/.github/instructions/b.instructions.md", "---\napplyTo: \"*.ts\"\n---\n"), Options{File: "/p/a/x.ts"},
			"/p/.github/instructions/b.instructions.md", "not known not-known"},
	})
}
