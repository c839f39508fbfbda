package discovery

import "testing"

func TestCline(t *testing.T) {
	const paths = "---\npaths:\n  - \"src/**\"\n---\nA"
	hold(t, "cline", "/p", []ruleTest{
		{"one file", file("/p/.clinerules", "a"), Options{}, "/p/.clinerules", "loaded"},
		{"a directory, whatever the extension", file("/p/.clinerules/a/b.txt", "a"), Options{}, "/p/.clinerules/a/b.txt", "loaded"},
		{"workflows are no rules", file("/p/.clinerules/workflows/a.md", "a"), Options{}, "/p/.clinerules/workflows/a.md", "not loaded not-looked-for"},
		{"hooks are no rules", file("/p/.clinerules/hooks/a.md", "a"), Options{}, "/p/.clinerules/hooks/a.md", "not loaded not-looked-for"},
		{"skills are no rules", file("/p/.clinerules/skills/a.md", "a"), Options{}, "/p/.clinerules/skills/a.md", "not loaded not-looked-for"},
		{"the global folder", file("/h/Documents/Cline/Rules/a.md", "a"), Options{}, "/h/Documents/Cline/Rules/a.md", "loaded"},
		{"Windsurf's file", file("/p/.windsurfrules", "a"), Options{}, "/p/.windsurfrules", "loaded"},
		{"Cursor's rules", file("/p/.cursor/rules/a.mdc", "a"), Options{}, "/p/.cursor/rules/a.mdc", "loaded"},
		{"Cursor's other files", file("/p/.cursor/rules/a.md", "a"), Options{}, "/p/.cursor/rules/a.md", "not loaded not-looked-for"},
		{"Cursor's old file", file("/p/.cursorrules", "a"), Options{}, "/p/.cursorrules", "loaded"},
		{"AGENTS.md of the root", file("/p/AGENTS.md", "a"), Options{}, "/p/AGENTS.md", "loaded"},
		{"AGENTS.md below", file("/p/a/AGENTS.md", "a"), Options{}, "/p/a/AGENTS.md", "not loaded below-cwd"},
		{"a blank file", file("/p/.clinerules/a.md", "\n"), Options{}, "/p/.clinerules/a.md", "not loaded empty"},
		{"paths wait", file("/p/.clinerules/a.md", paths), Options{}, "/p/.clinerules/a.md", "on demand"},
		{"paths cover the file", file("/p/.clinerules/a.md", paths), Options{File: "/p/src/x"}, "/p/.clinerules/a.md", "on demand"},
		{"paths cover another file", file("/p/.clinerules/a.md", paths), Options{File: "/p/x"}, "/p/.clinerules/a.md", "not loaded other-files"},
		{"an empty list covers nothing", file("/p/.clinerules/a.md", "---\npaths: []\n---\nA"), Options{}, "/p/.clinerules/a.md", "not loaded other-files"},
		{"a text is no list", file("/p/.clinerules/a.md", "---\npaths: src/**\n---\nA"), Options{}, "/p/.clinerules/a.md", "loaded"},
		{"what is no YAML loads always", file("/p/.clinerules/a.md", "---\npaths: [a\n---\nA"), Options{}, "/p/.clinerules/a.md", "loaded"},
		{"the CLI's folder", file("/p/.cline/rules/a.md", "a"), Options{}, "/p/.cline/rules/a.md", "not loaded not-looked-for"},
		{"the CLI's global file", file("/h/.agents/AGENTS.md", "a"), Options{}, "/h/.agents/AGENTS.md", "not loaded not-looked-for"},
	})
	w := repo().File("/p/.clinerules/a.md", "---\npaths: [a\n---\n A \n").File("/p/.clinerules/b.md", "---\nx: 1\n---\n\nB\n").File("/p/AGENTS.md", " C ")
	got := discover(t, w, "cline", "/p", Options{}).Text.String()
	want := ".clinerules/a.md\n---\npaths: [a\n---\n A\n\n.clinerules/b.md\nB\n\nAGENTS.md\nC"
	if got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}
