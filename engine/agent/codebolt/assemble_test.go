package codebolt

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
)

// codeboltPrompt assembles a scenario in TOML over a small project. It returns each message as
// "role id+id" and the messages of the problems.
func codeboltPrompt(t *testing.T, toml, text string) (p prompt.Prompt, shape, problems []string) {
	t.Helper()
	s, wrong := scenario.Parse("s.toml", toml)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	in := profile.Input{Template: source.Literal(text), TemplateText: text, BuiltIn: text == "", Cwd: "/p", Scenario: s,
		World: facts.NewMemory().File("/p/a.go", "A").File("/q/b.go", "B")}
	p, found := codeboltAgent{}.Assemble(context.Background(), in)
	for _, m := range p.Messages {
		var ids []string
		for _, b := range m.Blocks {
			ids = append(ids, b.ID)
		}
		shape = append(shape, string(m.Role)+" "+strings.Join(ids, "+"))
	}
	for _, f := range found {
		problems = append(problems, f.Message)
		if f.File != "s.toml" {
			t.Errorf("no file: %+v", f)
		}
	}
	return p, shape, problems
}

const codeboltSession = `
ide = {active_file = "a.go", open_files = ["a.go", "b.go"]}
mentions = ["a.go", "sub/"]
memory = {user = '{"tabs": true}', project = "plain"}
tools = [{name = "t", description = "d"}]
history = [{role = "user", content = "q"}, {role = "assistant", content = "a"}]
`

func TestDefaultOrderLosesTheEditor(t *testing.T) {
	p, shape, problems := codeboltPrompt(t, codeboltSession, "RULES")
	want := []string{"system core", "user history", "assistant history", "user history-end", "user environment",
		"user folder-structure+mention+mention:a.go+mention:a.go+mention+mention:sub+mention:sub", "system memory", "user todo-reminder"}
	if !slices.Equal(shape, want) {
		t.Errorf("got  %q\nwant %q", shape, want)
	}
	if len(problems) != 1 || !strings.Contains(problems[0], "what IdeContextModifier added is lost") {
		t.Errorf("problems: %q", problems)
	}
	if len(p.Removed) != 1 || p.Removed[0].ID != "ide" {
		t.Errorf("removed: %+v", p.Removed)
	}
	if p.Messages[0].Text().String() != "RULES" || len(p.Tools) != 1 || p.ToolChoice != "auto" {
		t.Errorf("system %q, tools %v %q", p.Messages[0].Text(), p.Tools, p.ToolChoice)
	}
	if m := p.Messages[6].Text().String(); m != "\n---\n\n# User Preferences\n{\n  \"tabs\": true\n}\n\n# Project Context\n\"plain\"\n\n" {
		t.Errorf("memory: %q", m)
	}
}

func TestCodeboltScenarios(t *testing.T) {
	for _, c := range []struct {
		name, toml, template string
		shape, problems      string
	}{
		{"reordered", `modifiers = ["CoreSystemPrompt", "IdeContext"]` + "\ntodos = ['x']\nide = {open_files = ['a']}", "T", "system core+ide", ""},
		{"as base", `modifiers = ["EnvironmentContext"]` + "\ntodos = false\ntemplate_as = 'base'", "T", "system base|user environment|assistant acknowledgement", ""},
		{"as base prompt by default", "todos = false\ntemplate_as = 'base'", "T", "system base|user environment|user folder-structure|assistant acknowledgement", ""},
		{"base behind memory", "todos = false\ntemplate_as = 'base'\nmemory = {user = '1'}", "T", "user environment|user folder-structure|system memory", "the base prompt is not sent: GeminiMemoryModifier made a system message"},
		{"without the core prompt", `modifiers = ["EnvironmentContext"]` + "\ntodos = false", "T", "user environment|assistant acknowledgement", "the template is not sent: no modifier adds it"},
		{"empty", `modifiers = ["CoreSystemPrompt"]` + "\ntodos = false", "", "system core", ""},
		{"plan", "permission_mode = 'plan'\nmodifiers = ['CoreSystemPrompt', 'PlanMode']\ntodos = false", "", "system core|system plan-mode", ""},
		{"plan off", "permission_mode = 'default'\nmodifiers = ['CoreSystemPrompt', 'PlanMode']\ntodos = false", "", "system core", ""},
		{"plan unsaid", "permission_mode = 'plan'\nmodifiers = ['CoreSystemPrompt']\ntodos = false", "", "system core", "the mode plan has no effect: no modifier mentions it"},
		{"another mode", "permission_mode = 'yolo'\nmodifiers = ['CoreSystemPrompt']\ntodos = false", "", "system core", "Codebolt does not know the permission mode yolo; it has no effect"},
		{"memory as a text", "memory = 'likes tabs'\nmodifiers = ['CoreSystemPrompt']\ntodos = false", "", "system core+core-memory", ""},
		{"done todos", "modifiers = ['CoreSystemPrompt']\ntodos = [{text = 'x', status = 'done'}]", "", "system core|user todo-reminder", ""},
		{"two texts", "modifiers = [{name = 'CoreSystemPrompt', options = {customSystemPrompt = 'C'}}]\ntodos = false\ncustom_prompt = 'D'", "T", "system core",
			"the template replaces custom_prompt|the template replaces customSystemPrompt"},
		{"unknown", "modifiers = ['CoreSystem']\ntodos = false", "", "assistant acknowledgement", `unknown modifier "CoreSystem": it is ignored`},
	} {
		p, shape, problems := codeboltPrompt(t, c.toml, c.template)
		if got := strings.Join(shape, "|"); got != c.shape {
			t.Errorf("%s: got %q, want %q", c.name, got, c.shape)
		}
		if got := strings.Join(problems, "|"); got != c.problems {
			t.Errorf("%s: problems %q, want %q", c.name, got, c.problems)
		}
		if c.template != "" && c.problems == "" && p.Messages[0].Blocks[0].Text.String() != c.template {
			t.Errorf("%s: %q", c.name, p.Messages[0].Text())
		}
	}
}

