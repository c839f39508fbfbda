package agent_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"galley/engine/agent/pilotdeck"
	"galley/engine/agent/yume"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/scenario"
	"galley/engine/settings"
	"galley/engine/source"
)

// manyTools returns a scenario with the corpus' largest list of tools, in the test repository.
func manyTools(t testing.TB) scenario.Scenario {
	file := filepath.Join("..", "..", "..", "shared", "corpus", "tools", "01-github-mcp-server.tools-list.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("no %s", file)
	}
	return scenario.Scenario{Tools: scenario.Tools{Given: true, Text: settings.Text{Given: true, Text: string(data), File: "/tools.json"}}}
}

func BenchmarkAssembleWithManyTools(b *testing.B) {
	for _, p := range []profile.Profile{yume.Profiles[0], yume.Profiles[1], pilotdeck.Profiles[0]} {
		b.Run(p.Name(), func(b *testing.B) {
			in := profile.Input{Template: source.Literal("x"), Cwd: "/p", World: facts.NewMemory(), Scenario: manyTools(b)}
			for b.Loop() {
				p.Assemble(context.Background(), in)
			}
		})
	}
}
