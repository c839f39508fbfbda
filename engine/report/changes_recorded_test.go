package report_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/branch"
	"galley/engine/budget"
	"galley/engine/capture"
	"galley/engine/capture/match"
	"galley/engine/capture/verify"
	"galley/engine/compare"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/source"
	"galley/engine/token"
	"galley/engine/transfer"
	"galley/engine/walk"
)

// recorder collects what the writers of a test print.
type recorder struct {
	t testing.TB
	bytes.Buffer
}

// part begins a new part of the recording.
func (r *recorder) part(format string, args ...any) { fmt.Fprintf(r, "\n-- "+format+"\n", args...) }

func (r *recorder) check(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Error(err)
	}
}

// byWords counts the words of a text. The count is exact for Codex, assumed for Gemini CLI, and an
// estimate for other agents.
func byWords(agent, text string) token.Count {
	basis := map[string]token.Basis{"codex": token.Exact, "gemini-cli": token.Assumed}[agent]
	if basis == "" {
		basis = token.Estimate
	}
	return token.Count{Tokens: len(strings.Fields(text)), Basis: basis, Method: "words"}
}

// How a change of files changes the prompts of several agents, as text, Markdown, annotations and
// JSON.
func TestChangesAreAsRecorded(t *testing.T) {
	t.Parallel()
	r := &recorder{t: t}
	before := agenttest.Project()
	after := facts.Altered(before, map[string]facts.Instead{
		"/p/AGENTS.md": facts.Text("# Rules\n\nBe very brief, and say why.\n"), "/p/.mcp.json": facts.Text(`{"mcpServers":{"on":{"command":"node"},"more|":{"command":"more"}}}`),
		"/p/CLAUDE.md": {Gone: true}, "/p/.claude/skills/new/SKILL.md": facts.Text("---\nname: new\ndescription: does new things\n---\n"), "/p/opencode.json": facts.Text("{"),
	})
	ctx, counts := context.Background(), func(agent, text string) int { return byWords(agent, text).Tokens }
	agents, sides := agent.Known(), [2][]*discovery.Trace{}
	for i, w := range []facts.World{before, after} {
		var asked []discovery.SurveyAgent
		for _, name := range []string{"claude-code", "codex", "opencode", "gemini-cli", "cursor", "aider"} {
			asked = append(asked, agents.Ask(name, ""))
		}
		var err error
		sides[i], _, err = discovery.Survey(ctx, w, asked, discovery.Options{Cwd: "/p"})
		r.check(err)
	}
	changed := branch.Compare(before, after, sides[0], sides[1], counts)
	changed[1].Request = &[2]int{100, 140}
	failed := *changed[3].After
	failed.Failure = &discovery.Failure{Message: "GEMINI.md | <odd>"}
	changed[3].After = &failed
	limits := branch.Limits{Tokens: map[string]int{"codex": 3, branch.AllAgents: 1000}, Growth: map[string]int{"codex": 0, "cursor": -1}}
	for _, base := range []bool{true, false} {
		shape := report.BranchOf("/p", "main`|x", "0123456789abcdef", base, changed, limits, limits.Broken(changed), byWords)
		r.part("branch, from its beginning: %v", base)
		r.check(report.BranchText(r, shape))
		r.part("as Markdown")
		r.check(report.BranchMarkdown(r, shape))
		r.part("as annotations")
		r.check(report.BranchGitHub(r, shape))
		if base {
			r.part("as JSON")
			r.check(report.Encode(r, shape))
		}
	}
	same := branch.Compare(before, before, sides[0], sides[0], counts)
	none := report.BranchOf("/p", "main", "01234", false, same, branch.Limits{}, nil, byWords)
	r.part("no change")
	r.check(report.BranchText(r, none))
	r.check(report.BranchMarkdown(r, none))
	r.check(report.BranchGitHub(r, none))
	plan, err := transfer.Make(ctx, before, transfer.Options{File: "/p/AGENTS.md", Project: "/p", To: []string{"claude-code", "gemini-cli", "codex", "cursor", "aider", "amazon-q"}, All: agents.SurveyAgents(), Options: discovery.Options{Cwd: "/p"}})
	r.check(err)
	plan.Copies = append(plan.Copies, transfer.Copy{Agent: "zed", Path: "/p/.rules"})
	plan.Without = append(plan.Without, transfer.Without{Agent: "nobody", Why: "it reads nothing"})
	shape := report.TransferOf("/p", plan, changed[:2], byWords)
	r.part("transfer")
	r.check(report.TransferText(r, shape))
	r.check(report.Encode(r, shape))
	agenttest.Recorded(t, "changes.txt", r.String())
}

