package vscode_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestVSCode(t *testing.T) {
	const at = "/p/.github/instructions/a.instructions.md"
	agenttest.Hold(t, "vscode", "/p", []agenttest.RuleTest{
		{"the instructions", agenttest.File("/p/.github/copilot-instructions.md", "a"), discovery.Options{}, "/p/.github/copilot-instructions.md", "loaded"},
		{"the instructions, switched off", func(w *facts.Memory) {
			w.File("/p/.github/copilot-instructions.md", "a").File("/p/.vscode/settings.json", "{// c\n\"github.copilot.chat.codeGeneration.useInstructionFiles\": false,}")
		}, discovery.Options{}, "/p/.github/copilot-instructions.md", "not loaded disabled"},
		{"AGENTS.md", agenttest.File("/p/AGENTS.md", "a"), discovery.Options{}, "/p/AGENTS.md", "loaded"},
		{"AGENTS.md, switched off by the user", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/h/.config/Code/User/settings.json", `{"chat.useAgentsMdFile": false}`)
		}, discovery.Options{}, "/p/AGENTS.md", "not loaded disabled"},
		{"CLAUDE.md", agenttest.File("/p/CLAUDE.md", "a"), discovery.Options{}, "/p/CLAUDE.md", "loaded"},
		{"AGENTS.md below, unset", agenttest.File("/p/d/AGENTS.md", "a"), discovery.Options{}, "/p/d/AGENTS.md", "not known not-known"},
		{"AGENTS.md below, on", func(w *facts.Memory) {
			w.File("/p/d/AGENTS.md", "a").File("/p/.vscode/settings.json", `{"chat.useNestedAgentsMdFiles": true}`)
		}, discovery.Options{}, "/p/d/AGENTS.md", "on demand"},
		{"instructions for some files", agenttest.File(at, "---\napplyTo: '**/*.ts'\n---\nA"), discovery.Options{}, at, "on demand"},
		{"a list of patterns", agenttest.File(at, "---\napplyTo:\n  - '**/*.ts'\n---\nA"), discovery.Options{}, at, "not loaded front-matter"},
		{"no front matter", agenttest.File(at, "A"), discovery.Options{}, at, "not loaded front-matter"},
		{"a blank pattern", agenttest.File(at, "---\napplyTo: ''\n---\nA"), discovery.Options{}, at, "not known not-known"},
		{"AGENTS.md below, off", func(w *facts.Memory) {
			w.File("/p/d/AGENTS.md", "a").File("/p/.vscode/settings.json", `{"chat.useNestedAgentsMdFiles": false}`)
		}, discovery.Options{}, "/p/d/AGENTS.md", "not loaded disabled"},
		{"the usual folder, switched off", func(w *facts.Memory) {
			w.File(at, "A").File("/p/.vscode/settings.json", `{"chat.instructionsFilesLocations": {".github/instructions": false}}`)
		}, discovery.Options{}, at, ""},
		{"a folder of the home", func(w *facts.Memory) {
			w.File("/p/~/ai/a.instructions.md", "A").File("/p/.vscode/settings.json", `{"chat.instructionsFilesLocations": {"~/ai": true}}`)
		}, discovery.Options{}, "/p/~/ai/a.instructions.md", ""},
		{"settings on a Mac", func(w *facts.Memory) {
			w.SetPlatform("darwin").File("/p/AGENTS.md", "a").File("/h/Library/Application Support/Code/User/settings.json", `{"chat.useAgentsMdFile": false}`)
		}, discovery.Options{}, "/p/AGENTS.md", "not loaded disabled"},
		{"settings on Windows", func(w *facts.Memory) {
			w.SetPlatform("win32").File("/p/AGENTS.md", "a").File("/h/AppData/Roaming/Code/User/settings.json", `{"chat.useAgentsMdFile": false}`)
		}, discovery.Options{}, "/p/AGENTS.md", "not loaded disabled"},
		{"above the repository", agenttest.File("/AGENTS.md", "a"), discovery.Options{}, "/AGENTS.md", ""},
		{"a bare star", agenttest.File(at, "---\napplyTo: **/*.ts\n---\nA"), discovery.Options{}, at, "not known not-known"},
		{"front matter that is broken behind its patterns", agenttest.File(at, "---\napplyTo: '**/*.ts'\ndescription: [\n---\nA"), discovery.Options{}, at, "not known not-known"},
		{"another folder", func(w *facts.Memory) {
			w.File("/p/ai/a.instructions.md", "---\napplyTo: '**'\n---\n").File("/p/.vscode/settings.json", `{"chat.instructionsFilesLocations": {"ai": true}}`)
		}, discovery.Options{}, "/p/ai/a.instructions.md", "on demand"},
		{"Claude's rules", agenttest.File("/p/.claude/rules/a.md", "a"), discovery.Options{}, "/p/.claude/rules/a.md", "loaded"},
		{"Claude's rules for some files", agenttest.File("/p/.claude/rules/a.md", "---\npaths: ['x/**']\n---\na"), discovery.Options{File: "/p/y"}, "/p/.claude/rules/a.md", "not loaded other-files"},
	})
}

func TestVSCodeReadsParentsOnlyIfSet(t *testing.T) {
	const setting, instructions = "/p/d/.vscode/settings.json", "/p/.github/instructions/a.instructions.md"
	files := []string{"/p/AGENTS.md", "/p/CLAUDE.md", "/p/.github/copilot-instructions.md", instructions}
	for _, c := range []struct {
		name, settings string
		want           []string
	}{
		{"unset", `{}`, []string{"not known not-known", "not known not-known", "not known not-known", "not known not-known"}},
		{"on", `{"chat.useCustomizationsInParentRepositories": true}`, []string{"loaded", "loaded", "loaded", "on demand"}},
		{"off", `{"chat.useCustomizationsInParentRepositories": false}`, []string{"not loaded above-root", "not loaded above-root", "not loaded above-root", "not loaded above-root"}},
	} {
		w := agenttest.Repository().File(setting, c.settings).File(instructions, "---\napplyTo: '**/*.ts'\n---\nA")
		for _, name := range files[:3] {
			w.File(name, "up")
		}
		trace := agenttest.Discover(t, w, "vscode", "/p/d", discovery.Options{})
		for i, name := range files {
			if got := agenttest.ReasonOf(trace, name); got != c.want[i] {
				t.Errorf("%s, %s: %q, want %q", c.name, name, got, c.want[i])
			}
		}
	}
}

func TestWhatVSCodeSaysOfInstructions(t *testing.T) {
	const at = "/p/.github/instructions/a.instructions.md"
	for _, c := range []struct {
		text string
		says []string
	}{
		{"A", []string{at + ": it is sent only when you attach it"}},
		{"---\ndescription: for tests\n---\nA", []string{at + ": when you attach it, or the agent chooses it by its description"}},
		{"---\napplyTo: ['**/*.ts']\n---\nA", []string{at + ": second-hand", at + ": a list is said to have no effect"}},
	} {
		trace := agenttest.Say(t, agenttest.Repository().File(at, c.text), "vscode", "/p", discovery.Options{}, c.says...)
		if load := trace.Find(at)[0].LoadType; (load == discovery.OnDemand) != (c.says[0] != at+": second-hand") {
			t.Errorf("%q: it is read %s", c.text, load)
		}
	}
	agenttest.Say(t, agenttest.Bare().File("/AGENTS.md", "a"), "vscode", "/p", discovery.Options{}, "!/AGENTS.md: ")
}
