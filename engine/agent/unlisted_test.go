package agent_test

import (
	"context"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The matrix has a row for each path. An agent that lists the file under another path,
// or imports it, loads it all the same.
func TestAFileLoadedUnderAnotherPathIsSaidToBeLoaded(t *testing.T) {
	repository := func() *facts.Memory { return agenttest.Repository() }
	imported := repository().File("/p/GEMINI.md", "@AGENTS.md\n").File("/p/AGENTS.md", "Be brief.\n")
	chain := repository().File("/p/.agents/AGENTS.md", "Be brief.\n").Link("/p/AGENTS.md", ".agents/AGENTS.md").Link("/p/CLAUDE.md", "AGENTS.md")
	apart := repository().File("/p/GEMINI.md", "Be short.\n").File("/p/AGENTS.md", "Be brief.\n")
	behind := repository().File("/p/.agents/AGENTS.md", "Be brief.\n").Link("/p/AGENTS.md", ".agents/AGENTS.md").File("/p/GEMINI.md", "@.agents/AGENTS.md\n")
	for _, tt := range []struct {
		world       *facts.Memory
		agent, file string
		verdict     discovery.Verdict
		why         string
	}{
		{imported, "gemini-cli", "/p/AGENTS.md", discovery.Loaded, "imported by GEMINI.md"},
		{behind, "gemini-cli", "/p/AGENTS.md", discovery.Loaded, "imported by GEMINI.md"},
		{chain, "claude-code", "/p/.agents/AGENTS.md", discovery.Loaded, "loaded as CLAUDE.md, which is a link to it"},
		{chain, "claude-code", "/p/AGENTS.md", discovery.Loaded, "loaded as CLAUDE.md, which is the same file"},
		{apart, "gemini-cli", "/p/AGENTS.md", discovery.NotLoaded, "the agent reads GEMINI.md"},
	} {
		a, version, err := agent.Known().Lookup(tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		traces, _, err := discovery.Survey(context.Background(), tt.world, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		row := discovery.Row{Path: tt.file, Cells: make([]discovery.Cell, 1)}
		if real, err := tt.world.RealPath(tt.file); err == nil && real != tt.file {
			row.RealPath = real
		}
		if got := discovery.ExplainRow(traces[0], &row); got.Verdict != tt.verdict || got.Why != tt.why || (got.Remedy == "") != (tt.verdict == discovery.Loaded) {
			t.Errorf("%s, %s: %s, %q, remedy %q; want %s, %q", tt.agent, tt.file, got.Verdict, got.Why, got.Remedy, tt.verdict, tt.why)
		}
	}
}
