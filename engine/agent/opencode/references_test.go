package opencode

import (
	"strings"
	"testing"

	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/scenario"
)

func TestReferencesWithADescriptionAreListedByName(t *testing.T) {
	settings := `{"references": {
		"zed": {"path": "../z", "description": "Z"},
		"docs": {"path": "~/docs", "description": ""},
		"code": {"repository": "owner/repo", "branch": "a b", "description": "C"},
		"ssh": {"repository": "git@host.example:x/y.git", "description": "S"},
		"plain": "./p", "bad name": {"path": ".", "description": "no"}}}`
	want := `
<available_references>
  <reference>
    <name>code</name>
    <path>/h/.local/share/opencode/repos/github.com/owner/repo@a%20b</path>
    <description>C</description>
  </reference>
  <reference>
    <name>docs</name>
    <path>/h/docs</path>
    <description></description>
  </reference>
  <reference>
    <name>ssh</name>
    <path>/h/.local/share/opencode/repos/host.example/x/y</path>
    <description>S</description>
  </reference>
  <reference>
    <name>zed</name>
    <path>/z</path>
    <description>Z</description>
  </reference>
</available_references>`
	in := profile.Input{BuiltIn: true, World: profiletest.OpenWorld().File("/p/opencode.json", settings), Scenario: scenario.Scenario{Provider: "p", Model: "m"}}
	made, _ := profiletest.Assembled(t, opencode11833, in)
	blocks := made.Messages[0].Blocks
	if len(blocks) < 3 || blocks[2].ID != "references" || !strings.HasSuffix(blocks[2].Text.String(), want) || blocks[2].StandInBytes() == 0 {
		t.Errorf("%+v", blocks)
	}
	in.World = profiletest.OpenWorld()
	made, _ = profiletest.Assembled(t, opencode11833, in)
	if made.Messages[0].Blocks[2].ID == "references" {
		t.Error("a list of references without settings")
	}
}

func TestBuiltInAgents(t *testing.T) {
	for _, c := range []struct {
		agent  string
		shapes []string
	}{
		{"explore", []string{"system: agent-prompt, environment, rules:AGENTS.md"}},
		{"general", []string{"system: base-prompt, environment, rules:AGENTS.md, skills"}},
		{"title", []string{"system: agent-prompt, environment, rules:AGENTS.md"}},
		{"plan", []string{"system: base-prompt, environment, rules:AGENTS.md, skills", "user: plan-reminder"}},
	} {
		in := profile.Input{BuiltIn: true, World: profiletest.OpenWorld().File("/p/AGENTS.md", "a\n"), Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: c.agent}}
		made, _ := profiletest.Assembled(t, opencode11833, in)
		profiletest.ExpectShape(t, c.agent, made, c.shapes...)
	}
	// These settings replace the prompt and disable the tool.
	in := profile.Input{BuiltIn: true, World: profiletest.OpenWorld().File("/p/opencode.json", `{"agent": {"explore": {"mode": "all", "prompt": "Mine", "permission": {"skill": "allow"}}}}`),
		Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: "explore"}}
	made, problems := profiletest.Assembled(t, opencode11833, in)
	profiletest.ExpectShape(t, "settings", made, "system: agent-prompt, environment, rules:AGENTS.md, skills")
	if made.Messages[0].Blocks[0].Text.String() != "Mine" || len(problems) > 0 {
		t.Error(made.Messages[0].Blocks[0].Text, problems)
	}
}

func TestPlanReminderIsInTheLastUserMessage(t *testing.T) {
	in := profile.Input{BuiltIn: true, World: profiletest.OpenWorld(), Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: "plan",
		History: []scenario.Message{{Role: "user", Content: profiletest.Text("first")}, {Role: "assistant", Content: profiletest.Text("so")}, {Role: "user", Content: profiletest.Text("second")}}}}
	made, _ := profiletest.Assembled(t, opencode11833, in)
	profiletest.ExpectShape(t, "plan", made, "system: base-prompt, environment, rules:AGENTS.md, skills", "user: history", "assistant: history", "user: history, plan-reminder")
	if last := made.Messages[3]; len(last.Parts) != 2 {
		t.Errorf("parts %v", last.Parts)
	}
}

func TestServerWithoutAllowedToolsIsOmitted(t *testing.T) {
	for settings, want := range map[string]bool{
		`{}`: true, `{"tools": {"zed*": false}}`: false, `{"permission": {"zed_*": "deny"}}`: false, `{"permission": {"*": "deny"}}`: false,
		`{"permission": {"zed_one": "deny"}}`: true, `{"permission": {"zed_*": "deny", "zed_one": "allow"}}`: true, `{"permission": {"zedonia_*": "deny"}}`: true,
	} {
		in := profile.Input{BuiltIn: true, World: profiletest.OpenWorld().File("/p/opencode.json", settings),
			Scenario: scenario.Scenario{Provider: "p", Model: "m", MCP: []scenario.Entry{{Name: "zed", Instructions: profiletest.Text("Z")}}}}
		made, _ := profiletest.Assembled(t, opencode11833, in)
		if got := strings.Contains(made.Messages[0].Text().String(), "<mcp_instructions>"); got != want {
			t.Errorf("%s: %v", settings, got)
		}
	}
}
