package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/engine/scenario"
)

// The results for one project and one scenario under each profile: the messages with the sizes of
// their blocks, tools, limits, problems and values.
func TestResultsAreAsRecorded(t *testing.T) {
	t.Parallel()
	s, problems := scenario.Parse("s.toml", "append_prompt = \"Appended.\"\n[[tools]]\nname = \"probe\"\ndescription = \"It probes.\"\n[tools.parameters]\ntype = \"object\"\n[[history]]\nrole = \"user\"\ntext = \"Do it.\"\n[[history]]\nrole = \"assistant\"\ntext = \"Done.\"\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var b strings.Builder
	for _, p := range agent.Known().Profiles() {
		name := profile.FullName(p)
		r, err := engine.New(agenttest.Project()).Render(context.Background(), engine.Request{
			Cwd: "/p", Profile: name, Model: "claude-sonnet-4-5", Scenario: s, Fit: true, AllValues: true, Compaction: true, File: []string{"/p/AGENTS.md"},
			Template: engine.Template{Text: "In [prompt:cwd] on [prompt:os].\n[file:AGENTS.md][no:such]\n[if git:branch]on a branch[endif]\n", Path: "/p/t.md"},
		})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %s of %s, %s, speaks %s %v, limited %v, empty %v\n", r.Profile, r.Provider, r.Model, r.WireForm, r.OnlyForm, r.Limited, r.Empty())
		for _, size := range r.Blocks {
			block := r.Prompt.Messages[size.Message].Blocks[size.Block]
			fmt.Fprintf(&b, "%s %s: %s by %s, %s, %d bytes, %d UTF-16, %v tokens, changes %q\n", r.Prompt.Messages[size.Message].Role, block.ID, block.Lifetime, block.Maker(), block.Element, size.Length.Bytes, size.Length.UTF16, size.Tokens, block.Events())
		}
		var names []string
		for _, tool := range r.Prompt.Tools {
			names = append(names, tool.Name)
		}
		fmt.Fprintf(&b, "tools %q, %v\n", names, r.Tools.Tokens)
		fmt.Fprintf(&b, "whole %v; text %d, system %d, length %+v\n", r.Whole.All().Tokens, r.Text.Len(), r.System.Len(), r.Length)
		for _, g := range r.Budgets {
			fmt.Fprintf(&b, "budget %s %s: %d of %d, %v\n", g.Provider, g.Unit, g.Used, g.Max, g.State)
		}
		for _, p := range r.Problems {
			fmt.Fprintf(&b, "problem %s %s %s %v\n", p.Code, p.Severity, p.File, p.Span)
		}
		for _, v := range r.Values {
			fmt.Fprintf(&b, "value %s %v from %s, used %v\n", v.Key, v.State, v.Source, v.Uses)
		}
		for _, line := range report.CompactionLines(r) {
			fmt.Fprintf(&b, "compaction: %s\n", line)
		}
		if r.Fit != nil {
			fmt.Fprintf(&b, "fit %v\n", len(r.Fit.Prompt.Messages))
		}
		fmt.Fprintf(&b, "questions %d, file %s %d\n", len(r.Questions), r.File.Agent, len(r.Secrets.Mask("x")))
	}
	agenttest.Recorded(t, "results.txt", b.String())
}
