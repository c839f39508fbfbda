package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// madeUp returns an agent that does not exist. It loads MADE.md in the working directory and says
// so in its prompt. It uses only exported functions and types.
func madeUp() agent.Agent {
	versions := []discovery.Version{{Name: "2.0", Evidence: discovery.Documented}, {Name: "1.0", Evidence: discovery.Documented}}
	discover := discovery.By("made-up", versions, discovery.Documented, func(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
		f.Always(facts.Join(f.Trace.Cwd, "MADE.md"), "project")
		f.NearMisses([]string{"MADE.md"})
		return f.Done("\n")
	})
	return agent.Agent{
		Name: "made-up", Title: "Made Up", Aliases: []string{"mu"}, Versions: versions, Discover: discover, Profiles: []profile.Profile{madeUpProfile{discover}},
		Start: &start.Starter{Program: "made-up", Install: "make made-up"},
	}
}

type madeUpProfile struct{ discover discovery.Discoverer }

func (madeUpProfile) Name() string           { return "made-up" }
func (madeUpProfile) Version() string        { return "2.0" }
func (madeUpProfile) TemplateAs() []string   { return []string{"none"} }
func (madeUpProfile) Separator() source.Text { return source.Literal("\n\n") }

func (p madeUpProfile) Assemble(ctx context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	rules := in.Look(ctx, discovery.SurveyAgent{Agent: "made-up", Discover: p.discover}, discovery.Options{})
	var f profile.Form
	f.Add("\n\n", prompt.Block{ID: "identity", Title: "Identity", Lifetime: prompt.Static, Text: source.Literal("I am made up.")})
	f.Add("\n\n", prompt.Block{ID: "rules:MADE.md", Title: "Rules", Lifetime: prompt.Session,
		From: "the made-up loader", Element: prompt.Memory, Text: rules.Text})
	return prompt.Prompt{Messages: []prompt.Message{f.Message()}}, nil
}

func TestAnAgentFromOutsideIsFoundInEveryCommand(t *testing.T) {
	world := facts.NewMemory().Env("HOME", "/h").File("/p/MADE.md", "Be honest.\n").File("/p/made.md", "x\n")
	say := func(args ...string) string {
		t.Helper()
		var out, wrong bytes.Buffer
		env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &wrong, World: world, Dir: "/p", Agents: (*agent.Registry)(nil).With(madeUp())}
		if status := Run(context.Background(), env, args); status > exitProblems {
			t.Errorf("galley %s: status %d\n%s", strings.Join(args, " "), status, &wrong)
		}
		return out.String()
	}
	for _, c := range []struct{ args, want string }{
		{"scan", "made-up@2.0"},
		{"scan --agent made-up@1.0", "MADE.md       loaded, 11 bytes"},
		{"scan --matrix", "made-up@2.0"},
		{"explain MADE.md --agent made-up", "loaded"},
		{"doctor --agent made-up", "made.md"},
		{"profiles", "made-up@2.0"},
		{"agents", "\nmade-up "},
		{"capture --help", "pi, made-up."},
		{"profiles compare made-up pilotdeck", "the made-up loader"},
		{"render --profile made-up", "I am made up.\n\nBe honest."},
		{"blocks --profile made-up@2 --json", `"rules:MADE.md"`},
		{"diff --against pilotdeck --profile made-up", "I am made up."},
		{"__complete scan --agent made-u", "made-up@1.0"},
		{"__complete render --profile mad", "made-up@2.0"},
	} {
		if got := say(strings.Fields(c.args)...); !strings.Contains(got, c.want) {
			t.Errorf("galley %s: %q is missing in\n%s", c.args, c.want, got)
		}
	}
}
