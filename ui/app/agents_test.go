package app

import (
	"context"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/ui/writing"
)

func TestAnAgentFromOutsideIsFoundInTheRulesTab(t *testing.T) {
	t.Parallel()
	versions := []discovery.Version{{Name: "2.0", Evidence: discovery.Documented}}
	made := agent.Agent{Name: "made-up", Title: "Made Up", Versions: versions, Discover: discovery.By("made-up", versions, discovery.Documented, func(_ context.Context, f *discovery.Finder) (*discovery.Trace, error) {
		f.Always(facts.Join(f.Trace.Cwd, "MADE.md"), "project")
		return f.Done("\n")
	})}
	b := openRules(map[string]string{"MADE.md": "Be honest.\n"})
	b.with = func(o *Options) {
		o.Engine = engine.New(o.World, engine.WithAgents(agent.New(made)))
	}
	tell(t, b, func(s *story) { s.rulesOf("made-up").sees("made-up@2.0", "MADE.md", "loaded") })
}

// The chosen agent is stored outside the project, for the next start.
func TestTheChosenAgentIsRemembered(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "x\n", with: func(o *Options) { o.Request.Profile, o.Why = "codex", "it was chosen here last" }}, func(s *story) {
		s.sees("codex is shown: it was chosen here last; Alt+P changes that")
		s.press("alt+p").types("claude-code").press("enter").sees("claude-code@2.1.332")
		if got, _ := writing.Recall(s.o.StateDir, s.cwd); got.Profile != "claude-code@2.1.332" {
			t.Errorf("remembered: %+v", got)
		}
		s.press("alt+p").types("template alone").press("enter").sees("no agent: the template alone")
		if got, ok := writing.Recall(s.o.StateDir, s.cwd); ok {
			t.Errorf("the template alone needs no memory: %+v", got)
		}
	})
	// A chosen model is stored too, also if the agent is chosen after it.
	tell(t, setup{file: "p.md", text: "x\n"}, func(s *story) {
		s.press("alt+l").types("openai/gpt-5").press("enter").settle()
		want := writing.Chosen{Project: s.cwd, Model: "openai/gpt-5"}
		if got, _ := writing.Recall(s.o.StateDir, s.cwd); got != want {
			t.Errorf("remembered: %+v, want %+v", got, want)
		}
		s.press("alt+p").types("gemini-cli@0.61").press("enter").settle()
		want.Profile = "gemini-cli@0.61.0"
		if got, _ := writing.Recall(s.o.StateDir, s.cwd); got != want {
			t.Errorf("remembered: %+v, want %+v", got, want)
		}
	})
	// If galley chose the agent and the user chooses only a model, the agent is not stored as the
	// user's choice.
	tell(t, setup{file: "p.md", text: "x\n", with: func(o *Options) { o.Request.Profile, o.Guessed = "codex@0.171.0", true }}, func(s *story) {
		s.press("alt+l").types("openai/gpt-5").press("enter").settle()
		if got, ok := writing.Recall(s.o.StateDir, s.cwd); ok || writing.RecallModel(s.o.StateDir, s.cwd, "codex") != "openai/gpt-5" {
			t.Errorf("remembered: %+v, want the model for codex only", got)
		}
		s.press("alt+p").types("gemini-cli@0.61").press("enter").settle()
		if got, _ := writing.Recall(s.o.StateDir, s.cwd); got.Profile != "gemini-cli@0.61.0" {
			t.Errorf("remembered: %+v", got)
		}
	})
	tell(t, setup{file: "p.md", text: "x\n", with: func(o *Options) { o.StateDir = "/proc/none/galley" }}, func(s *story) {
		s.press("alt+p").types("claude-code").press("enter").sees("cannot remember for the next start")
	})
}

// The prompts of other agents do not contain the built-in template until it is edited. Then a
// message says that it is sent now.
func TestAnEditOfTheBuiltInTemplateSaysThatItIsSentNow(t *testing.T) {
	t.Parallel()
	tell(t, setup{with: func(o *Options) { o.Request.Profile = "claude-code" }}, func(s *story) {
		s.sees("not sent", "VARIABLES  of the template, not sent").types("x").sees("The template now replaces Claude Code's own system text; Alt+S changes that", "as system, replaces the agent's own").misses("TEMPLATE  not sent", "of the template, not sent")
		s.pass(6 * time.Second).types("y").misses("Alt+S changes")
		s.press("ctrl+s", "enter").sees("bytes; it replaces Claude Code's own system text")
		s.pass(20 * time.Second).types("z").press("ctrl+s").sees("Saved").misses("it replaces")
		s.press("alt+s").misses("replaces the agent's own").sees("TEMPLATE  as append")
	})
	tell(t, setup{file: "p.md", text: "a\n", with: func(o *Options) { o.Request.Profile = "claude-code" }}, func(s *story) {
		s.types("x").misses("now replaces")
	})
}

// The way in which a prompt uses the template is written in full where there is room, and in the
// message of the key that changes it.
func TestUsesOfTheTemplateAreTold(t *testing.T) {
	t.Parallel()
	b := setup{w: 160, h: 40, file: "p.md", text: "a\n", with: func(o *Options) { o.Request.Profile = "yume-openai" }}
	tell(t, b, func(s *story) {
		s.sees("TEMPLATE  as identity: the section that says who it is").press("alt+s").sees("The template is sent as instructions now: the section of project instructions, instead of rule files")
		s.resize(80, 24).sees("TEMPLATE  as instructions: the section of project instructions")
	})
	b.with = func(o *Options) { o.Request.Profile = "pilotdeck" }
	tell(t, b, func(s *story) {
		s.sees("TEMPLATE  as custom").press("alt+s").sees("as append now: text after its system text")
	})
}
