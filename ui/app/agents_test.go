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
	versions := []discovery.Version{{Name: "2.0", Evidence: discovery.Documented}}
	made := agent.Agent{Name: "made-up", Title: "Made Up", Versions: versions, Discover: func(ctx context.Context, w facts.World, o discovery.Options) (*discovery.Trace, error) {
		f, err := discovery.Begin(ctx, w, o, "made-up", versions, discovery.Documented)
		if err != nil {
			return nil, err
		}
		defer f.Tree.Close()
		f.Always(facts.Join(f.Trace.Cwd, "MADE.md"), "project")
		return f.Done("\n")
	}}
	b := openRules(map[string]string{"MADE.md": "Be honest.\n"})
	b.with = func(o *Options) {
		o.Engine = engine.New(o.World, engine.WithAgents(agent.New(made)))
	}
	tell(t, b, func(s *story) { s.rulesOf("made-up").sees("made-up@2.0", "MADE.md", "loaded") })
}
