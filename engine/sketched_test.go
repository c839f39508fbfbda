package engine

import (
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/token"
)

// measuredProject returns a project with one short rule file, like the one used for measuring the
// agents.
func measuredProject() *facts.Memory {
	return facts.NewMemory().Env("HOME", "/home/u").Dir("/home/u").Dir("/p/.git").File("/p/AGENTS.md", "Use tabs.\n").
		OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"})
}

func sketched(t *testing.T, profile, model string, interactive bool) *Result {
	t.Helper()
	r := Request{Cwd: "/p", Profile: profile, Template: Template{BuiltIn: true}}
	if provider, name, ok := strings.Cut(model, "/"); ok {
		r.Provider, r.Model = provider, name
	}
	trusted := true
	r.Scenario.Interactive, r.Scenario.Trusted = &interactive, &trusted
	bench := New(measuredProject(), countWith(func(provider, model string) token.Counter { return token.Means(provider, model).Counter }, nil))
	res, err := bench.Render(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// The numbers are bytes that the agents were measured to send: the system texts, the first user
// messages without the question, and the declarations of tools.
func TestSketchSizeIsNearTheMeasured(t *testing.T) {
	for _, tt := range []struct {
		profile, model          string
		headless                bool
		system, messages, tools int
	}{
		{"gemini-cli@0.61.0", "", false, 32062, 0, 16873},
		{"gemini-cli@0.61.0", "", true, 32031, 0, 7347},
		{"gemini-cli@0.61.0", "google/gemini-2.5-pro", false, 25099, 0, 24642},
		{"gemini-cli@0.28", "google/gemini-3-pro-preview", false, 18873, 0, 16353},
		{"gemini-cli@0.28", "", false, 18873, 0, 22214},
		{"opencode@1.18.33", "anthropic/claude-sonnet-4-5", false, 9346, 0, 20801},
		{"opencode@1.18.33", "openai/gpt-5", false, 10395, 0, 18594},
		{"opencode@1.18.33", "google/gemini-2.5-pro", false, 16497, 0, 19784},
		{"opencode@1.18.33", "mock/x", false, 9643, 0, 20801},
		{"opencode@1.1.34", "anthropic/claude-sonnet-4-5", false, 8564, 0, 35608},
		{"opencode@1.1.34", "openai/gpt-5", false, 7684, 0, 34428},
		{"opencode@1.1.34", "google/gemini-2.5-pro", false, 15667, 0, 34371},
		{"opencode@1.1.34", "mock/x", false, 9995, 0, 35956},
		{"claude-code", "", false, 74 + 62 + 5842 + 9499, 1493, 31201},
		{"codex", "", false, 25959 + 2451 + 539 + 1056 + 93 + 2400 + 271, 500, 37241},
		{"qwen-code", "", false, 25641, 9224, 27194},
		{"copilot-cli", "", false, 22343, 0, 26924},
		{"cline-cli", "", false, 4403, 0, 17962},
		{"kilo", "", false, 13250, 159, 36629},
		{"continue", "", false, 1315, 0, 4152},
		{"pi", "", false, 2423, 0, 2901},
		{"crush", "", false, 23700, 358, 24579},
	} {
		w := sketched(t, tt.profile, tt.model, !tt.headless).Whole
		near := func(what string, got, want int) {
			if d := got - want; want > 0 && (d > want/20 || -d > want/20) {
				t.Errorf("%s %s: %s is %d bytes, the agent sends %d", tt.profile, tt.model, what, got, want)
			}
		}
		near("system", w.System.Length.Bytes, tt.system)
		near("messages", w.Messages.Length.Bytes, tt.messages)
		near("tools", w.Tools.Length.Bytes, tt.tools)
		if tt.tools > 0 && (tt.messages > 0 || strings.HasPrefix(tt.profile, "opencode@")) { // OpenCode sends nothing before the question
			near("in all", w.All().Length.Bytes, tt.system+tt.messages+tt.tools)
		}
		if !w.StandIns.There() {
			t.Errorf("%s: the counted stand-ins are not reported", tt.profile)
		}
	}
}

func TestStandInTokensAreNearTheMeasured(t *testing.T) {
	for _, tt := range []struct {
		profile, model string
		want           int // tokens, counted with o200k_base or gemma3
	}{
		{"gemini-cli@0.61.0", "google/gemini-3-pro-preview", 10799},
		{"opencode@1.18.33", "openai/gpt-5", 6576},
		{"codex", "openai/gpt-5", 15492},
	} {
		got := sketched(t, tt.profile, tt.model, true).Whole.All().Tokens
		if d := got.Tokens - tt.want; d > tt.want/10 || -d > tt.want/10 || got.Low > tt.want || got.High < tt.want || got.Basis != token.Estimate {
			t.Errorf("%s: %+v, measured %d", tt.profile, got, tt.want)
		}
	}
}

func TestEveryAgentIsAProfileWithoutACapture(t *testing.T) {
	for _, a := range agent.Known().Discoverers() {
		if a.Name == "yume" { // the forms of yume have names of their own
			continue
		}
		res := sketched(t, a.Name, "", true)
		if !strings.HasPrefix(res.Profile, a.Name) {
			t.Errorf("%s: the profile is %s", a.Name, res.Profile)
		}
		if a.Known() == agent.KnownRules && !strings.Contains(strings.Join(res.Prompt.Notes, "\n"), "not known") {
			t.Errorf("%s: no note says what is unknown: %q", a.Name, res.Prompt.Notes)
		}
		if a.Start == nil && len(a.Profiles) == 0 && !strings.Contains(strings.Join(res.Prompt.Notes, "\n"), "cannot be captured") {
			t.Errorf("%s: no note says that it cannot be captured: %q", a.Name, res.Prompt.Notes)
		}
	}
}

func TestSketchPlacesRuleFilesAsTheAgentDoes(t *testing.T) {
	for profile, want := range map[string]struct {
		role   prompt.Role
		before string
	}{
		"claude-code": {prompt.User, "Contents of /p/AGENTS.md (project instructions, checked into the codebase):\n\n"},
		"codex":       {prompt.User, "# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\n"},
		"cursor":      {prompt.System, ""},
		"copilot-cli": {prompt.System, "<custom_instruction>\n"},
	} {
		found := false
		for _, m := range sketched(t, profile, "", true).Prompt.Messages {
			found = found || m.Role == want.role && strings.Contains(m.Text().String(), want.before+"Use tabs.")
		}
		if !found {
			t.Errorf("%s: no message of %s contains the file after %q", profile, want.role, want.before)
		}
	}
}

func TestTemplateIsPlacedAsTheAgentsOverride(t *testing.T) {
	bench := New(measuredProject())
	for as, want := range map[string]bool{"system": false, "append": true, "none": true} {
		r := Request{Cwd: "/p", Profile: "claude-code", Template: Template{Text: "Mine."}}
		r.Scenario.TemplateAs = as
		res, err := bench.Render(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		ids := map[string]bool{}
		for _, m := range res.Prompt.Messages {
			for _, b := range m.Blocks {
				ids[b.ID] = true
			}
		}
		if !ids["identity"] || ids["harness"] != want || ids["template"] != (as != "none") {
			t.Errorf("%s: blocks %v", as, ids)
		}
	}
}

func TestToolsOfTheScenarioAreNotStandIns(t *testing.T) {
	r := Request{Cwd: "/p", Profile: "opencode", Template: Template{BuiltIn: true}}
	r.Scenario.Tools.Given = true
	res, err := New(measuredProject()).Render(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Prompt.Tools) != 0 || res.Whole.StandIns.Tools != 0 {
		t.Errorf("%d tools, %+v", len(res.Prompt.Tools), res.Whole.StandIns)
	}
}

// If a part contains a placeholder for the agent's own words, galley shows words that say so, and
// not the placeholder itself.
func TestSketchShowsNoPlaceholders(t *testing.T) {
	w := measuredProject().File("/p/CLAUDE.md", "Be brief.\n").File("/p/.claude/agents/r.md", "---\nname: r\ndescription: reads\n---\nRead.\n")
	for _, p := range agent.Known().Profiles() {
		res, err := New(w).Render(context.Background(), Request{Cwd: "/p", Profile: p.Name(), Template: Template{BuiltIn: true}})
		if err != nil {
			t.Fatal(p.Name(), err)
		}
		text := res.Text.String()
		if strings.Contains(text, "{{text:") {
			t.Errorf("%s shows a slot", p.Name())
		}
		if p.Name() == "claude-code" && (!strings.Contains(text, "[Claude Code's own words: rules-intro]") || !strings.Contains(text, "Be brief.")) {
			t.Errorf("the placeholder before the rule files is not described in words: %s", text)
		}
	}
}