// The files that load for several agents while their work goes on, as text and as JSON.
func TestWalksAreAsRecorded(t *testing.T) {
	t.Parallel()
	r := &recorder{t: t}
	w := agenttest.Project().File("/p/.cursor/rules/near.mdc", "---\ndescription: near\nglobs: sources/**/*.ts\n---\nNear.\n")
	steps := walk.Steps(w, []string{"/p/part/x.go", "/p/part/deep/y.ts", "/p/src/new.ts"}, []discovery.Act{discovery.ReadAct, discovery.EditAct, discovery.CreateAct})
	var asked []discovery.SurveyAgent
	for _, name := range []string{"claude-code", "codex", "opencode", "gemini-cli", "cursor", "aider", "copilot-cli", "pi"} {
		asked = append(asked, agent.Known().Ask(name, ""))
	}
	traces, _, err := discovery.Survey(context.Background(), w, asked, walk.Options(discovery.Options{Cwd: "/p"}, steps))
	r.check(err)
	counted := map[string]int{}
	shape := report.WalkOf("/p", walk.Of(w, traces, steps), steps, func(name, text string) token.Count {
		counted[name+"\x00"+text]++
		return byWords(name, text)
	}, agent.Known().Evidence)
	for text, times := range counted {
		if times > 1 {
			t.Errorf("a text of an agent is counted %d times: %q", times, text)
		}
	}
	shape.Agents[1].Request = &report.WalkRequest{Tokens: 900, Basis: string(token.Estimate), Ground: "captured"}
	shape.Agents[0].Request = &report.WalkRequest{Tokens: 500, Basis: string(token.Exact), Ground: "modelled"}
	r.part("walk")
	r.check(report.WalkText(r, shape))
	r.check(report.Encode(r, shape))
	one := shape
	one.Agents = []report.WalkAgent{shape.Agents[5]}
	r.part("one agent")
	r.check(report.WalkText(r, one))
	one.Agents = []report.WalkAgent{{Agent: "odd@1", Failure: "no\nsettings"}, {Agent: "sure@1", Calls: []report.WalkCall{{Act: "read", Brings: "no"}}, May: []report.WalkMay{{Path: "/p/x", When: "the model asks"}}}}
	r.part("an agent that would not start, and one to which nothing is added")
	r.check(report.WalkText(r, one))
	agenttest.Recorded(t, "walks.txt", r.String())
}

// How captures, predictions and programs differ.
func TestComparisonsAreAsRecorded(t *testing.T) {
	t.Parallel()
	r := &recorder{t: t}
	fresh := &capture.Capture{Agent: "codex", Version: "1.2"}
	first := &verify.Difference{Block: "/messages/0", Offset: 7, Origin: "/p/AGENTS.md", Captured: "x\x1b", Predicted: ""}
	for _, v := range []report.Verified{
		report.VerifiedOf(fresh, "predicted", verify.Result{Same: true, Normalised: []string{"dates", "ids"}}), report.VerifiedOf(fresh, "modelled", verify.Result{First: first}),
		report.VerifiedOf(fresh, "captured", verify.Result{Same: true}), {Agent: "codex", Error: "it is not installed"},
	} {
		r.check(report.VerifiedText(r, v))
		r.check(report.Encode(r, v))
	}
	for _, kind := range []match.Kind{match.Missing, match.Unexpected, ""} {
		fmt.Fprintln(r, report.DisagreeText(match.Difference{Kind: kind, Name: "/p/AGENTS.md", Bytes: 12}))
	}
	trace := &discovery.Trace{Agent: "codex", Version: "1.2", Cwd: "/p"}
	long := strings.Repeat("0123456789", 8)
	for _, pair := range [][2]string{{"", ""}, {"same", "same"}, {"one\ntwo", "one\ntwo three"}, {"", "x"}, {long + "a\n" + long, long + "b\n" + long}, {"é" + long[:30], "é" + long[:29] + "x"}} {
		c := report.CrossCheckOf(trace, "codex debug", pair[0], pair[1])
		r.check(report.CrossCheckText(r, c))
		c.Installed = "codex 1.1"
		r.check(report.CrossCheckText(r, c))
		r.check(report.Encode(r, c))
	}
	size := func(n int) source.Length { return source.Length{Bytes: n, UTF16: n - 1, Runes: n - 2} }
	cell := profile.Cell{From: []string{"core", "ide"}, Blocks: []string{"b"}, Size: size(9), Lifetime: prompt.Static, Changes: []string{string(prompt.Static)}}
	often := profile.Cell{From: []string{"env"}, Blocks: []string{"c"}, Size: size(5), Lifetime: prompt.Static, Changes: []string{"file", "turn"}, Documented: "once"}
	c := profile.Comparison{A: "a@1", B: "b@2", FilesA: []string{"/p/both", "/p/a"}, FilesB: []string{"/p/both", "/p/b"},
		Sizes:     []profile.Sum{{Part: "system", A: size(20), B: size(0), StandInA: 3}, {Part: "none"}, {Part: profile.Total, A: size(20), B: size(30), StandInA: 3, StandInB: 4}},
		SectionsA: []profile.Section{{Message: 1, Role: prompt.System, ID: "i", Title: "Identity", From: "core", Element: prompt.Identity, Size: size(20), StandIn: 3, Other: []string{"x", "y"}}},
		SectionsB: []profile.Section{{Role: prompt.User, ID: "j", Title: "Alone", From: "env", Size: size(30)}}}
	for _, e := range profile.Elements()[:3] {
		c.Rows = append(c.Rows, profile.Row{ElementRow: e, A: cell, B: often}, profile.Row{ElementRow: e, A: cell}, profile.Row{ElementRow: e, B: often})
	}
	r.part("profiles")
	r.check(report.ComparisonText(r, c))
	r.check(report.ComparisonText(r, profile.Comparison{A: "a", B: "b", Sizes: []profile.Sum{{Part: profile.Total}}}))
	r.check(report.Encode(r, report.ComparisonOf(c)))
	r.part("profiles of the agents")
	r.check(report.ProfilesText(r, agent.Known().Profiles()[:6]))
	r.check(report.Encode(r, report.ProfilesOf(agent.Known().Profiles()[:6])))
	agenttest.Recorded(t, "comparisons.txt", r.String())
}

