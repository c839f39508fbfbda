package discovery_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// What doctor says about a project for each agent, with its advice, and what explain answers about
// files that the agent reads, that it nearly reads, and that do not exist.
func TestAdviceIsAsRecorded(t *testing.T) {
	t.Parallel()
	w := agenttest.Project().File("/p/agents.md", "almost\n").File("/p/CLAUD.md", "almost\n").File("/p/docs/CLAUDE.md", "below\n").File("/p/.claude/rules/more/deep.txt", "no rule\n").File("/p/.cursor/rules/plain.md", "no rule\n").
		File("/AGENTS.md", "above\n").File("/p/.github/copilot-instruction.md", "almost\n").File("/p/part/GEMINI.md", "Rules of the part.\n").File("/p/AGENT.md", "another name\n").File("/p/.gitignore", "CLAUDE.local.md\n").
		File("/p/.opencode/agents/helper.md", "---\ndescription: helps\n---\nYou help.\n")
	ctx := context.Background()
	var b strings.Builder
	var all []discovery.SurveyAgent
	for _, a := range agent.Known().Discoverers() {
		asked := agent.Known().Ask(a.Name, "")
		all = append(all, asked)
		traces, questions, err := discovery.Survey(ctx, w, []discovery.SurveyAgent{asked}, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %s, %d questions, unread %d bytes\n", a.Name, len(questions), discovery.UnreadBytes(traces[0]))
		discovery.AskGit(ctx, w, traces)
		for _, p := range append(discovery.Doctor(ctx, w, traces), discovery.Unread(traces[0])...) {
			fmt.Fprintf(&b, "%s %s %s %v: %s; %s\n", p.Code, p.Severity, p.File, p.Span, p.Message, p.Hint)
		}
		for _, file := range []string{"/p/AGENTS.md", "/p/CLAUDE.md", "/p/part/AGENTS.md", "/p/agents.md", "/p/CLAUD.md", "/p/docs/more.md", "/p/.claude/rules/go.md", "/p/.claude/rules/broken.md", "/p/.cursor/rules/plain.md", "/AGENTS.md", "/p/none.md", "/p/AGENT.md", "/p/.mcp.json"} {
			answers, err := discovery.Explain(ctx, w, []discovery.SurveyAgent{asked}, discovery.Options{Cwd: "/p"}, file)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range answers {
				listed := ""
				if x.Candidate != nil {
					listed = string(x.Candidate.Reason) + " " + x.Candidate.Detail
				}
				fmt.Fprintf(&b, "explain %s: %s %s; %s; %s; %s\n", file, x.Verdict, listed, x.Why, x.Remedy, x.Meant)
			}
		}
	}
	traces, _, err := discovery.Survey(ctx, w, all, discovery.Options{Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString("== all together\n")
	for _, p := range discovery.Doctor(ctx, w, traces) {
		fmt.Fprintf(&b, "%s %s %s: %s; %s\n", p.Code, p.Severity, p.File, p.Message, p.Hint)
	}
	agenttest.Recorded(t, "advice.txt", b.String())
}
