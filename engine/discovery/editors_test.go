package discovery

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

// ruleTest is a rule that an agent follows, seen on one path.
type ruleTest struct {
	name  string
	build func(w *facts.Memory)
	o     Options
	path  string
	want  string
}

// hold runs the tests of an agent in a repository at /p with a home at /h.
func hold(t *testing.T, agent, cwd string, tests []ruleTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := repo().Dir(cwd)
			tt.build(w)
			trace := discover(t, w, agent, cwd, tt.o)
			if got := reasonOf(trace, tt.path); got != tt.want {
				t.Errorf("%s: %q, want %q; all: %+v", tt.path, got, tt.want, trace.Candidates)
			}
		})
	}
}

func file(name, text string) func(w *facts.Memory) {
	return func(w *facts.Memory) { w.File(name, text) }
}

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

func TestRoo(t *testing.T) {
	hold(t, "roo", "/p", []ruleTest{
		{"the mode's rules", file("/p/.roo/rules-code/a.md", "a"), Options{}, "/p/.roo/rules-code/a.md", "loaded"},
		{"another mode's rules", file("/p/.roo/rules-ask/a.md", "a"), Options{}, "/p/.roo/rules-ask/a.md", "on demand"},
		{"another mode, chosen", file("/p/.roo/rules-ask/a.md", "a"), Options{Settings: map[string]any{"mode": "ask"}}, "/p/.roo/rules-ask/a.md", "loaded"},
		{"the mode's old file", file("/p/.roorules-code", "a"), Options{}, "/p/.roorules-code", "loaded"},
		{"the mode's other old file", func(w *facts.Memory) { w.File("/p/.roorules-code", "a").File("/p/.clinerules-code", "b") }, Options{}, "/p/.clinerules-code", "not loaded shadowed-by-kind"},
		{"global rules", file("/h/.roo/rules/a.md", "a"), Options{}, "/h/.roo/rules/a.md", "loaded"},
		{"an old file beside a directory", func(w *facts.Memory) { w.File("/p/.roo/rules/a.md", "a").File("/p/.roorules", "b") }, Options{}, "/p/.roorules", "not loaded shadowed-by-kind"},
		{"an old file beside global rules", func(w *facts.Memory) { w.File("/h/.roo/rules/a.md", "a").File("/p/.roorules", "b") }, Options{}, "/p/.roorules", "not loaded shadowed-by-kind"},
		{"Cline's file when there is no other", file("/p/.clinerules", "a"), Options{}, "/p/.clinerules", "loaded"},
		{"Cline's directory is no file", file("/p/.clinerules/a.md", "a"), Options{}, "/p/.clinerules", "not loaded not-regular"},
		{"a blank old file lets the next one in", func(w *facts.Memory) { w.File("/p/.roorules", " ").File("/p/.clinerules", "b") }, Options{}, "/p/.clinerules", "loaded"},
		{"AGENT.md beside AGENTS.md", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/AGENT.md", "b") }, Options{}, "/p/AGENT.md", "not loaded shadowed-by-kind"},
		{"AGENT.md alone", file("/p/AGENT.md", "b"), Options{}, "/p/AGENT.md", "loaded"},
		{"AGENTS.local.md comes on top", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/AGENTS.local.md", "b") }, Options{}, "/p/AGENTS.local.md", "loaded"},
		{"AGENTS.md switched off", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/p/.vscode/settings.json", `{"roo-cline.useAgentRules": false}`)
		}, Options{}, "/p/AGENTS.md", "not loaded disabled"},
		{"a backup", file("/p/.roo/rules/a.md.bak", "a"), Options{}, "/p/.roo/rules/a.md.bak", "not loaded not-looked-for"},
		{"a link to a directory", func(w *facts.Memory) { w.File("/q/a.md", "a").Link("/p/.roo/rules/x", "/q") }, Options{}, "/p/.roo/rules/x/a.md", "loaded"},
		{"rules below", file("/p/d/.roo/rules/a.md", "a"), Options{}, "/p/d/.roo/rules/a.md", "not loaded disabled"},
		{"AGENTS.md below", file("/p/d/AGENTS.md", "a"), Options{}, "/p/d/AGENTS.md", "not loaded disabled"},
	})
	w := repo().File("/p/.roo/rules/z/A.md", "1").File("/p/.roo/rules/b.md", "2").File("/p/.roo/rules/_c.md", " 3\n").
		File("/h/.roo/rules/g.md", "G").File("/p/AGENTS.md", "AG").File("/p/.roo/rules-code/m.md", "M")
	trace := discover(t, w, "roo", "/p", Options{})
	want := "# Rules from .roo/rules-code/m.md:\nM\n\n# Agent Rules Standard (AGENTS.md):\nAG\n\n# Rules from ../h/.roo/rules/g.md:\nG\n\n" +
		"# Rules from .roo/rules/_c.md:\n3\n\n# Rules from .roo/rules/z/A.md:\n1\n\n# Rules from .roo/rules/b.md:\n2"
	if got := trace.Text.String(); got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

func TestAider(t *testing.T) {
	conf := func(text string) func(w *facts.Memory) {
		return func(w *facts.Memory) {
			w.File("/p/.aider.conf.yml", text).File("/p/d/a.md", "A").File("/p/d/dir/b.md", "B")
		}
	}
	hold(t, "aider", "/p/d", []ruleTest{
		{"nothing by its name", file("/p/d/CONVENTIONS.md", "c"), Options{}, "/p/d/CONVENTIONS.md", "not loaded not-looked-for"},
		{"AGENTS.md neither", file("/p/AGENTS.md", "c"), Options{}, "/p/AGENTS.md", "not loaded not-looked-for"},
		{"one file", conf("read: a.md\n"), Options{}, "/p/d/a.md", "loaded"},
		{"a list", conf("read: [a.md]\n"), Options{}, "/p/d/a.md", "loaded"},
		{"a list of lines", conf("read:\n  - a.md\n"), Options{}, "/p/d/a.md", "loaded"},
		{"a directory", conf("read: dir\n"), Options{}, "/p/d/dir/b.md", "loaded"},
		{"a missing file", conf("read: nowhere.md\n"), Options{}, "/p/d/nowhere.md", "not loaded missing"},
		{"the nearest settings win", func(w *facts.Memory) {
			conf("read: a.md\n")(w)
			w.File("/p/d/.aider.conf.yml", "read: dir/b.md\n")
		}, Options{}, "/p/d/a.md", ""},
		{"the home's settings count least", func(w *facts.Memory) {
			conf("read: a.md\n")(w)
			w.File("/h/.aider.conf.yml", "read: ~/x.md\n").File("/h/x.md", "X")
		}, Options{}, "/h/x.md", ""},
		{"settings without the list leave it", func(w *facts.Memory) {
			conf("read: a.md\n")(w)
			w.File("/p/d/.aider.conf.yml", "model: x\n")
		}, Options{}, "/p/d/a.md", "loaded"},
		{"a file of the command line", conf(""), Options{RuleFiles: []string{"a.md"}}, "/p/d/a.md", "loaded"},
	})
	w := repo().File("/p/.aider.conf.yml", "read: [b.md, a.md]\n").File("/p/a.md", "A").File("/p/b.md", "B")
	if got := discover(t, w, "aider", "/p", Options{}).Loaded; !slices.Equal(got, []string{"/p/b.md", "/p/a.md"}) {
		t.Errorf("the order is %s, not as listed", strings.Join(got, ", "))
	}
}
