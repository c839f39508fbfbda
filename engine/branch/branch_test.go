package branch_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/branch"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// words counts one token for each word.
func words(_, text string) int { return len(strings.Fields(text)) }

// compare compares an agent's discovery in /p of a world with its discoveries in other worlds.
func compare(t *testing.T, name string, before *facts.Memory, others map[string]facts.Instead) branch.Agent {
	t.Helper()
	after := facts.Altered(before, others)
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	var traces [2][]*discovery.Trace
	for i, w := range []facts.World{before, after} {
		if traces[i], _, err = discovery.Survey(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p"}); err != nil {
			t.Fatal(err)
		}
	}
	return branch.Compare(before, after, traces[0], traces[1], words)[0]
}

func TestEffectsOfAChange(t *testing.T) {
	disk := func() *facts.Memory {
		return agenttest.Repository().File("/p/CLAUDE.md", "one two\n").File("/p/src/CLAUDE.md", "three\n").File("/p/.claude/rules/a.md", "---\npaths: src/**\n---\nfour five\n")
	}
	for _, tt := range []struct {
		name   string
		others map[string]facts.Instead
		want   string
	}{
		{"nothing", nil, ""},
		{"a file that no agent reads", map[string]facts.Instead{"/p/README.md": facts.Text("x")}, ""},
		{"a rule file of other agents", map[string]facts.Instead{"/p/AGENTS.md": facts.Text("x")}, ""},
		{"a longer file", map[string]facts.Instead{"/p/CLAUDE.md": facts.Text("one two three\n")}, "changed rule /p/CLAUDE.md loaded loaded"},
		{"a deleted file", map[string]facts.Instead{"/p/src/CLAUDE.md": {Gone: true}}, "removed rule /p/src/CLAUDE.md on demand "},
		{"a rule that is always loaded now", map[string]facts.Instead{"/p/.claude/rules/a.md": facts.Text("four five\n")}, "now loaded rule /p/.claude/rules/a.md on demand loaded"},
		{"a new skill", map[string]facts.Instead{"/p/.claude/skills/s/SKILL.md": facts.Text("---\nname: s\ndescription: does it\n---\nx\n")}, "added skill s  listed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := compare(t, "claude-code", disk(), tt.others)
			var got []string
			for _, i := range a.Items {
				got = append(got, fmt.Sprintf("%s %s %s %s %s", i.Change(), i.Kind, i.Name, i.When[0], i.When[1]))
			}
			if strings.Join(got, "; ") != tt.want || a.Same() != (tt.want == "") {
				t.Errorf("%q, same %v, want %q", got, a.Same(), tt.want)
			}
		})
	}
}

func TestLimitsOfAgents(t *testing.T) {
	disk := agenttest.Repository().File("/p/CLAUDE.md", "one two\n")
	a := compare(t, "claude-code", disk, map[string]facts.Instead{"/p/CLAUDE.md": facts.Text("one two three four\n")})
	grown := a.Tokens[1] - a.Tokens[0]
	if grown != 2 {
		t.Fatalf("the change adds %d words", grown)
	}
	for _, tt := range []struct {
		name   string
		limits branch.Limits
		want   int
	}{
		{"without limits", branch.Limits{}, 0},
		{"just enough", branch.Limits{Tokens: map[string]int{"claude-code": a.Tokens[1]}, Growth: map[string]int{"claude-code": 2}}, 0},
		{"one too many", branch.Limits{Tokens: map[string]int{"claude-code": a.Tokens[1] - 1}}, 1},
		{"no tokens at all", branch.Limits{Tokens: map[string]int{"claude-code": 0}}, 1},
		{"too much growth", branch.Limits{Growth: map[string]int{branch.AllAgents: 1}}, 1},
		{"the agent's own limit overrides the general one", branch.Limits{Growth: map[string]int{branch.AllAgents: 1, "claude-code": 5}}, 0},
		{"another agent's", branch.Limits{Growth: map[string]int{"codex": 0}}, 0},
		{"no growth at all", branch.Limits{Growth: map[string]int{"claude-code": 0}}, 1},
	} {
		if broken := tt.limits.Broken([]branch.Agent{a}); len(broken) != tt.want {
			t.Errorf("%s: %+v", tt.name, broken)
		}
	}
	broken := branch.Limits{Tokens: map[string]int{branch.AllAgents: a.Tokens[1] - 3}, Growth: map[string]int{branch.AllAgents: 1}}.Broken([]branch.Agent{a})
	if len(broken) != 2 || !strings.Contains(broken[0].Message, ", 3 more than check.tokens allows") || !strings.Contains(broken[1].Message, "adds 2 tokens to the prompt of claude-code, 1 more than check.growth") || broken[0].Severity != diag.Error {
		t.Errorf("%+v", broken)
	}
	at := config.Places{{Table: "check.tokens", Key: "all"}: {File: "all.toml"}, {Table: "check.growth", Key: "all"}: {File: "any.toml"}, {Table: "check.growth", Key: "claude-code"}: {File: "own.toml"}}
	placed := branch.Limits{Tokens: map[string]int{branch.AllAgents: 0}, Growth: map[string]int{"claude-code": 0}, Places: at}.Broken([]branch.Agent{a})
	if len(placed) != 2 || placed[0].File != "all.toml" || placed[1].File != "own.toml" {
		t.Errorf("places of limits: %+v", placed)
	}
	wrong := branch.Limits{Tokens: map[string]int{"claud-code": 1, "all": 1}}.Unknown([]string{"claude-code"})
	if len(wrong) != 1 || !strings.Contains(wrong[0].Hint, "claude-code") {
		t.Errorf("unknown: %+v", wrong)
	}
	if wrong := (branch.Limits{Growth: map[string]int{"yyyyyy": 1, "xxxxxx": 1, "zzzzzz": 1}}).Unknown([]string{"claude-code"}); len(wrong) != 3 ||
		wrong[0].Message != `check.growth: unknown agent "xxxxxx"` || wrong[1].Message != `check.growth: unknown agent "yyyyyy"` {
		t.Errorf("unknown: %+v", wrong)
	}
}

func TestCheckFailsIfAnAgentWouldNotStart(t *testing.T) {
	a := compare(t, "opencode", agenttest.Repository(), map[string]facts.Instead{"/p/opencode.json": facts.Text(`{"instructions": 5}`)})
	broken := branch.Limits{}.Broken([]branch.Agent{a})
	if a.Same() || len(broken) != 1 || broken[0].File == "" {
		t.Errorf("same %v, broken %+v", a.Same(), broken)
	}
}