func TestEditorOfTheLastTurnIsReportedAsChanges(t *testing.T) {
	p, _, _ := codeboltPrompt(t, `
modifiers = ["CoreSystemPrompt", "IdeContext"]
ide = {active_file = "a.go", turns = [{active_file = "a.go", open_files = ["b.go"]}, {active_file = "b.go", open_files = ["b.go"]}]}
`, "T")
	text := p.Messages[0].Text().String()
	if !strings.Contains(text, `"filesClosed": [`) || !strings.Contains(text, `"path": "b.go"`) || strings.Contains(text, "otherOpenFiles") {
		t.Errorf("got %q", text)
	}
}

func TestUnansweredCallsGetAnAnswer(t *testing.T) {
	p, shape, _ := codeboltPrompt(t, `
modifiers = ["ChatHistoryMessageModifier"]
todos = false
history = [{role = "assistant", content = "", tool_calls = [{id = "1", name = "read", arguments = {p = 1}}, {id = "2", name = "ls", arguments = "raw"}]}]
`, "")
	if got := strings.Join(shape, "|"); got != "assistant |tool history-unexecuted|tool history-unexecuted|assistant acknowledgement" {
		t.Errorf("got %q", got)
	}
	for i, want := range []string{`arguments: {"p":1}`, `arguments: raw`} {
		if m := p.Messages[i+1]; m.CallID != fmt.Sprint(i+1) || !strings.HasSuffix(m.Text().String(), want) {
			t.Errorf("%s: %q", m.CallID, m.Text())
		}
	}
}

func TestModifierCompactsTheConversation(t *testing.T) {
	var history []string
	for i := range 12 {
		role := []string{"user", "assistant"}[i%2]
		history = append(history, fmt.Sprintf(`{role = %q, content = %q}`, role, strings.Repeat("x", 200)))
	}
	toml := "todos = false\nhistory = [" + strings.Join(history, ",") + "]\nmodifiers = ['ChatHistory', 'CoreSystemPrompt', {name = 'ConversationCompactor', options = {modelTokenLimit = 400%s}}]"
	_, shape, problems := codeboltPrompt(t, fmt.Sprintf(toml, ""), "T")
	if shape[0] != "system core" || shape[1] != "user compressed" || len(problems) != 1 || !strings.Contains(problems[0], "Codebolt drops 10 messages, which leaves") {
		t.Errorf("smart: %q %q", shape, problems)
	}
	p, shape, _ := codeboltPrompt(t, fmt.Sprintf(toml, ", compactStrategy = 'summarize', summary = '<state_snapshot/>'"), "T")
	if shape[2] != "assistant compressed-acknowledgement" || p.Messages[1].Text().String() != "<state_snapshot/>" {
		t.Errorf("summarize: %q", shape)
	}
	if _, _, problems = codeboltPrompt(t, fmt.Sprintf(toml, "00"), "T"); len(problems) != 0 {
		t.Errorf("below the threshold: %q", problems)
	}
}
