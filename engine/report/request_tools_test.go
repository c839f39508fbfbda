package report

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/scenario"
	"galley/engine/tool"
	"galley/engine/wire"
)

// badTools declares a tool that each provider rejects, or may reject, unless it is changed.
const badTools = `tools = [{name = "look up", description = "d", input_schema = {type = "object", properties = {list = {type = "array"}, "f[id]" = {type = "strng"}}}}]
node = "v22"`

func withTools(t *testing.T, profile, provider, model string) *engine.Result {
	t.Helper()
	sc, problems := scenario.Parse("s.toml", badTools)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	w := facts.NewMemory().File("/p/AGENTS.md", "# Rules").Env("HOME", "/h")
	r, err := engine.New(w).Render(context.Background(), engine.Request{
		Template: engine.Template{Text: "You are it."}, Cwd: "/p", Profile: profile, Provider: provider, Model: model, Scenario: sc, Config: config.Default(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Profiles that leave the form of tools to the API send the scenario's tools in the form of each
// API.
func TestToolsWithoutAFormOfTheAgentsAreWrittenForEachAPI(t *testing.T) {
	for _, p := range []string{"template", "pilotdeck"} {
		r := withTools(t, p, "anthropic", "claude-opus-5")
		for api, want := range map[wire.Form]string{
			wire.Anthropic: `"name":"look_up","description":"d","input_schema":{"type":"object","properties":{"list":{"type":"array"},"f_id_":{}}}`,
			wire.Chat:      `"name":"look_up","description":"d","parameters":{"type":"object","properties":{"list":{"type":"array","items":{}},"f[id]":{}}}`,
			wire.Responses: `"name":"look_up","description":"d","parameters":{"type":"object","properties":{"list":{"type":"array","items":{}},"f[id]":{}}},"strict":false`,
			wire.Gemini:    `"name":"look_up","description":"d","parameters":{"type":"object","properties":{"list":{"type":"array","items":{"type":"string"}},"f[id]":{"type":"string"}}}`,
		} {
			s := RequestOf(r, api)
			if got := s.Body.Get("tools").JSON(); !strings.Contains(got, want) {
				t.Errorf("%s, %s:\n got %s\nwant %s", p, api, got, want)
			}
			if len(s.Changes) < 2 {
				t.Errorf("%s, %s: %+v", p, api, s.Changes)
			}
		}
	}
}

// Under every profile, a problem names the tool that the provider rejects, and the request lists
// what was changed and what was left unchanged.
func TestToolsThatAProviderRejectsAreReported(t *testing.T) {
	for _, p := range agent.Known().Profiles() {
		if p.Name() == "yume-claude" || p.Name() == "yume-gemini" {
			continue // this profile declares no tools
		}
		for provider, model := range map[string]string{"anthropic": "claude-opus-5", "openai": "gpt-5.5"} {
			r := withTools(t, profile.FullName(p), provider, model)
			told := ""
			for _, problem := range r.Problems {
				if problem.Code == diag.BadTool {
					told = problem.Message
				}
			}
			if !strings.Contains(told, "look up") || !strings.Contains(told, "more)") {
				t.Errorf("%s, %s: no problem, but %+v", p.Name(), provider, r.Problems)
			}
			for _, to := range wire.Forms() {
				s := RequestOf(r, to)
				if tools := s.Body.Get("tools").JSON(); !strings.Contains(tools, "look") {
					t.Errorf("%s, %s: no tool in %s", p.Name(), to, diag.Clip(tools))
				}
				listed := strings.Join(s.Notes, "\n")
				for _, c := range s.Changes {
					listed += "\n" + ChangeText(c)
				}
				if !strings.Contains(listed, "/name") || !strings.Contains(listed, "/input_schema") {
					t.Errorf("%s to %s, %s: the changes are not reported:\n%s", p.Name(), provider, to, listed)
				}
			}
		}
	}
}

// A tool that every provider accepts causes no problem.
func TestValidToolsCauseNoProblem(t *testing.T) {
	sc, _ := scenario.Parse("s.toml", `tools = [{name = "t", description = "d", input_schema = {type = "object", properties = {a = {type = "string"}}, definitions = {x = {}}}}]`)
	for _, p := range agent.Known().Profiles() {
		r, err := engine.New(facts.NewMemory().Env("HOME", "/h")).Render(context.Background(), engine.Request{
			Template: engine.Template{Text: "x"}, Cwd: "/p", Profile: profile.FullName(p), Provider: "openai", Model: "gpt-5.5", Scenario: sc, Config: config.Default(),
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range r.Problems {
			if problem.Code == diag.BadTool {
				t.Errorf("%s: %s", p.Name(), problem.Message)
			}
		}
	}
	if out := tool.Write(tool.Read("f", `[{"name":"t","description":"d","input_schema":{"type":"object","properties":{}}}]`).Tools, tool.ToOpenAI, tool.Options{}); len(out.Changes) > 0 {
		t.Errorf("%+v", out.Changes)
	}
}
