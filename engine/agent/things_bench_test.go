package agent_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// manyThings makes a home with n skills and n sub-agents, and a project.
func manyThings(b *testing.B, n int) (w facts.World, cwd string) {
	home, cwd := b.TempDir(), b.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	write(filepath.Join(cwd, "AGENTS.md"), "Be brief.\n")
	for i := range n {
		write(filepath.Join(home, fmt.Sprintf(".claude/skills/skill-%04d/SKILL.md", i)),
			fmt.Sprintf("---\nname: skill-%04d\ndescription: Does the thing number %d in the project, when asked for it.\n---\n\n%s", i, i, strings.Repeat("The body of the skill says more.\n", 100)))
		write(filepath.Join(home, fmt.Sprintf(".claude/agents/agent-%04d.md", i)),
			fmt.Sprintf("---\nname: agent-%04d\ndescription: Reviews number %d.\n---\n%s", i, i, strings.Repeat("You review.\n", 100)))
	}
	b.Setenv("HOME", home)
	return facts.NewLive(), cwd
}

// The user waits for the skills and sub-agents in the home. Their cost is the difference between
// the times with none and with a thousand of each.
func BenchmarkDiscoverThings(b *testing.B) {
	for _, n := range []int{0, 1000} {
		for _, name := range []string{"claude-code", "all agents"} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				w, cwd := manyThings(b, n)
				asked := agent.Known().SurveyAgents()
				if name != "all agents" {
					a, version, err := agent.Known().Lookup(name)
					if err != nil {
						b.Fatal(err)
					}
					asked = []discovery.SurveyAgent{a.Asked(version)}
				}
				for b.Loop() {
					if _, _, err := discovery.Survey(context.Background(), w, asked, discovery.Options{Cwd: cwd}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
