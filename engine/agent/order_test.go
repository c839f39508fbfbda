package agent_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// order returns the names of a registry's first agents.
func order(r *agent.Registry, n int) string {
	var names []string
	for _, a := range r.All()[:n] {
		names = append(names, a.Name)
	}
	return strings.Join(names, " ")
}

func TestAgentsOfTheProjectComeFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		build func(w *facts.Memory)
		want  string // the first agents
	}{
		{"nothing here", func(w *facts.Memory) {}, "template claude-code codex gemini-cli opencode copilot-cli cursor"},
		{"a file", func(w *facts.Memory) { w.File("/p/GEMINI.md", "x") }, "template gemini-cli copilot-cli crush zed claude-code codex"},
		{"a file above", func(w *facts.Memory) { w.File("/p/QWEN.md", "x").Dir("/p/.git").Dir("/p/a/b") }, "template qwen-code claude-code codex"},
		{"a file above the project", func(w *facts.Memory) { w.File("/QWEN.md", "x").Dir("/p/.git").Dir("/p/a/b") }, "template claude-code codex"},
		{"a file above, outside a repository", func(w *facts.Memory) { w.File("/p/QWEN.md", "x") }, "template claude-code codex"},
		{"a directory", func(w *facts.Memory) { w.File("/p/.junie/guidelines.md", "x") }, "template junie claude-code codex"},
		{"another's directory", func(w *facts.Memory) { w.Dir("/p/.cursor/rules") }, "template cursor claude-code codex"},
	} {
		w := facts.NewMemory().Dir("/p/a/b")
		c.build(w)
		cwd := "/p"
		if strings.Contains(c.name, "above") {
			cwd = "/p/a/b"
		}
		all := agent.Known().Here(w, cwd)
		if got := order(all, strings.Count(c.want, " ")+1); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if len(all.All()) != len(agent.Known().All()) || len(all.Profiles()) != len(agent.Known().Profiles()) {
			t.Errorf("%s: agents are lost", c.name)
		}
	}
}

// An agent whose program is on the PATH comes before those that only have files here.
func TestInstalledAgentsComeFirst(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Dir("/p").Env("PATH", "/usr/bin").File("/usr/bin/crush", "#!")
	w.Mode("/usr/bin/crush", 0o755)
	if got := order(agent.Known().Here(w, "/p"), 3); got != "template crush claude-code" {
		t.Errorf("first are %s", got)
	}
	w.File("/p/CLAUDE.md", "x").File("/p/QWEN.md", "x")
	if got := order(agent.Known().Here(w, "/p"), 3); got != "template crush claude-code" {
		t.Errorf("with files of other agents, first are %s", got)
	}
}

func TestTheAgentOfThePromptLeads(t *testing.T) {
	t.Parallel()
	if got := order(agent.Known().Leading("zed@1.2"), 3); got != "zed template claude-code" {
		t.Errorf("first are %s", got)
	}
	if got := order(agent.Known().Leading("nobody"), 2); got != "template claude-code" {
		t.Errorf("without an agent of the prompt, first are %s", got)
	}
	traces := []*discovery.Trace{{Agent: "codex"}, {Agent: "zed"}, {Agent: "claude-code"}}
	agent.Known().Leading("zed").Order(traces)
	if traces[0].Agent != "zed" || traces[1].Agent != "claude-code" || traces[2].Agent != "codex" {
		t.Errorf("the traces are of %s, %s, %s", traces[0].Agent, traces[1].Agent, traces[2].Agent)
	}
}

// After the agents that most people use, agents are sorted by their titles.
func TestOtherAgentsAreListedByTitle(t *testing.T) {
	t.Parallel()
	all := agent.Known().All()
	from := slices.IndexFunc(all, func(a agent.Agent) bool { return a.Name == "qwen-code" }) + 1
	if from != 9 || !slices.IsSortedFunc(all[from:], func(a, b agent.Agent) int {
		return strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
	}) {
		t.Errorf("the agents from %d on are not sorted: %s", from, order(agent.Known(), len(all)))
	}
}
