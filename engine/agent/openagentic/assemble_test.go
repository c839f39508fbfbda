package openagentic

import (
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
)

func openBlocks() OpenAgenticBlocks {
	one := func(id, text string) []prompt.Block { return []prompt.Block{{ID: id, Text: source.Literal(text)}} }
	return OpenAgenticBlocks{
		Header: one("h", "\n h"), Provider: one("p", "p"), Environment: one("e", "e\n"), CustomRules: one("r", "r"),
		Instructions: one("i", " \n"), Claude: one("c", "c"), SDKUserSystemPrompt: one("u", "u\x1c\x1f\n"),
	}
}

func TestBlockOrderCanBeChangedUnlessStrict(t *testing.T) {
	b := openBlocks()
	for _, c := range []struct {
		order  []string
		strict bool
		want   string
	}{
		{nil, false, "h\n\np\n\ne\n\n\nr\n\nc\n\nu"},
		{nil, true, "h\n\np\n\ne\n\n\nr\n\nc\n\nu"},
		{OpenAgenticOrder(), true, "h\n\np\n\ne\n\n\nr\n\nc\n\nu"},
		{[]string{"environment"}, false, "e\n\n\n\n h\n\np\n\nr\n\nc\n\nu"},
		{[]string{"environment"}, true, "the order environment, header, provider, custom_rules, instructions, claude, sdk_user_system_prompt is not OpenCode's, and strict_order does not allow another one"},
		{[]string{"enviroment"}, false, "unknown kind of block enviroment; did you mean environment?"},
		{[]string{"header", "header"}, false, "the kind of block header comes twice"},
	} {
		built, err := b.Build(c.order, c.strict)
		got := prompt.Message{Blocks: built.Blocks}.Text().String()
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v strict %v\n got %q\nwant %q", c.order, c.strict, got, c.want)
		}
	}
	if b.Header[0].Text.String() != "\n h" {
		t.Error("assembling changed the blocks")
	}
}

// A prompt of one block is trimmed like one of several.
func TestOneBlockIsTrimmed(t *testing.T) {
	t.Parallel()
	built, err := OpenAgenticBlocks{Header: openBlocks().Header}.Build(nil, false)
	if got := (prompt.Message{Blocks: built.Blocks}).Text().String(); err != nil || got != "h" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestRejectedOrderIsReportedAndTheDefaultUsed(t *testing.T) {
	yes := true
	s := scenario.Scenario{Provider: "p", Model: "m", BlockOrder: []string{"environment"}}
	made, problems := profiletest.Assembled(t, openagentic{}, profile.Input{BuiltIn: true, Scenario: s})
	profiletest.ExpectShape(t, "another order", made, "system: environment, provider, custom_rules:AGENTS.md")
	if len(problems) > 0 {
		t.Errorf("%v", problems)
	}
	s.StrictOrder = &yes
	made, problems = profiletest.Assembled(t, openagentic{}, profile.Input{BuiltIn: true, Scenario: s})
	profiletest.ExpectShape(t, "strict", made, "system: provider, environment, custom_rules:AGENTS.md")
	if len(problems) != 1 || problems[0].Code != diag.AgentRefuses {
		t.Errorf("%v", problems)
	}
}

func TestClaudeBlocksAreOptional(t *testing.T) {
	world := profiletest.OpenWorld().File("/p/CLAUDE.md", "Memory.\n").File("/p/.claude/commands/go.md", "x").
		File("/p/.opencode/commands/sub/stop.md", "x").File("/p/opencode.json", `{"command": {"ask": {"template": "x"}}}`)
	s := scenario.Scenario{Provider: "p", Model: "m", Commands: []scenario.Entry{{Name: "zed"}}}
	made, _ := profiletest.Assembled(t, openagentic{}, profile.Input{BuiltIn: true, World: world, Scenario: s})
	profiletest.ExpectShape(t, "not asked for", made, "system: provider, environment, custom_rules:AGENTS.md")
	s.SettingSources = &[]string{"project", "claude"}
	made, _ = profiletest.Assembled(t, openagentic{}, profile.Input{BuiltIn: true, World: world, Scenario: s})
	profiletest.ExpectShape(t, "asked for", made, "system: provider, environment, custom_rules:AGENTS.md, memory, commands")
	if got := made.Messages[0].Text().String(); !strings.HasSuffix(got, "Project memory from: /p/CLAUDE.md\nMemory.\n\n\nAvailable slash commands:\n/ask\n/go\n/sub/stop\n/zed") {
		t.Error(got)
	}
}

func TestWithoutProjectOnlyTheExplicitPromptIsSent(t *testing.T) {
	none := []string{}
	s := scenario.Scenario{Provider: "p", Model: "m", SettingSources: &none, UserSystem: profiletest.Text("  hi\n")}
	made, _ := profiletest.Assembled(t, openagentic{}, profile.Input{BuiltIn: true, Scenario: s})
	if len(made.Messages) != 1 || made.Messages[0].Text().String() != "hi" {
		t.Errorf("%q", profiletest.Shape(made))
	}
	made, problems := profiletest.Assembled(t, openagentic{}, profile.Input{Template: source.Literal("Mine."), Scenario: s})
	if len(made.Messages) != 1 || len(problems) != 1 || problems[0].Code != diag.NotSent {
		t.Errorf("%q, %v", profiletest.Shape(made), problems)
	}
	s.UserSystem.Given = false
	if made, _ := profiletest.Assembled(t, openagentic{}, profile.Input{BuiltIn: true, Scenario: s}); len(made.Messages) > 0 {
		t.Errorf("%q", profiletest.Shape(made))
	}
}

func TestTemplateIsThePromptOrTheUserMessage(t *testing.T) {
	mine := source.Literal("Mine.")
	for way, want := range map[string]string{
		"":     "system: agent-prompt, environment, custom_rules:AGENTS.md",
		"user": "system: provider, environment, custom_rules:AGENTS.md, sdk_user_system_prompt",
		"none": "system: provider, environment, custom_rules:AGENTS.md",
	} {
		made, _ := profiletest.Assembled(t, openagentic{}, profile.Input{Template: mine, Scenario: scenario.Scenario{Provider: "p", Model: "M", TemplateAs: way}})
		profiletest.ExpectShape(t, way, made, want)
	}
}
