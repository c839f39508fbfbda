package agent_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/agent/codex"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// counted counts how often directories are listed.
type counted struct {
	facts.World
	listed map[string]int
}

func (c *counted) ReadDir(name string) ([]facts.Entry, error) {
	c.listed[name]++
	return c.World.ReadDir(name)
}

func TestAgentsShareOneSearchBelowTheDirectory(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/a/b/c/AGENTS.md", "b").File("/p/node_modules/x/AGENTS.md", "no").File("/p/.git/x/AGENTS.md", "no")
	c := &counted{w, map[string]int{}}
	var asked []discovery.SurveyAgent
	for _, a := range agent.Known().SurveyAgents() {
		if a.Agent != "gemini-cli" && a.Agent != "opencode" { // these two search directories in their own way
			asked = append(asked, a)
		}
	}
	traces, _, err := discovery.Survey(context.Background(), c, asked, discovery.Options{Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	if c.listed["/p/a/b"] != 1 || c.listed["/p/node_modules"] != 0 || c.listed["/p/.git"] != 0 {
		t.Errorf("listed %v", c.listed)
	}
	for _, trace := range traces {
		for _, cand := range trace.Candidates {
			if strings.Contains(cand.Path, "node_modules") {
				t.Errorf("%s met %s", trace.Agent, cand.Path)
			}
		}
	}
}

func TestSearchIsWatchedNearTheDirectory(t *testing.T) {
	w := agenttest.Repository()
	for i := range 1000 {
		w.File(fmt.Sprintf("/p/%d/AGENTS.md", i), "a")
	}
	codexAlone := []discovery.SurveyAgent{{Agent: "codex", Discover: codex.Discover}}
	traces, questions, err := discovery.Survey(context.Background(), w, codexAlone, discovery.Options{Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(questions); n > 3*discovery.BelowShown+2*discovery.BelowWatched {
		t.Errorf("%d questions are watched", n)
	}
	if found := len(traces[0].Candidates); found < discovery.BelowShown || !strings.Contains(strings.Join(traces[0].Notes, "\n"), "1000 files") {
		t.Errorf("%d candidates, notes %q", found, traces[0].Notes)
	}
}

func TestSearchIsLimitedAndSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w := agenttest.Repository().File("/p/a/AGENTS.md", "a")
	trace, _ := codex.Discover(ctx, w, discovery.Options{Cwd: "/p"})
	if !strings.Contains(strings.Join(trace.Notes, "\n"), "was stopped") {
		t.Errorf("notes %q", trace.Notes)
	}
}
