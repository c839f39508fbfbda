package aider_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestAider(t *testing.T) {
	conf := func(text string) func(w *facts.Memory) {
		return func(w *facts.Memory) {
			w.File("/p/.aider.conf.yml", text).File("/p/d/a.md", "A").File("/p/d/dir/b.md", "B")
		}
	}
	agenttest.Hold(t, "aider", "/p/d", []agenttest.RuleTest{
		{"nothing by its name", agenttest.File("/p/d/CONVENTIONS.md", "c"), discovery.Options{}, "/p/d/CONVENTIONS.md", "not loaded not-looked-for"},
		{"AGENTS.md neither", agenttest.File("/p/AGENTS.md", "c"), discovery.Options{}, "/p/AGENTS.md", "not loaded not-looked-for"},
		{"one file", conf("read: a.md\n"), discovery.Options{}, "/p/d/a.md", "loaded"},
		{"a list", conf("read: [a.md]\n"), discovery.Options{}, "/p/d/a.md", "loaded"},
		{"a list of lines", conf("read:\n  - a.md\n"), discovery.Options{}, "/p/d/a.md", "loaded"},
		{"a directory", conf("read: dir\n"), discovery.Options{}, "/p/d/dir/b.md", "loaded"},
		{"a missing file", conf("read: nowhere.md\n"), discovery.Options{}, "/p/d/nowhere.md", "not loaded missing"},
		{"the nearest settings win", func(w *facts.Memory) {
			conf("read: a.md\n")(w)
			w.File("/p/d/.aider.conf.yml", "read: dir/b.md\n")
		}, discovery.Options{}, "/p/d/a.md", ""},
		{"the home's settings count least", func(w *facts.Memory) {
			conf("read: a.md\n")(w)
			w.File("/h/.aider.conf.yml", "read: ~/x.md\n").File("/h/x.md", "X")
		}, discovery.Options{}, "/h/x.md", ""},
		{"settings without the list leave it", func(w *facts.Memory) {
			conf("read: a.md\n")(w)
			w.File("/p/d/.aider.conf.yml", "model: x\n")
		}, discovery.Options{}, "/p/d/a.md", "loaded"},
		{"a file of the home", func(w *facts.Memory) { conf("read: ~/x.md\n")(w); w.File("/h/x.md", "X") }, discovery.Options{}, "/h/x.md", "loaded"},
		{"a file of the command line", conf(""), discovery.Options{RuleFiles: []string{"a.md"}}, "/p/d/a.md", "loaded"},
	})
	agenttest.Say(t, agenttest.Repository().File("/p/.aider.conf.yml", "read: dir\n").File("/p/d/.aider.conf.yml", "model: x\n").File("/p/d/dir/b.md", "B"), "aider", "/p/d", discovery.Options{},
		"/p/d/dir/b.md: loaded", "!/p/d/dir: ", `note: "read" comes from /p/.aider.conf.yml`)
	agenttest.Say(t, agenttest.Repository().File("/p/.aider.conf.yml", "read: [a.md]\n"), "aider", "/p", discovery.Options{}, `note: "read" comes from /p/.aider.conf.yml`)
	agenttest.Say(t, agenttest.Repository().File("/p/.aider.conf.yml", "read: [a.md]\n").File("/p/a.md", "A").File("/p/d/.aider.conf.yml", "read: []\n"), "aider", "/p/d", discovery.Options{},
		"!/p/d/a.md: ", `!note: "read" is taken from`)
	w := agenttest.Repository().File("/p/.aider.conf.yml", "read: [b.md, a.md]\n").File("/p/a.md", "A").File("/p/b.md", "B")
	if got := agenttest.Discover(t, w, "aider", "/p", discovery.Options{}).Loaded; !slices.Equal(got, []string{"/p/b.md", "/p/a.md"}) {
		t.Errorf("the order is %s, not that of the list", strings.Join(got, ", "))
	}
}
