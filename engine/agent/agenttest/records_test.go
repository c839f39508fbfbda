package agenttest

import (
	"context"
	"os"
	"strings"
	"testing"

	"galley/engine/capture/start"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// recordedBy runs a helper with -update and then without it. It returns what the helper has
// recorded in testdata/FILE.
func recordedBy(t *testing.T, file string, run func(t testing.TB)) string {
	t.Helper()
	t.Chdir(t.TempDir())
	defer func(asked bool) { *Update = asked }(*Update)
	*Update = true
	run(t)
	*Update = false
	run(t)
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Starts records plans, notes, programs and facts.
func TestStartsAreRecorded(t *testing.T) {
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]Started{
		"continue": {{Name: "in a clean repository", Build: func(w *facts.Memory) {
			w.OnGit("/p/d", "status --porcelain", facts.GitAnswer{}).File("/p/.continue/mcpServers/s.yaml", "x")
		}}},
		"cline-cli": {{Name: "elsewhere", Build: func(w *facts.Memory) {}}},
	}
	all["cline-cli"][0].In.Cwd, all["cline-cli"][0].In.Prompt, all["cline-cli"][0].In.Model = "/q", "other", "m"
	for name, list := range all {
		text := recordedBy(t, "starts.txt", func(t testing.TB) { Starts(t, name, list) })
		t.Chdir(home)
		Recorded(t, "starts-of-"+name+".txt", text)
	}
}

// talker is a profile whose prompt has something in every field.
type talker struct{ profile.Profile }

func (talker) Assemble(_ context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	files := ""
	entries, _ := in.World.ReadDir(in.Cwd)
	for _, e := range entries {
		files += e.Name + " "
	}
	said := in.Template.String() + "|" + in.TemplateText + "|" + files
	if in.BuiltIn {
		said += "built in"
	}
	return prompt.Prompt{
		Messages: []prompt.Message{
			{Role: prompt.System, Blocks: []prompt.Block{{ID: "a", From: "maker", Lifetime: prompt.Turn, Changes: []string{"model"}, Text: source.Literal(said)}, {ID: "b", Before: source.Literal("-"), Text: source.Literal(in.Scenario.Model)}}},
			{Role: prompt.ToolResult, CallID: "c1"},
		},
		Tools: []prompt.Tool{{Name: "look", Declaration: source.Literal("{}")}}, Removed: []prompt.Block{{ID: "gone", Text: source.Literal("text")}},
		ToolChoice: "auto", Notes: []string{"a note"},
	}, []diag.Problem{diag.New(diag.NotSent, source.Span{}, "it is not sent", "send it")}
}

func TestPromptsAreRecorded(t *testing.T) {
	all := []Prompted{
		{Name: "built in", Scenario: "model = 'm'\nunheard = 1\n"},
		{Name: "a template", Template: "T", Build: func(w *facts.Memory) { w.File("/p/x.go", "") }},
		{Name: "the same", Template: "T", Build: func(w *facts.Memory) { w.File("/p/x.go", "") }},
	}
	got := recordedBy(t, "talks.txt", func(t testing.TB) { Prompts(t, talker{}, "talks.txt", all) })
	want := `== built in
wrong: unknown setting "unheard"
system []
  [a maker turn [model]] "" "||.git built in"
  [b   []] "-" "m"
tool c1[]
tool look {}
removed gone "text"
choice "auto", notes ["a note"]
info not-sent: it is not sent (send it)
== a template
system []
  [a maker turn [model]] "" "T|T|.git x.go "
  [b   []] "-" ""
tool c1[]
tool look {}
removed gone as above
choice "auto", notes ["a note"]
info not-sent: it is not sent (send it)
== the same
system []
  [a] as above
  [b] as above
tool c1[]
tool look {}
removed gone as above
choice "auto", notes ["a note"]
info not-sent: it is not sent (send it)
`
	if got != want {
		t.Errorf("recorded\n%s\nwant\n%s", got, want)
	}
	all[1].Template = "U"
	if said := failures(func(t testing.TB) { Prompts(t, talker{}, "talks.txt", all) }); len(said) != 1 || !strings.Contains(said[0], "U|U") {
		t.Errorf("another template: said %q", said)
	}
}

// Worlds also records what only some agents have: files that load with a tool's call, groups,
// problems, definitions in settings, parts with only the agent's own words, and the reason why an
// agent would not start.
func TestWorldsRecordWhatOnlySomeAgentsHave(t *testing.T) {
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for name, one := range map[string]World{
		"kilo": {Build: func(w *facts.Memory) {
			w.File("/p/d/.kilo/rules/a.md", "same").File("/p/d/.kilo/rules/b.md", "same").File("/p/d/e/AGENTS.md", "e")
		}, Options: discovery.Options{Touched: []string{"/p/d/e/x.go"}}},
		"claude-code": {Build: func(w *facts.Memory) { w.File("/p/d/CLAUDE.md", "c") }},
		"codex":       {Build: func(w *facts.Memory) { w.File("/h/.codex/config.toml", "a = = 1\n") }},
		"qwen-code":   {Build: func(w *facts.Memory) { w.File("/p/d/.qwen/settings.json", "{") }},
		"openagentic": {Build: func(w *facts.Memory) { w.File("/p/d/.claude/commands/go.md", "x") }, Options: discovery.Options{Sources: []string{"project", "claude"}}},
	} {
		text := recordedBy(t, "worlds.txt", func(t testing.TB) { Worlds(t, name, []World{one}) })
		t.Chdir(home)
		Recorded(t, "world-of-"+name+".txt", text)
	}
}

// sized is a profile whose sizes depend on the number of messages.
type sized struct{ profile.Profile }

func (sized) Name() string    { return "cook" }
func (sized) Version() string { return "1.0" }
func (sized) Sizes(p prompt.Prompt) (profile.Sizes, string) {
	return profile.Sizes{"b": len(p.Messages), "a": 7}, "1.0, measured"
}

func TestSizesAreRecorded(t *testing.T) {
	prompts := map[string]prompt.Prompt{"two": {Messages: make([]prompt.Message, 2)}, "none": {}}
	got := recordedBy(t, "sizes.txt", func(t testing.TB) { Sizes(t, prompts, sized{}, sized{}) })
	const one = "== cook@1.0, none: 1.0, measured, a 7, b 0\n== cook@1.0, two: 1.0, measured, a 7, b 2\n"
	if got != one+one {
		t.Errorf("recorded\n%s", got)
	}
	delete(prompts, "none")
	if said := failures(func(t testing.TB) { Sizes(t, prompts, sized{}, sized{}) }); len(said) != 1 {
		t.Errorf("with a prompt less: said %q", said)
	}
}

// Most fields of a Starter may be nil. What it lacks is left out of the portrait.
func TestAStarterMayLackMostFields(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	started(&b, &start.Starter{Program: "little"})
	if got := b.String(); !strings.Contains(got, "little of ") || strings.Contains(got, "runs ") || strings.Contains(got, "-- ") {
		t.Errorf("%q", got)
	}
	b.Reset()
	planned(&b, &start.Starter{Runs: func(start.Input) []start.Run { return []start.Run{{Kind: "hook", Name: "h"}} }}, start.Input{})
	if got := b.String(); !strings.HasPrefix(got, `runs hook "h"`) {
		t.Errorf("%q", got)
	}
}
