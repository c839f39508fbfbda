package discovery_test

import (
	"context"
	"slices"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// If an agent is said to look for a missing rule file, creating that file must make the agent load
// it.
func TestWantedRuleFileIsLoadedOnceCreated(t *testing.T) {
	t.Parallel()
	survey := func(w facts.World, a discovery.SurveyAgent) *discovery.Trace {
		traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{a}, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(a.Agent, err)
		}
		return traces[0]
	}
	total := 0
	for _, a := range agent.Known().SurveyAgents() {
		for _, c := range survey(agenttest.Repository(), a).Wanted() {
			total++
			made := survey(agenttest.Repository().File(c.Path, "Do so.\n"), a)
			if found := made.Find(c.Path); len(found) == 0 || found[0].Verdict != discovery.Loaded {
				t.Errorf("%s does not load %s: %+v", a.Agent, c.Path, found)
			}
			if slices.ContainsFunc(made.Wanted(), func(o discovery.Candidate) bool { return o.Path == c.Path }) {
				t.Errorf("%s: %s exists but is still wanted", a.Agent, c.Path)
			}
		}
	}
	if total < 20 {
		t.Errorf("%d files are wanted by all agents", total)
	}
}
