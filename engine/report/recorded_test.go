package report_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/report"
	"galley/engine/scenario"
	"galley/engine/tool"
	"galley/engine/walk"
	"galley/engine/wire"
)

// What the commands print about some prompts of one project, as text and as JSON.
func TestReportsOfPromptsAreAsRecorded(t *testing.T) {
	t.Parallel()
	s, problems := scenario.Parse("s.toml", "append_prompt = \"Appended.\"\n[[tools]]\nname = \"odd name\"\ndescription = \"It probes.\"\n[tools.parameters]\ntype = \"object\"\nadditionalProperties = false\n[[history]]\nrole = \"user\"\ntext = \"Do it.\"\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var b bytes.Buffer
	add := func(what string, err error) {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	var sides []*engine.Result
	for _, name := range []string{"template", "opencode", "gemini-cli", "claude-code"} {
		r, err := engine.New(agenttest.Project()).Render(context.Background(), engine.Request{
			Cwd: "/p", Profile: name, Model: "claude-sonnet-4-5", Scenario: s, Fit: true, AllValues: true, Compaction: true, File: []string{"/p/AGENTS.md"},
			Template: engine.Template{Text: "In [prompt:cwd] on [prompt:os].\n[file:AGENTS.md][no:such]\n[if git:branch]on a branch[endif]\n", Path: "/p/t.md"},
		})
		if err != nil {
			t.Fatal(err)
		}
		sides = append(sides, r)
		fmt.Fprintf(&b, "\n==== %s\n", name)
		for _, one := range []struct {
			what string
			text func(w io.Writer, r *engine.Result) error
		}{{"blocks", report.BlocksText}, {"budgets", report.BudgetsText}, {"compaction", report.CompactionText}, {"fit", report.FitText}, {"variables", report.VarsText}} {
			fmt.Fprintf(&b, "-- %s\n", one.what)
			add(one.what, one.text(&b, r))
		}
		for _, one := range []struct {
			what string
			of   any
		}{{"blocks", report.BlocksOf(r)}, {"budgets", report.BudgetsOf(r)}, {"variables", report.VariablesOf(r)}, {"whole", report.WholeOf(r)}, {"window", report.WindowOf(r)}, {"stand-ins", report.StandInsOf(r)}, {"provenance", report.ProvenanceOf(r)}, {"fit", report.FitOf(r)}, {"compactions", report.CompactionsOf(r)}, {"problems", report.Problems(r.Problems)}} {
			fmt.Fprintf(&b, "-- JSON of %s\n", one.what)
			add(one.what, report.Encode(&b, one.of))
		}
		add("plain", report.Plain(&b, r, "/p/t.md", nil))
		add("problems", report.ProblemsText(&b, r.Problems, "/p/t.md"))
		add("problems", report.ProblemsGitHub(&b, r.Problems, "/p/t.md", func(s string) string { return s }))
		fmt.Fprintf(&b, "%q %q %q %q %q %q %q\n", report.MessagesText(r), report.SystemText(r), report.StandInText(r), report.ProvenanceText(r), report.BasisText(r.Provenance), report.WordsText(r.Provenance), report.FurtherMessages(r))
		fmt.Fprintf(&b, "notes %q, made of %+v\n", report.Notes(r), report.Makeup(r))
		word, text, whole := report.FileUseText(r.File)
		fmt.Fprintf(&b, "the file: %q %q %v\n", word, text, whole)
		afters := report.AftersOf(r, agent.Known())
		for _, at := range discovery.Events {
			fmt.Fprintf(&b, "after %v: %q, %q\n", at, report.AfterText(r, afters, at), report.AfterLines(r, afters, at))
		}
		for _, to := range wire.Forms()[:2] {
			shape := report.RequestShape(r, report.RequestOf(r, to))
			fmt.Fprintf(&b, "-- request as %s\n", to)
			add("request", report.Encode(&b, shape))
		}
	}
	d := report.DiffOf(report.SideOf("one", sides[0]), report.SideOf("two", sides[1]), "a note")
	fmt.Fprintf(&b, "\n==== the difference\n%q\n", report.DiffSummary(d))
	for _, block := range d.Blocks {
		fmt.Fprintf(&b, "%s\n", report.BlockChange(block))
	}
	add("diff", report.DiffText(&b, d))
	agenttest.Recorded(t, "prompts.txt", b.String())
}

// What the commands print about the rule files of one project.
func TestReportsOfRulesAreAsRecorded(t *testing.T) {
	t.Parallel()
	ctx, w := context.Background(), agenttest.Project()
	var b bytes.Buffer
	add := func(what string, err error) {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	var asked []discovery.SurveyAgent
	for _, name := range []string{"claude-code", "codex", "opencode", "gemini-cli", "cursor"} {
		asked = append(asked, agent.Known().Ask(name, ""))
	}
	steps := walk.Steps(w, []string{"/p/part/x.go", "/p/part/deep/y.ts", "/p/src/new.ts"}, nil)
	traces, _, err := discovery.Survey(ctx, w, asked, walk.Options(discovery.Options{Cwd: "/p"}, steps))
	if err != nil {
		t.Fatal(err)
	}
	count := report.AgentCounter(agent.Known(), engine.Request{Model: "claude-sonnet-4-5"}.Means())
	b.WriteString("-- scan\n")
	add("scan", report.ScanText(&b, traces))
	add("scan", report.Encode(&b, report.ScanOf(traces)))
	for _, file := range []string{"/p/AGENTS.md", "/p/part/CLAUDE.md", "/p/none.md"} {
		fmt.Fprintf(&b, "-- explain %s\n", file)
		answers, err := discovery.Explain(ctx, w, asked, discovery.Options{Cwd: "/p"}, file)
		add("explain", err)
		add("explain", report.ExplainText(&b, file, answers))
	}
	b.WriteString("-- matrix\n")
	m := discovery.NewMatrix(traces)
	add("matrix", report.MatrixText(&b, m, "", count))
	add("matrix", report.Encode(&b, report.MatrixOf(m, "/p/AGENTS.md", count)))
	b.WriteString("-- doctor\n")
	add("doctor", report.ProblemsText(&b, discovery.Doctor(ctx, w, traces), ""))
	b.WriteString("-- survive\n")
	survive := report.SurviveOf(traces, agent.Known())
	add("survive", report.SurviveText(&b, survive))
	add("survive", report.Encode(&b, survive))
	for _, t := range traces {
		fmt.Fprintf(&b, "%s: %s\n", report.AgentName(t), report.Summary(t))
		for _, c := range t.Candidates {
			fmt.Fprintf(&b, "  %s %s: %s\n", report.Sign(c), report.Label(c, "/p"), report.Why(c))
		}
	}
	for _, to := range []tool.Target{tool.ToOpenAI, tool.ToClaude, tool.ToGemini, tool.ToMCP} {
		fmt.Fprintf(&b, "-- rules of tools of %v\n%s", to, report.RulesText(report.RulesOf(to)))
	}
	agenttest.Recorded(t, "rules.txt", b.String())
}
