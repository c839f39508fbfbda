package opencode

import (
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/scenario"
	"galley/engine/source"
)

func TestOpenCodeSendsOneOrTwoSystemMessagesAsItsVersionDoes(t *testing.T) {
	mine := source.Of("Mine.", source.Origin{Kind: source.Template, Span: source.Span{End: 5}, Tag: source.Span{End: 5}})
	claude := scenario.Scenario{Provider: "anthropic", Model: "claude-sonnet-4-5", UserSystem: profiletest.Text("USER")}
	codex := scenario.Scenario{Provider: "openai", Model: "gpt-5", Auth: "oauth", UserSystem: profiletest.Text("USER")}
	as := func(s scenario.Scenario, way string) scenario.Scenario {
		s.TemplateAs = way
		return s
	}
	for _, c := range []struct {
		name string
		p    profile.Profile
		in   profile.Input
		want []string
	}{
		{"1.1.34", opencode1134, profile.Input{BuiltIn: true, Scenario: claude},
			[]string{"system: header", "system: base-prompt, environment, rules:AGENTS.md, user-system"}},
		{"1.18.33", opencode11833, profile.Input{BuiltIn: true, Scenario: claude},
			[]string{"system: base-prompt, environment, rules:AGENTS.md, skills, user-system"}},
		{"1.1.34 with a template", opencode1134, profile.Input{Template: mine, Scenario: claude},
			[]string{"system: header", "system: agent-prompt, environment, rules:AGENTS.md, user-system"}},
		{"1.18.33 with a template for the user", opencode11833, profile.Input{Template: mine, Scenario: as(scenario.Scenario{Provider: "p", Model: "m"}, "user")},
			[]string{"system: base-prompt, environment, rules:AGENTS.md, skills, user-system"}},
		{"1.18.33 without the template", opencode11833, profile.Input{Template: mine, Scenario: as(scenario.Scenario{Provider: "p", Model: "m"}, "none")},
			[]string{"system: base-prompt, environment, rules:AGENTS.md, skills"}},
		{"an empty template does not count", opencode11833, profile.Input{Scenario: scenario.Scenario{Provider: "p", Model: "m"}},
			[]string{"system: base-prompt, environment, rules:AGENTS.md, skills"}},
		{"1.1.34 in a Codex session", opencode1134, profile.Input{BuiltIn: true, Scenario: codex},
			[]string{"instructions: codex-instructions", "user: environment, rules:AGENTS.md, user-system"}},
		{"1.1.34 in a Codex session keeps an agent's prompt", opencode1134, profile.Input{Template: mine, Scenario: codex},
			[]string{"instructions: codex-instructions", "user: agent-prompt, environment, rules:AGENTS.md, user-system"}},
		{"1.18.33 in a Codex session", opencode11833, profile.Input{BuiltIn: true, Scenario: codex},
			[]string{"instructions: base-prompt, environment, rules:AGENTS.md, skills, user-system"}},
	} {
		made, _ := profiletest.Assembled(t, c.p, c.in)
		profiletest.ExpectShape(t, c.name, made, c.want...)
		if codex := c.in.Scenario.Auth != ""; (made.Endpoint != "") != codex {
			t.Errorf("%s: endpoint %q", c.name, made.Endpoint)
		}
	}
}

func TestReplacementOfTheBasePromptIsReported(t *testing.T) {
	in := profile.Input{Template: source.Literal("Mine."), Scenario: scenario.Scenario{Provider: "p", Model: "m", AgentPrompt: profiletest.Text("theirs")}}
	made, problems := profiletest.Assembled(t, opencode11833, in)
	if len(made.Removed) != 1 || made.Removed[0].ID != "base-prompt" {
		t.Errorf("removed %+v", made.Removed)
	}
	if len(problems) != 1 || problems[0].Code != diag.NotSent {
		t.Errorf("problems %v", problems)
	}
	if !strings.HasPrefix(made.Messages[0].Text().String(), "Mine.\n") {
		t.Error("the template does not come first")
	}
}

func TestDateIsThatOfTheSession(t *testing.T) {
	for zone, want := range map[string]string{"": "Fri Nov 27 2026", "Asia/Tokyo": "Sat Nov 28 2026"} {
		made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, Scenario: scenario.Scenario{Provider: "p", Model: "m", TimeZone: zone, Platform: "win32"}})
		if got := made.Messages[0].Text().String(); !strings.Contains(got, "\n  Platform: win32\n  Today's date: "+want+"\n</env>\n") {
			t.Errorf("%q: %s", zone, got)
		}
	}
}

func TestAgentFromSettingsHasItsOwnPrompt(t *testing.T) {
	world := func() *facts.Memory {
		return profiletest.OpenWorld().File("/p/opencode.json", `{"default_agent": "review", "agent": {"review": {"prompt": "{file:./r.txt}"}}}`).
			File("/p/r.txt", "Review it.\n").File("/p/.opencode/agent/write.md", "---\nmode: primary\n---\nWrite it.\n")
	}
	for name, want := range map[string]string{"": "Review it.", "write": "Write it.", "build": ""} {
		made, problems := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: world(), Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: name}})
		first := made.Messages[0].Blocks[0]
		if (first.ID == "agent-prompt") != (want != "") || want != "" && first.Text.String() != want || len(problems) > 0 {
			t.Errorf("%q: %s %q, %v", name, first.ID, first.Text, problems)
		}
		if o, _ := first.Text.OriginAt(0); name == "" && o.Source != "/p/r.txt" {
			t.Errorf("its origin is %s", o.Source)
		}
	}
	_, problems := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: world(), Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: "reveiw"}})
	if len(problems) != 1 || problems[0].Code != diag.UnknownWord || problems[0].Hint != "did you mean review?" {
		t.Errorf("%v", problems)
	}
}

