package report_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/token"
)

// delegates reports the sub-agents of Claude Code in a world.
func delegates(t *testing.T, w *facts.Memory, name string) (report.Delegates, int) {
	t.Helper()
	agents := agent.Known()
	found, version, err := agents.Lookup("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{found.Asked(version)}, discovery.Options{Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	counter := report.AgentCounter(agents, token.Means("", ""))
	shape := report.DelegatesOf(traces, agents, name, w.ReadFile, func(agent, text string) token.Count {
		counted++
		return counter(agent, text)
	})
	return shape, counted
}

func TestTheWholeRequestOfASubAgent(t *testing.T) {
	w := agenttest.Repository().File("/p/CLAUDE.md", "Do so.\n").
		File("/p/.claude/agents/free.md", "---\nname: free\ndescription: helps\n---\nBe free.\n").
		File("/p/.claude/agents/tied.md", "---\nname: tied\ndescription: helps\ntools: Read, Mine\n---\nBe tied.\n")
	shape, _ := delegates(t, w, "")
	of := map[string]report.Delegate{}
	for _, d := range slices.Concat(shape.Agents, shape.BuiltIn) {
		of[d.Name] = d
	}
	for _, tt := range []struct {
		name  string
		files bool // whether the sub-agent gets the rule files
		lacks string
	}{
		{"free", true, ""}, {"tied", true, "the tool Mine"}, {"general-purpose", true, ""}, {"Explore", false, ""},
	} {
		d := of[tt.name]
		if d.Whole == nil {
			t.Errorf("%s has no full request: %+v", tt.name, d)
			continue
		}
		if got := d.Whole.Files > 0; got != tt.files || d.Whole.Tokens != d.Whole.Body+d.Whole.Files+d.Whole.Own+d.Whole.Tools || d.Whole.Tokens >= d.Whole.Main {
			t.Errorf("%s: %+v", tt.name, d.Whole)
		}
		if lacks := strings.Join(d.Whole.Lacks, ", "); lacks != tt.lacks {
			t.Errorf("%s lacks %q, want %q", tt.name, lacks, tt.lacks)
		}
	}
	if of["tied"].Whole.Tools >= of["free"].Whole.Tools {
		t.Error("part of a list of tools is as large as the whole list")
	}
	tied := of["tied"]
	if got := tied.Sentence(); !strings.HasPrefix(got, "model: the main agent's, unless the agent chooses another. tools: Read, Mine. body: ") || !strings.Contains(got, ". whole: about ") {
		t.Errorf("in a sentence: %q", got)
	}
	one, _ := delegates(t, w, "Plan")
	if len(one.Agents) != 0 || len(one.BuiltIn) != 1 || one.BuiltIn[0].Name != "Plan" {
		t.Errorf("a built-in sub-agent by its name: %+v", one)
	}
}

// What a sub-agent inherits was measured for one version. For another one only its own text counts,
// and the sub-agents that come with the agent are not listed.
func TestASubAgentOfAVersionThatWasNotMeasured(t *testing.T) {
	t.Parallel()
	found, version, err := agent.Known().Lookup("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	trace := &discovery.Trace{Agent: "claude-code", Cwd: "/p", Version: version, Candidates: []discovery.Candidate{
		{Kind: discovery.Subagent, Name: "free", Path: "/p/free.md", Shown: "free.md", Verdict: discovery.Listed},
		{Kind: discovery.Subagent, Name: "unread", Path: "/p/unread.md", Verdict: discovery.Listed},
		{Kind: discovery.Subagent, Name: "table", Path: "/p/table.toml", Verdict: discovery.Listed},
		{Kind: discovery.Skill, Name: "skill", Path: "/p/free.md", Verdict: discovery.Listed},
	}}
	read := func(path string) (string, error) {
		if strings.Contains(path, "unread") {
			return "", errors.New("not for you")
		}
		return "---\nname: free\ndescription: helps\ndisallowedTools: Bash\n---\nBe free.\n", nil
	}
	count := func(string, string) token.Count { return token.Count{Tokens: 1} }
	shape := report.DelegatesOf([]*discovery.Trace{trace}, agent.Known(), "", read, count)
	if len(shape.Agents) != 1 || shape.Agents[0].Name != "free" || shape.Cwd != "/p" || len(shape.BuiltIn) != len(found.Inherits.BuiltIn) {
		t.Fatalf("%+v", shape)
	}
	if got := shape.Agents[0].Whole; got == nil || !slices.Equal(got.Lacks, []string{"what Bash takes less"}) {
		t.Errorf("of a version that was measured: %+v", got)
	}
	trace.Version = "0.1"
	shape = report.DelegatesOf([]*discovery.Trace{trace}, agent.Known(), "", read, count)
	if len(shape.Agents) != 1 || len(shape.BuiltIn) != 0 {
		t.Fatalf("%+v", shape)
	}
	if got := shape.Agents[0]; got.Whole != nil || got.Where != "" || got.Evidence != string(discovery.NoEvidence) || !slices.Equal(got.Off, []string{"Bash"}) || got.Tokens != 1 {
		t.Errorf("of another version: %+v", got)
	}
}

func TestSubAgentsAreComparedWithTheMainPrompt(t *testing.T) {
	work := func(n int) (names, counted int) {
		w := agenttest.Repository()
		for i := range n {
			w.File(fmt.Sprintf("/p/.claude/agents/%d.md", i), fmt.Sprintf("---\nname: a%d\ndescription: helps\n---\nBe %d.\n", i, i))
		}
		shape, counted := delegates(t, w, "")
		if len(shape.Agents) != n {
			t.Fatalf("%d of %d sub-agents", len(shape.Agents), n)
		}
		for _, d := range shape.Agents {
			for _, p := range d.Parts {
				names += len(p.Files)
			}
		}
		return names, counted
	}
	names, counted := work(50)
	more, again := work(200)
	if more > 4*names || again > 4*counted {
		t.Errorf("50 list %d names and count %d texts, 200 list %d and count %d", names, counted, more, again)
	}
}

// A project's sub-agent may have any name. The name must stay one word of the command that the
// user pastes.
func TestTheCommandThatCapturesASubagentQuotesItsName(t *testing.T) {
	t.Parallel()
	d := report.Delegate{Agent: "opencode@1.18.33", Name: "a; reboot"}
	if got, want := d.CaptureCommand(), "galley capture opencode --subagent 'a; reboot'"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
