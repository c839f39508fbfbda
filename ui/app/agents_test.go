package app

import (
	"context"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestAnAgentFromOutsideIsFoundInTheRulesTab(t *testing.T) {
	t.Parallel()
	versions := []discovery.Version{{Name: "2.0", Evidence: discovery.Documented}}
	made := agent.Agent{Name: "made-up", Title: "Made Up", Versions: versions, Discover: discovery.By("made-up", versions, discovery.Documented, func(_ context.Context, f *discovery.Finder) (*discovery.Trace, error) {
		f.Always(facts.Join(f.Trace.Cwd, "MADE.md"), "project")
		return f.Done("\n")
	})}
	b := openRules(map[string]string{"MADE.md": "Be honest.\n"})
	b.with = func(o *Options) {
		o.Engine = engine.New(o.World, engine.WithAgents(agent.New(made)))
	}
	tell(t, b, func(s *story) { s.rulesOf("made-up").sees("made-up@2.0", "MADE.md", "loaded") })
}
