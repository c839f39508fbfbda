package discovery

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

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
