package engine

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/wire"
)

// spoken returns a prompt with made-up prose of the agent in place of its stand-ins, one text for
// each. The values that galley knows stay.
func spoken(p prompt.Prompt) prompt.Prompt {
	say := func(t source.Text) source.Text {
		var b source.Builder
		for _, piece := range t.Pieces() {
			text := piece.Text
			if piece.Origin.Kind == source.StandIn {
				text = "The words of " + strings.ToUpper(piece.Origin.Source) + ",\n\nsecond part of it" + strings.Repeat(".", piece.Origin.Span.Start%7) + "\n"
			}
			b.Add(text, piece.Origin)
		}
		return b.Text()
	}
	out := p
	out.Messages = nil
	for _, m := range p.Messages {
		m.Blocks = slices.Clone(m.Blocks)
		for i := range m.Blocks {
			text := say(m.Blocks[i].Text)
			m.Blocks[i].Text = text
		}
		out.Messages = append(out.Messages, m)
	}
	return out
}

// inA returns a project with a skill.
func inA() *facts.Memory {
	return measuredProject().File("/p/.agents/skills/build/SKILL.md", "---\nname: build\ndescription: Builds it.\n---\nDo it.\n")
}

// inB returns another project, which has another skill and other rules.
func inB() *facts.Memory {
	return facts.NewMemory().Env("HOME", "/home/u").Dir("/home/u").Dir("/q/.git").Dir("/q/deep").
		File("/q/AGENTS.md", "Use blanks.\n").File("/q/GEMINI.md", "# Gemini\n\nBe quick.\n").
		File("/q/.agents/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: Deploys it.\n---\nDo it.\n").
		OnGit("/q", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/q\n"})
}

// heard returns a capture of a headless run of an agent in the project of inA.
func heard(t *testing.T, name, version string) *capture.Capture {
	t.Helper()
	agents, ctx, world := agent.Known(), context.Background(), inA()
	model, unknown := agents.Profile(name + "@" + version)
	if len(unknown) > 0 {
		t.Fatalf("%s@%s: %v", name, version, unknown)
	}
	starts, _ := agents.Starts(name)
	yes, no := true, false
	in := profile.Input{Cwd: "/p", World: world, BuiltIn: true}
	in.Scenario.Trusted, in.Scenario.Interactive = &yes, &no
	in.Scenario.Provider, in.Scenario.Model = "anthropic", "claude-sonnet-4-5"
	form := wire.Anthropic
	if version == "1.1.34" { // this version sends two messages
		form = wire.Chat
	}
	if name == "gemini-cli" {
		in.Scenario.Provider, in.Scenario.Model, form = "google", "gemini-2.5-pro", wire.Gemini
	}
	trace := profile.Discover(ctx, world, agents.Ask(name, version), starts.Start.Asked("/p", start.Headless, nil))
	in.Trace = trace
	made, _ := model.Assemble(ctx, in)
	made = withTools(made, in, model, false)
	made = spoken(made)
	for i, tool := range made.Tools {
		text := strings.Replace(tool.Declaration.String(), `"description":"`, `"description":"Really: `, 1)
		made.Tools[i].Declaration = source.Of(text, source.Origin{Kind: source.Tool, Source: tool.Name})
	}
	asked := source.Of("Say ok.", source.Origin{Kind: source.Template})
	made.Messages = append(made.Messages, prompt.Message{Role: prompt.User, Blocks: []prompt.Block{{ID: "asked", Text: asked}}})
	body := wire.Encode(made, form, in.Scenario.Model)
	c := &capture.Capture{
		ID: name + "-1", Agent: name, Version: version, Mode: start.Headless, Cwd: "/p", Project: "/p", Model: in.Scenario.Model, Form: form, Prompt: "Say ok.",
		Created: time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC), Body: []byte(body.Body.JSON()),
	}
	if err := capture.Understand(ctx, c, trace, world, starts.Start.Facts); err != nil {
		t.Fatal(err)
	}
	if err := Learn(ctx, agents, world, c, trace); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAModelTakesTheAgentsWordsFromACapture captures each agent in one project and renders
// galley's model of the agent in another. The result must equal, byte for byte, what the agent
// would send there.
func TestAModelTakesTheAgentsWordsFromACapture(t *testing.T) {
	for _, name := range []string{"gemini-cli@0.61.0", "gemini-cli@0.28.2", "opencode@1.18.33", "opencode@1.1.34", "codex@0.171.0", "qwen-code@0.24.4", "kilo@7.7.7", "pi@0.73.1", "cline-cli@3.0.65"} {
		t.Run(name, func(t *testing.T) {
			agentName, version, _ := strings.Cut(name, "@")
			c := heard(t, agentName, version)
			r := Request{Cwd: "/q", Profile: name, Template: Template{BuiltIn: true}}
			yes, no := true, false
			r.Scenario.Trusted, r.Scenario.Interactive = &yes, &no
			r.Provider, r.Model = "", c.Model
			plain := render(t, New(inB()), r)
			want := prompt.Prompt{Messages: spoken(plain.Prompt).Messages}.SystemText(source.Literal("\n\n")).String()
			r.Words = func(asked string) []*capture.Capture {
				if asked != agentName {
					t.Errorf("the words of %s are requested", asked)
				}
				return []*capture.Capture{c}
			}
			res := render(t, New(inB()), r)
			got := res.Prompt.SystemText(source.Literal("\n\n")).String()
			if got != want {
				i := source.CommonPrefix(got, want)
				t.Errorf("the system text differs at %d:\n%.120q\nwant\n%.120q", i, got[i:], want[i:])
			}
			if len(res.Provenance.Words) != 1 || res.Provenance.Words[0] != (Words{c.ID, version, start.Headless, "2026-11-28"}) {
				t.Errorf("the prompt has words from %v", res.Provenance.Words)
			}
			for _, tool := range res.Prompt.Tools {
				if !strings.Contains(tool.Declaration.String(), "Really: ") {
					t.Errorf("the tool %s is declared as %.80s", tool.Name, tool.Declaration.String())
				}
			}
		})
	}
}

func TestWordsOfAnotherVersionAreNotUsed(t *testing.T) {
	c := heard(t, "opencode", "1.18.33")
	c.Version = "1.99.0"
	r := Request{Cwd: "/q", Profile: "opencode", Model: c.Model, Template: Template{BuiltIn: true}, Words: func(string) []*capture.Capture { return []*capture.Capture{c} }}
	res := render(t, New(inB()), r)
	if len(res.Provenance.Words) > 0 || !slices.ContainsFunc(res.Prompt.Notes, func(n string) bool { return strings.Contains(n, "1.99.0") && strings.Contains(n, c.ID) }) {
		t.Errorf("words from %v, notes %q", res.Provenance.Words, res.Prompt.Notes)
	}
}

func TestWordsMissingFromACaptureAreListed(t *testing.T) {
	c := heard(t, "gemini-cli", "0.61.0") // a headless run
	yes := true
	r := Request{Cwd: "/q", Profile: "gemini-cli", Model: c.Model, Template: Template{BuiltIn: true}, Words: func(string) []*capture.Capture { return []*capture.Capture{c} }}
	r.Scenario.Interactive, r.Scenario.Trusted = &yes, &yes
	res := render(t, New(inB()), r)
	for _, left := range []string{"gemini-cli/legacy/preamble", "tool ask_user"} {
		if !slices.Contains(res.Provenance.Left, left) {
			t.Errorf("%s is not among the missing words: %q", left, res.Provenance.Left)
		}
	}
	if slices.Contains(res.Provenance.Left, "gemini-cli/sub-agents/intro") || len(res.Provenance.Words) != 1 {
		t.Errorf("left %q, words %v", res.Provenance.Left, res.Provenance.Words)
	}
	r.Scenario.Interactive = nil // not set, as in the capture
	if res := render(t, New(inB()), r); slices.Contains(res.Provenance.Left, "gemini-cli/legacy/preamble-headless") || len(res.Provenance.Left) > 0 {
		t.Errorf("missing %q although the session is the captured one", res.Provenance.Left)
	}
}
