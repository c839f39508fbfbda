package profile

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/settings"
	"galley/engine/source"
)

// openWorld is a repository with a rule file.
func openWorld() *facts.Memory {
	return facts.NewMemory().Env("HOME", "/h").Clock(time.Date(2026, 11, 27, 23, 30, 0, 0, time.UTC)).
		File("/p/.git/HEAD", "ref: refs/heads/main\n").
		OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"}).
		OnGit("/p", "rev-list --max-parents=0 --all", facts.GitAnswer{}).
		File("/p/AGENTS.md", "Be brief.\n")
}

func assembled(t *testing.T, p Profile, in Input) (prompt.Prompt, []diag.Problem) {
	t.Helper()
	if in.World == nil {
		in.World = openWorld()
	}
	in.Cwd = "/p"
	return p.Assemble(context.Background(), in)
}

func text(s string) settings.Text { return settings.Text{Given: true, Text: s} }

// shape is a prompt's messages as "role: block, block".
func shape(p prompt.Prompt) (all []string) {
	for _, m := range p.Messages {
		var ids []string
		for _, b := range m.Blocks {
			ids = append(ids, b.ID)
		}
		all = append(all, string(m.Role)+": "+strings.Join(ids, ", "))
	}
	return all
}

func expectShape(t *testing.T, name string, p prompt.Prompt, want ...string) {
	t.Helper()
	if got := shape(p); !slices.Equal(got, want) {
		t.Errorf("%s\n got %q\nwant %q", name, got, want)
	}
}

func TestOpenCodeSendsOneOrTwoSystemMessagesAsItsVersionDoes(t *testing.T) {
	mine := source.Of("Mine.", source.Origin{Kind: source.Template, Span: source.Span{End: 5}, Tag: source.Span{End: 5}})
	claude := scenario.Scenario{Provider: "anthropic", Model: "claude-sonnet-4-5", UserSystem: text("USER")}
	codex := scenario.Scenario{Provider: "openai", Model: "gpt-5", Auth: "oauth", UserSystem: text("USER")}
	as := func(s scenario.Scenario, way string) scenario.Scenario {
		s.TemplateAs = way
		return s
	}
	for _, c := range []struct {
		name string
		p    Profile
		in   Input
		want []string
	}{
		{"1.1.34", opencode1134, Input{BuiltIn: true, Scenario: claude},
			[]string{"system: header", "system: base-prompt, environment, rules:AGENTS.md, user-system"}},
		{"1.18.33", opencode11833, Input{BuiltIn: true, Scenario: claude},
			[]string{"system: base-prompt, environment, rules:AGENTS.md, skills, user-system"}},
		{"1.1.34 with a template", opencode1134, Input{Template: mine, Scenario: claude},
			[]string{"system: header", "system: agent-prompt, environment, rules:AGENTS.md, user-system"}},
		{"1.18.33 with a template for the user", opencode11833, Input{Template: mine, Scenario: as(scenario.Scenario{Provider: "p", Model: "m"}, "user")},
			[]string{"system: base-prompt, environment, rules:AGENTS.md, skills, user-system"}},
		{"1.18.33 without the template", opencode11833, Input{Template: mine, Scenario: as(scenario.Scenario{Provider: "p", Model: "m"}, "none")},
			[]string{"system: base-prompt, environment, rules:AGENTS.md, skills"}},
		{"an empty template is no prompt", opencode11833, Input{Scenario: scenario.Scenario{Provider: "p", Model: "m"}},
			[]string{"system: base-prompt, environment, rules:AGENTS.md, skills"}},
		{"1.1.34 in a Codex session", opencode1134, Input{BuiltIn: true, Scenario: codex},
			[]string{"instructions: codex-instructions", "user: environment, rules:AGENTS.md, user-system"}},
		{"1.1.34 in a Codex session keeps an agent's prompt", opencode1134, Input{Template: mine, Scenario: codex},
			[]string{"instructions: codex-instructions", "user: agent-prompt, environment, rules:AGENTS.md, user-system"}},
		{"1.18.33 in a Codex session", opencode11833, Input{BuiltIn: true, Scenario: codex},
			[]string{"instructions: base-prompt, environment, rules:AGENTS.md, skills, user-system"}},
	} {
		made, _ := assembled(t, c.p, c.in)
		expectShape(t, c.name, made, c.want...)
		if codex := c.in.Scenario.Auth != ""; (made.Endpoint != "") != codex {
			t.Errorf("%s: endpoint %q", c.name, made.Endpoint)
		}
	}
}

