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

func TestCursor(t *testing.T) {
	const at = "/p/.cursor/rules/a.mdc"
	hold(t, "cursor", "/p", []ruleTest{
		{"always", file(at, "---\nalwaysApply: true\nglobs: x\n---\nA"), Options{}, at, "loaded"},
		{"by globs", file(at, "---\nglobs: src/**, lib/**\nalwaysApply: false\n---\nA"), Options{File: "/p/lib/x"}, at, "on demand"},
		{"by a list of globs", file(at, "---\nglobs: [\"src/**\"]\n---\nA"), Options{File: "/p/lib/x"}, at, "not loaded other-files"},
		{"bare stars", file(at, "---\nglobs: *.ts,*.tsx\nalwaysApply: false\n---\nA"), Options{File: "/p/x.ts"}, at, "on demand"},
		{"by description", file(at, "---\ndescription: for APIs\nglobs:\nalwaysApply: false\n---\nA"), Options{}, at, "on demand"},
		{"by name", file(at, "A"), Options{}, at, "on demand"},
		{"a quoted boolean", file(at, "---\nalwaysApply: \"true\"\n---\nA"), Options{}, at, "on demand"},
		{"what is no YAML", file(at, "---\nalwaysApply: [\n---\nA"), Options{}, at, "not known not-known"},
		{"a .md file", file("/p/.cursor/rules/a.md", "A"), Options{}, "/p/.cursor/rules/a.md", "not loaded not-looked-for"},
		{"rules below, for what is there", file("/p/d/.cursor/rules/a.mdc", "---\nalwaysApply: true\n---\nA"), Options{}, "/p/d/.cursor/rules/a.mdc", "on demand"},
		{"AGENTS.md", file("/p/AGENTS.md", "A"), Options{}, "/p/AGENTS.md", "loaded"},
		{"AGENTS.md below", file("/p/d/AGENTS.md", "A"), Options{File: "/p/e/x"}, "/p/d/AGENTS.md", "not loaded other-files"},
		{"the old file", file("/p/.cursorrules", "A"), Options{}, "/p/.cursorrules", "loaded"},
	})
	trace := discover(t, repo().File(at, "---\nalwaysApply: \"true\"\n---\nA"), "cursor", "/p", Options{})
	if c := trace.Find(at)[0]; c.Evidence != SecondHand || len(c.Remarks) == 0 {
		t.Errorf("a quoted boolean is said to be %s, %v", c.Evidence, c.Remarks)
	}
}

func TestWindsurf(t *testing.T) {
	const at = "/p/.windsurf/rules/a.md"
	hold(t, "windsurf", "/p/d", []ruleTest{
		{"always on", file(at, "---\ntrigger: always_on\n---\nA"), Options{}, at, "loaded"},
		{"the newer folder", file("/p/d/.devin/rules/a.md", "---\ntrigger: always_on\n---\nA"), Options{}, "/p/d/.devin/rules/a.md", "loaded"},
		{"by glob", file(at, "---\ntrigger: glob\nglobs: \"d/**\"\n---\nA"), Options{}, at, "on demand"},
		{"by a bare star", file(at, "---\ntrigger: glob\nglobs: *.go\n---\nA"), Options{}, at, "on demand"},
		{"glob without globs", file(at, "---\ntrigger: glob\n---\nA"), Options{}, at, "not known not-known"},
		{"by the model", file(at, "---\ntrigger: model_decision\ndescription: x\n---\nA"), Options{}, at, "on demand"},
		{"by name", file(at, "---\ntrigger: manual\n---\nA"), Options{}, at, "on demand"},
		{"no trigger", file(at, "A"), Options{}, at, "not known not-known"},
		{"another trigger", file(at, "---\ntrigger: alwaysOn\n---\nA"), Options{}, at, "not known not-known"},
		{"rules below", file("/p/d/e/.windsurf/rules/a.md", "---\ntrigger: always_on\n---\nA"), Options{}, "/p/d/e/.windsurf/rules/a.md", "loaded"},
		{"the user's file", file("/h/.codeium/windsurf/memories/global_rules.md", "G"), Options{}, "/h/.codeium/windsurf/memories/global_rules.md", "loaded"},
		{"agents.md", file("/p/d/agents.md", "G"), Options{}, "/p/d/agents.md", "loaded"},
		{"AGENTS.md below", file("/p/d/e/AGENTS.md", "G"), Options{}, "/p/d/e/AGENTS.md", "on demand"},
		{"AGENTS.md above", file("/p/AGENTS.md", "G"), Options{}, "/p/AGENTS.md", "not known not-known"},
		{"the old file", file("/p/d/.windsurfrules", "G"), Options{}, "/p/d/.windsurfrules", "loaded"},
	})
}

func TestZed(t *testing.T) {
	hold(t, "zed", "/p", []ruleTest{
		{"the first of the list", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/.rules", "r") }, Options{}, "/p/.rules", "loaded"},
		{"one file counts", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/.rules", "r") }, Options{}, "/p/AGENTS.md", "not loaded shadowed-by-kind"},
		{"the personal file", file("/h/.config/zed/AGENTS.md", "a"), Options{}, "/h/.config/zed/AGENTS.md", "loaded"},
		{"below", file("/p/d/AGENTS.md", "a"), Options{}, "/p/d/AGENTS.md", "not loaded below-cwd"},
	})
}

func TestJunie(t *testing.T) {
	hold(t, "junie", "/p", []ruleTest{
		{"the guidelines", file("/p/.junie/guidelines.md", "a"), Options{}, "/p/.junie/guidelines.md", "loaded"},
		{"AGENTS.md depends on a setting", file("/p/AGENTS.md", "a"), Options{}, "/p/AGENTS.md", "not known not-known"},
	})
}

func TestAmazonQ(t *testing.T) {
	hold(t, "amazon-q", "/p", []ruleTest{
		{"a rule", file("/p/.amazonq/rules/a.md", "a"), Options{}, "/p/.amazonq/rules/a.md", "loaded"},
		{"no Markdown", file("/p/.amazonq/rules/a.txt", "a"), Options{}, "/p/.amazonq/rules/a.txt", "not loaded not-looked-for"},
		{"in a folder", file("/p/.amazonq/rules/x/a.md", "a"), Options{}, "/p/.amazonq/rules/x/a.md", "not known not-known"},
		{"AGENTS.md", file("/p/AGENTS.md", "a"), Options{}, "/p/AGENTS.md", "not loaded not-looked-for"},
	})
}
