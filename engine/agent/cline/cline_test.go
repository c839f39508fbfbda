package cline_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestCline(t *testing.T) {
	const paths = "---\npaths:\n  - \"src/**\"\n---\nA"
	agenttest.Hold(t, "cline", "/p", []agenttest.RuleTest{
		{"one file", agenttest.File("/p/.clinerules", "a"), discovery.Options{}, "/p/.clinerules", "loaded"},
		{"a directory, whatever the extension", agenttest.File("/p/.clinerules/a/b.txt", "a"), discovery.Options{}, "/p/.clinerules/a/b.txt", "loaded"},
		{"workflows are not rules", agenttest.File("/p/.clinerules/workflows/a.md", "a"), discovery.Options{}, "/p/.clinerules/workflows/a.md", "not loaded not-looked-for"},
		{"hooks are not rules", agenttest.File("/p/.clinerules/hooks/a.md", "a"), discovery.Options{}, "/p/.clinerules/hooks/a.md", "not loaded not-looked-for"},
		{"skills are not rules", agenttest.File("/p/.clinerules/skills/a.md", "a"), discovery.Options{}, "/p/.clinerules/skills/a.md", "not loaded not-looked-for"},
		{"a file called hooks", agenttest.File("/p/.clinerules/hooks", "a"), discovery.Options{}, "/p/.clinerules/hooks", "loaded"},
		{"hooks of another folder", agenttest.File("/p/.windsurfrules/hooks/a.md", "a"), discovery.Options{}, "/p/.windsurfrules/hooks/a.md", "loaded"},
		{"a file that cannot be read", func(w *facts.Memory) { w.File("/p/.clinerules", "a").Mode("/p/.clinerules", 0) }, discovery.Options{}, "/p/.clinerules", "not loaded unreadable"},
		{"the global folder", agenttest.File("/h/Documents/Cline/Rules/a.md", "a"), discovery.Options{}, "/h/Documents/Cline/Rules/a.md", "loaded"},
		{"Windsurf's file", agenttest.File("/p/.windsurfrules", "a"), discovery.Options{}, "/p/.windsurfrules", "loaded"},
		{"Cursor's rules", agenttest.File("/p/.cursor/rules/a.mdc", "a"), discovery.Options{}, "/p/.cursor/rules/a.mdc", "loaded"},
		{"Cursor's other files", agenttest.File("/p/.cursor/rules/a.md", "a"), discovery.Options{}, "/p/.cursor/rules/a.md", "not loaded not-looked-for"},
		{"Cursor's old file", agenttest.File("/p/.cursorrules", "a"), discovery.Options{}, "/p/.cursorrules", "loaded"},
		{"AGENTS.md of the root", agenttest.File("/p/AGENTS.md", "a"), discovery.Options{}, "/p/AGENTS.md", "loaded"},
		{"AGENTS.md below", agenttest.File("/p/a/AGENTS.md", "a"), discovery.Options{}, "/p/a/AGENTS.md", "not loaded below-cwd"},
		{"a blank file", agenttest.File("/p/.clinerules/a.md", "\n"), discovery.Options{}, "/p/.clinerules/a.md", "not loaded empty"},
		{"paths wait", agenttest.File("/p/.clinerules/a.md", paths), discovery.Options{}, "/p/.clinerules/a.md", "on demand"},
		{"paths cover the file", agenttest.File("/p/.clinerules/a.md", paths), discovery.Options{File: "/p/src/x"}, "/p/.clinerules/a.md", "on demand"},
		{"paths cover another file", agenttest.File("/p/.clinerules/a.md", paths), discovery.Options{File: "/p/x"}, "/p/.clinerules/a.md", "not loaded other-files"},
		{"an empty list covers nothing", agenttest.File("/p/.clinerules/a.md", "---\npaths: []\n---\nA"), discovery.Options{}, "/p/.clinerules/a.md", "not loaded other-files"},
		{"a string instead of a list", agenttest.File("/p/.clinerules/a.md", "---\npaths: src/**\n---\nA"), discovery.Options{}, "/p/.clinerules/a.md", "loaded"},
		{"invalid YAML always loads", agenttest.File("/p/.clinerules/a.md", "---\npaths: [a\n---\nA"), discovery.Options{}, "/p/.clinerules/a.md", "loaded"},
		{"the CLI's folder", agenttest.File("/p/.cline/rules/a.md", "a"), discovery.Options{}, "/p/.cline/rules/a.md", "not loaded not-looked-for"},
		{"the CLI's global file", agenttest.File("/h/.agents/AGENTS.md", "a"), discovery.Options{}, "/h/.agents/AGENTS.md", "not loaded not-looked-for"},
	})
	w := agenttest.Repository().File("/p/.clinerules/a.md", "---\npaths: [a\n---\n A \n").File("/p/.clinerules/b.md", "---\nx: 1\n---\n\nB\n").File("/p/AGENTS.md", " C ")
	got := agenttest.Discover(t, w, "cline", "/p", discovery.Options{}).Text.String()
	want := ".clinerules/a.md\n---\npaths: [a\n---\n A\n\n.clinerules/b.md\nB\n\nAGENTS.md\nC"
	if got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

func TestWhatClineSaysOfARule(t *testing.T) {
	const at = "/p/.clinerules/a.md"
	for _, c := range []struct {
		name, file, text, says string
	}{
		{"a path that is a number", at, "---\npaths: [1]\n---\nA", at + ": paths contains something that is not a string: the rule always loads"},
		{"an empty path", at, "---\npaths: [\"\"]\n---\nA", at + ": paths contains something that is not a string: the rule always loads"},
		{"a text instead of a list", at, "---\npaths: src/**\n---\nA", at + ": paths is not a list: it is ignored"},
		{"front matter without an end", at, "---\npaths: [a]\nA", at + ": the first --- is never closed"},
		{"AGENTS.md in the global folder", "/h/Documents/Cline/Rules/AGENTS.md", "A", "note: users report that it is listed, but not active"},
	} {
		t.Run(c.name, func(t *testing.T) {
			agenttest.Say(t, agenttest.Repository().File(c.file, c.text), "cline", "/p", discovery.Options{}, c.says)
		})
	}
	// An empty list of paths must not become nil, which would mean all files: it covers no file.
	trace := agenttest.Say(t, agenttest.Repository().File("/p/AGENTS.md", " ").File(at, "---\npaths: []\n---\nA"), "cline", "/p", discovery.Options{},
		at+": its list of paths is empty", "!note: people report")
	if trace.Find(at)[0].Patterns == nil {
		t.Error("a rule for no file counts as one for all files")
	}
}