func TestWhatStandsInPlaceOfTheBasePromptIsToldAndShown(t *testing.T) {
	in := Input{Template: source.Literal("Mine."), Scenario: scenario.Scenario{Provider: "p", Model: "m", AgentPrompt: text("theirs")}}
	made, problems := assembled(t, opencode11833, in)
	if len(made.Removed) != 1 || made.Removed[0].ID != "base-prompt" {
		t.Errorf("removed %+v", made.Removed)
	}
	if len(problems) != 1 || problems[0].Code != diag.NotSent {
		t.Errorf("problems %v", problems)
	}
	if !strings.HasPrefix(made.Messages[0].Text().String(), "Mine.\n") {
		t.Error("the template does not stand first")
	}
}

func TestTheDayIsTheSessionsOwn(t *testing.T) {
	for zone, want := range map[string]string{"": "Fri Nov 27 2026", "Asia/Tokyo": "Sat Nov 28 2026"} {
		made, _ := assembled(t, opencode11833, Input{BuiltIn: true, Scenario: scenario.Scenario{Provider: "p", Model: "m", TimeZone: zone, Platform: "win32"}})
		if got := made.Messages[0].Text().String(); !strings.Contains(got, "\n  Platform: win32\n  Today's date: "+want+"\n</env>\n") {
			t.Errorf("%q: %s", zone, got)
		}
	}
}

func TestAnAgentOfTheSettingsBringsItsPrompt(t *testing.T) {
	world := func() *facts.Memory {
		return openWorld().File("/p/opencode.json", `{"default_agent": "review", "agent": {"review": {"prompt": "{file:./r.txt}"}}}`).
			File("/p/r.txt", "Review it.\n").File("/p/.opencode/agent/write.md", "---\nmode: primary\n---\nWrite it.\n")
	}
	for name, want := range map[string]string{"": "Review it.", "write": "Write it.", "build": ""} {
		made, problems := assembled(t, opencode11833, Input{BuiltIn: true, World: world(), Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: name}})
		first := made.Messages[0].Blocks[0]
		if (first.ID == "agent-prompt") != (want != "") || want != "" && first.Text.String() != want || len(problems) > 0 {
			t.Errorf("%q: %s %q, %v", name, first.ID, first.Text, problems)
		}
		if o, _ := first.Text.OriginAt(0); name == "" && o.Source != "/p/r.txt" {
			t.Errorf("it comes from %s", o.Source)
		}
	}
	_, problems := assembled(t, opencode11833, Input{BuiltIn: true, World: world(), Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: "reveiw"}})
	if len(problems) != 1 || problems[0].Code != diag.UnknownWord || problems[0].Hint != "did you mean review?" {
		t.Errorf("%v", problems)
	}
}

func TestTheModelComesFromTheSettingsWhenNobodyNamesOne(t *testing.T) {
	world := openWorld().File("/p/opencode.json", `{"model": "house/fast", "provider": {"house": {"models": {"fast": {"id": "gpt-5"}}}}}`)
	made, problems := assembled(t, opencode1134, Input{BuiltIn: true, World: world})
	if title := made.Messages[0].Blocks[0].Title; title != "Base prompt (codex_header.txt)" {
		t.Error(title)
	}
	if len(problems) != 1 || problems[0].Code != diag.AssumedFact {
		t.Errorf("%v", problems)
	}
	_, problems = assembled(t, opencode1134, Input{BuiltIn: true, Scenario: scenario.Scenario{Model: "gemini-2.5-pro"}})
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "google is taken") {
		t.Errorf("%v", problems)
	}
}