// How a prompt was fitted, in lines and as JSON.
func TestFittingsAreAsRecorded(t *testing.T) {
	t.Parallel()
	r := &recorder{t: t}
	limit := budget.Limit{Provider: "Provider", Unit: budget.Bytes, Max: 10}
	cut := budget.BlockCut{Message: 1, Block: "b", Cut: budget.Cut{At: 2, Took: source.Length{Bytes: 8, UTF16: 7, Runes: 6}, Mark: "\n[cut]"}}
	split := cut
	split.Split, split.At = true, 3
	result := &engine.Result{Profile: "profile@1"}
	result.Prompt.Messages = []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: "a", Text: source.Literal("first")}}},
		{Role: prompt.User, Blocks: []prompt.Block{{ID: "o", Text: source.Literal("other")}, {ID: "b", Text: source.Literal("xy\n[cut]")}}}}
	for _, f := range []*budget.Fitted{
		nil, {Limit: limit, Before: 8, Used: 8}, {Limit: limit, Before: 18, Used: 10, Steps: []budget.Step{{Name: "shorten", Took: source.Length{Bytes: 8, UTF16: 7, Runes: 6}, Used: 10, Cuts: []budget.BlockCut{cut}}}},
		{Limit: limit, Before: 30, Used: 11, Steps: []budget.Step{{Name: "nothing", Used: 30}, {Name: "one", Took: source.Length{Bytes: 8}, Used: 22, Cuts: []budget.BlockCut{cut}}, {Name: "two", Took: source.Length{Bytes: 11}, Used: 11, Cuts: []budget.BlockCut{cut, split}}}},
		{Limit: limit, Before: 30, Used: 11, Steps: []budget.Step{{Name: "gone", Cuts: []budget.BlockCut{split, {Message: 5}}}}},
	} {
		result.Fit = f
		r.part("fitted")
		r.check(report.FitText(r, result))
		r.check(report.Encode(r, report.FitOf(result)))
		at, ok := report.FirstCut(result)
		fmt.Fprintln(r, at, ok)
	}
	agenttest.Recorded(t, "fittings.txt", r.String())
}

// The texts of sub-agents, with their bodies and captured requests.
func TestSubAgentsAreAsRecorded(t *testing.T) {
	t.Parallel()
	r := &recorder{t: t}
	w := agenttest.Project().File("/p/.claude/agents/people.md", "---\nname: people\ndescription: d\n---\nYou are one.").File("/p/.claude/agents/bad.md", "---\nname: bad\n---\nNo description.\n")
	shape, _ := delegates(t, w, "")
	side := func(name, text string) compare.Side {
		return compare.Side{Name: name, Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: "s", Title: "System", Text: source.Literal(text)}}}}}
	}
	at := time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)
	shape.Agents[0].Captured = report.DelegateCaptureOf(side("main", "One.\nTwo.\n"), side("sub", "One.\nThree.\n"), at)
	shape.Agents[1].Model, shape.Agents[1].Off = "small", []string{"Write", "Edit"}
	for _, body := range []bool{false, true} {
		r.part("with bodies: %v", body)
		r.check(report.DelegatesText(r, shape, body))
	}
	r.check(report.Encode(r, shape))
	for _, d := range shape.Agents {
		fmt.Fprintf(r, "%s: %q, %q, %q, %q\n", d.Name, d.Short(), d.CaptureCommand(), d.Uncaptured(), d.Sentence())
	}
	agenttest.Recorded(t, "subagents.txt", strings.ReplaceAll(r.String(), at.Local().Format("2006-01-02 15:04"), "THEN"))
}