func TestTheModelComesFromTheSettingsWhenNobodyNamesOne(t *testing.T) {
	world := profiletest.OpenWorld().File("/p/opencode.json", `{"model": "house/fast", "provider": {"house": {"models": {"fast": {"id": "gpt-5"}}}}}`)
	made, problems := profiletest.Assembled(t, opencode1134, profile.Input{BuiltIn: true, World: world})
	if title := made.Messages[0].Blocks[0].Title; title != "Base prompt (codex_header.txt)" {
		t.Error(title)
	}
	if len(problems) != 1 || problems[0].Code != diag.AssumedFact {
		t.Errorf("%v", problems)
	}
	_, problems = profiletest.Assembled(t, opencode1134, profile.Input{BuiltIn: true, Scenario: scenario.Scenario{Model: "gemini-2.5-pro"}})
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "galley uses google") {
		t.Errorf("%v", problems)
	}
}

func TestOrderOfServersAndSkills(t *testing.T) {
	s := scenario.Scenario{Provider: "p", Model: "m",
		MCP: []scenario.Entry{{Name: "db", Instructions: profiletest.Text("One.\nTwo.")}, {Name: "silent"}},
		Skills: []scenario.Entry{{Name: "zip", Description: "Packs", Path: "/s/ä b/SKILL.md"}, {Name: "add", Description: "Adds", Path: "/s/add/SKILL.md"},
			{Name: "bare"}},
	}
	made, problems := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, Scenario: s})
	all := made.Messages[0].Text().String()
	for _, want := range []string{
		"\n<mcp_instructions>\n  <server name=\"db\">\n    One.\n    Two.\n  </server>\n</mcp_instructions>\n",
		"  <skill>\n    <name>zip</name>\n    <description>Packs</description>\n    <location>/s/ä b/SKILL.md</location>\n  </skill>\n</available_skills>",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("it lacks %q:\n%s", want, all)
		}
	}
	if a, b := strings.Index(all, "<name>add<"), strings.Index(all, "<name>customize-opencode<"); a < 0 || a > b {
		t.Error("the skills are not sorted")
	}
	if len(problems) != 1 || problems[0].Code != diag.NotSent {
		t.Errorf("%v", problems)
	}
	s.AllowedTools = &[]string{"read"}
	if made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, Scenario: s}); strings.Contains(made.Messages[0].Text().String(), "<available_skills>") {
		t.Error("skills are listed without the skill tool")
	}
}

func TestNoPromptIfOpenCodeWouldNotStart(t *testing.T) {
	world := profiletest.OpenWorld().File("/p/opencode.json", `{"instructions": "AGENTS.md"}`)
	made, problems := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: world})
	if len(made.Messages) > 0 || len(made.Notes) != 1 || len(problems) != 1 || problems[0].Code != diag.AgentRefuses || problems[0].File != "/p/opencode.json" {
		t.Errorf("%q, %v, %v", profiletest.Shape(made), made.Notes, problems)
	}
}

func TestDocumentsThatAreNotFetchedAreReported(t *testing.T) {
	world := func() *facts.Memory {
		return profiletest.OpenWorld().File("/p/opencode.json", `{"instructions": ["https://x.org/r.md"]}`).URL("https://x.org/r.md", facts.Response{Status: 200, Body: "R"})
	}
	in := profile.Input{BuiltIn: true, World: world(), Scenario: scenario.Scenario{Provider: "openai", Model: "m"}}
	made, _ := profiletest.Assembled(t, opencode11833, in)
	if len(made.Notes) != 1 || !strings.HasPrefix(made.Notes[0], "https://x.org/r.md would be fetched") {
		t.Errorf("%q", made.Notes)
	}
	in.World, in.Fetch = world(), true
	made, _ = profiletest.Assembled(t, opencode11833, in)
	profiletest.ExpectShape(t, "fetched", made, "system: base-prompt, environment, rules:AGENTS.md, instructions:https://x.org/r.md, skills")
	if len(made.Notes) > 0 {
		t.Errorf("%q", made.Notes)
	}
}

func TestTheScenariosToolsAreDeclaredForTheProvider(t *testing.T) {
	tools := scenario.Tools{Given: true, List: []scenario.Tool{{Name: "look", Declaration: `{"name": "look", "description": "Looks", "input_schema": {"type": "object"}}`}}}
	for provider, want := range map[string]string{"anthropic": `"input_schema":`, "openai": `"type":"function"`, "google": `"parametersJsonSchema":`} {
		made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, Scenario: scenario.Scenario{Provider: provider, Model: "m", Tools: tools}})
		if len(made.Tools) != 1 || made.Tools[0].Name != "look" || !strings.Contains(made.Tools[0].Declaration.String(), want) {
			t.Errorf("%s: %+v", provider, made.Tools)
		}
	}
}

func TestUnknownModelIsMarkedAsStandIn(t *testing.T) {
	made, problems := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: profiletest.OpenWorld()})
	environment := made.Messages[0].Blocks[1]
	if line, _, _ := strings.Cut(environment.Text.String(), "\n"); !strings.Contains(line, "[model]") || !strings.Contains(line, "[provider/model]") {
		t.Errorf("%q", line)
	}
	if len(problems) != 1 || problems[0].Code != diag.AssumedFact {
		t.Errorf("%v", problems)
	}
}