func TestServersAndSkillsStandAsTheCodeHasThem(t *testing.T) {
	s := scenario.Scenario{Provider: "p", Model: "m",
		MCP: []scenario.Entry{{Name: "db", Instructions: text("One.\nTwo.")}, {Name: "silent"}},
		Skills: []scenario.Entry{{Name: "zip", Description: "Packs", Path: "/s/ä b/SKILL.md"}, {Name: "add", Description: "Adds", Path: "/s/add/SKILL.md"},
			{Name: "bare"}},
	}
	made, problems := assembled(t, opencode11833, Input{BuiltIn: true, Scenario: s})
	all := made.Messages[0].Text().String()
	for _, want := range []string{
		"\n<mcp_instructions>\n  <server name=\"db\">\n    One.\n    Two.\n  </server>\n</mcp_instructions>\n",
		"  <skill>\n    <name>zip</name>\n    <description>Packs</description>\n    <location>file:///s/%C3%A4%20b/SKILL.md</location>\n  </skill>\n</available_skills>",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("it lacks %q:\n%s", want, all)
		}
	}
	if a, b := strings.Index(all, "<name>add<"), strings.Index(all, "<name>customize-opencode<"); a < 0 || a > b {
		t.Error("the skills are not in order")
	}
	if len(problems) != 1 || problems[0].Code != diag.NotSent {
		t.Errorf("%v", problems)
	}
	s.AllowedTools = &[]string{"read"}
	if made, _ := assembled(t, opencode11833, Input{BuiltIn: true, Scenario: s}); strings.Contains(made.Messages[0].Text().String(), "<available_skills>") {
		t.Error("skills without the skill tool")
	}
}

func TestWhatOpenCodeWouldNotStartWithIsNoPrompt(t *testing.T) {
	world := openWorld().File("/p/opencode.json", `{"instructions": "AGENTS.md"}`)
	made, problems := assembled(t, opencode11833, Input{BuiltIn: true, World: world})
	if len(made.Messages) > 0 || len(made.Notes) != 1 || len(problems) != 1 || problems[0].Code != diag.AgentRefuses || problems[0].File != "/p/opencode.json" {
		t.Errorf("%q, %v, %v", shape(made), made.Notes, problems)
	}
}

func TestWhatIsNotFetchedIsTold(t *testing.T) {
	world := func() *facts.Memory {
		return openWorld().File("/p/opencode.json", `{"instructions": ["https://x.org/r.md"]}`).URL("https://x.org/r.md", facts.Response{Status: 200, Body: "R"})
	}
	in := Input{BuiltIn: true, World: world(), Scenario: scenario.Scenario{Provider: "p", Model: "m"}}
	made, _ := assembled(t, opencode11833, in)
	if len(made.Notes) != 1 || !strings.HasPrefix(made.Notes[0], "https://x.org/r.md would be fetched") {
		t.Errorf("%q", made.Notes)
	}
	in.World, in.Fetch = world(), true
	made, _ = assembled(t, opencode11833, in)
	expectShape(t, "fetched", made, "system: base-prompt, environment, rules:AGENTS.md, instructions:https://x.org/r.md, skills")
	if len(made.Notes) > 0 {
		t.Errorf("%q", made.Notes)
	}
}

func TestTheScenariosToolsAreDeclaredForTheProvider(t *testing.T) {
	tools := scenario.Tools{Given: true, List: []scenario.Tool{{Name: "look", Declaration: `{"name": "look", "description": "Looks", "input_schema": {"type": "object"}}`}}}
	for provider, want := range map[string]string{"anthropic": `"input_schema":`, "openai": `"type":"function"`, "google": `"parametersJsonSchema":`} {
		made, _ := assembled(t, opencode11833, Input{BuiltIn: true, Scenario: scenario.Scenario{Provider: provider, Model: "m", Tools: tools}})
		if len(made.Tools) != 1 || made.Tools[0].Name != "look" || !strings.Contains(made.Tools[0].Declaration.String(), want) {
			t.Errorf("%s: %+v", provider, made.Tools)
		}
	}
}
