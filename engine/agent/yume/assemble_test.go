package yume

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/scenario"
	"galley/engine/source"
)

func TestYumeForGeminiSendsOneText(t *testing.T) {
	in := profiletest.With(t, "permission_mode = 'interactive'\ntools = [{name = 'A', description = '<b>', input_schema = {z = 1, a = 2}}, {name = 'B'}]", "/p/CLAUDE.md", "rules\n")
	in.BuiltIn, in.Template = false, source.Literal("I am it.")
	p, problems := yumeGemini.Assemble(context.Background(), in)
	text := p.SystemText(yumeGemini.Separator()).String()
	format := in.Pack.Before(StandIns).Text("yume", "response-format").String()
	want := "I am it.\n\n## Working Directory\n/p\n\n## Permission Mode\ninteractive\n" +
		"- \"auto\": Execute tools immediately without confirmation\n" +
		"- \"interactive\": Pause and emit tool_use, wait for approval before executing\n" +
		"- \"deny\": Refuse tool execution, emit tool_result with is_error: true\n\n" +
		"## Available Tools\n<tools>\n[\n" + `{"name":"A","description":"<b>","parameters":{"z":1,"a":2}},` + "\n" + `{"name":"B"}` + "\n]\n</tools>\n\n" +
		"## Response Format\n" + format + "\n\n## Project Instructions\nrules\n"
	if text != want || len(problems) > 0 || len(p.Tools) > 0 {
		t.Errorf("got %s\nwant %s\n%v", text, want, problems)
	}
	for _, shape := range []string{`{"type": "text", "text": "..."}`, `{"type": "tool_use", "id": "...", "name": "...", "input": {...}}`, `{"type": "thinking", "thinking": "..."}`} {
		if !strings.Contains(format, shape) {
			t.Errorf("the format does not show %s", shape)
		}
	}
}

func TestYumeForOpenAIDeclaresTools(t *testing.T) {
	in := profiletest.With(t, "permission_mode = 'interactive'", "/p/.claude/CLAUDE.md", "rules")
	p, problems := yumeOpenAI.Assemble(context.Background(), in)
	text := p.SystemText(yumeOpenAI.Separator()).String()
	if !strings.Contains(text, "\n\nWorking directory: /p\nPermission mode: interactive\nEmit tool_use and pause. Wait for tool_result before continuing.\n\n") || !strings.HasSuffix(text, "\n\nrules") || strings.Contains(text, "##") {
		t.Errorf("got %s", text)
	}
	if got := profiletest.ToolNames(p); got != "Read Write Edit MultiEdit Glob Grep LS Bash" || len(problems) > 0 {
		t.Errorf("tools %s, %v", got, problems)
	}
	if d := p.Tools[0].Declaration; !strings.HasPrefix(d.String(), `{"type":"function","function":{"name":"Read",`) || d.Pieces()[0].Origin.Kind != source.Tool {
		t.Errorf("got %s", d)
	}
	none, _ := yumeOpenAI.Assemble(context.Background(), profiletest.With(t, ""))
	if text := none.SystemText(source.Text{}).String(); text != strings.TrimSpace(text) {
		t.Errorf("without instructions the prompt ends with %q", text[len(text)-10:])
	}
}

func TestTemplateIsIdentityOrInstructions(t *testing.T) {
	for _, y := range []yume{yumeGemini, yumeOpenAI} {
		for as, want := range map[string][2]bool{"identity": {true, false}, "": {true, false}, "instructions": {false, true}, "none": {false, false}} {
			in := profiletest.With(t, "template_as = '"+as+"'", "/p/CLAUDE.md", "rules")
			if as == "" {
				in.Scenario.TemplateAs = ""
			}
			in.BuiltIn, in.Template = false, source.Literal("MINE")
			p, _ := y.Assemble(context.Background(), in)
			text := p.SystemText(source.Text{}).String()
			if strings.HasPrefix(text, "MINE") != want[0] || strings.HasSuffix(text, "MINE") != want[1] || strings.HasSuffix(text, "rules") == want[1] {
				t.Errorf("%s as %q: %s", y.name, as, text)
			}
		}
	}
}

// An empty template makes no identity block: the prompt begins with the next section.
func TestAnEmptyIdentityMakesNoBlock(t *testing.T) {
	for _, c := range []struct {
		y     yume
		first string
	}{{yumeGemini, "## Working Directory\n"}, {yumeOpenAI, "Working directory: "}} {
		in := profiletest.With(t, "template_as = 'identity'")
		in.BuiltIn, in.Template = false, source.Text{}
		p, _ := c.y.Assemble(context.Background(), in)
		if text := p.SystemText(source.Text{}).String(); !strings.HasPrefix(text, c.first) {
			t.Errorf("%s begins %.60q, want %q", c.y.name, text, c.first)
		}
		if id := p.Messages[0].Blocks[0].ID; id != "working-directory" {
			t.Errorf("%s: the first block is %s", c.y.name, id)
		}
	}
}

func TestContradictoryModesAreReported(t *testing.T) {
	for mode, want := range map[string]string{"auto": "contradiction", "interactive": "", "deny": "contradiction", "denny": "unknown-word", "default": "unknown-word"} {
		for _, y := range []yume{yumeGemini, yumeOpenAI} {
			p, problems := y.Assemble(context.Background(), profiletest.With(t, "permission_mode = '"+mode+"'"))
			if y.provider == "openai" && mode == "deny" {
				want = "" // this form of the prompt has only one of the two contradictory sentences
			}
			if profiletest.Codes(problems) != want {
				t.Errorf("%s %s: %v", y.name, mode, problems)
			}
			if !strings.Contains(p.SystemText(source.Text{}).String(), mode) {
				t.Errorf("%s: %s is not sent", y.name, mode)
			}
		}
	}
	_, problems := yumeGemini.Assemble(context.Background(), profiletest.With(t, "permission_mode = 'denny'"))
	if problems[0].Hint != "did you mean deny?" || problems[0].File != "s.toml" {
		t.Errorf("%+v", problems[0])
	}
}

// Each form explains the current mode. Only an unknown mode has no explanation.
func TestEveryFormExplainsItsMode(t *testing.T) {
	for _, m := range yumeModes {
		for _, y := range []yume{yumeGemini, yumeOpenAI} {
			p, _ := y.Assemble(context.Background(), profiletest.With(t, "permission_mode = '"+m.name+"'"))
			means := m.meaning
			if y.provider == "openai" {
				means = m.instruction
			}
			if text := p.SystemText(source.Text{}).String(); !strings.Contains(text, means) {
				t.Errorf("%s, %s: %q is missing", y.name, m.name, means)
			}
			for _, note := range p.Notes {
				if strings.Contains(note, "explain") {
					t.Errorf("%s: %s", y.name, note)
				}
			}
		}
	}
}

func TestToolsAreAdvertisedByCapabilityOrByTheScenario(t *testing.T) {
	for toml, want := range map[string]string{
		"capabilities = {webAccess = true}":                       "Read Write Edit MultiEdit Glob Grep LS Bash WebFetch WebSearch NotebookEdit",
		"capabilities = {subagents = true}":                       "Read Write Edit MultiEdit Glob Grep LS Bash Task TaskOutput TodoWrite",
		"allowed_tools = ['Bash', 'Read']":                        "Read Bash",
		"allowed_tools = []":                                      "",
		"tools = []":                                              "",
		"tools = ['Bash', {name = 'Mine'}]":                       "Bash Mine",
		"tools = ['Bsh', 'Read']":                                 "Read ! undefined-tool",
		"allowed_tools = ['Bsh']":                                 " ! unknown-word",
		"tools = [{name = 'A', arguments = [{type = 'string'}]}]": "A ! bad-tool",
	} {
		p, problems := yumeOpenAI.Assemble(context.Background(), profiletest.With(t, toml))
		got := profiletest.ToolNames(p)
		if len(problems) > 0 {
			got += " ! " + profiletest.Codes(problems)
		}
		if got != want {
			t.Errorf("%s: %q", toml, got)
		}
	}
	in := profiletest.With(t, "")
	in.Scenario.Tools = scenario.Tools{Given: true}
	in.Scenario.Tools.Text.Given, in.Scenario.Tools.Text.Text, in.Scenario.Tools.Text.File = true, `{"tools":[{"name":"M","inputSchema":{}}]}`, "/t.json"
	if p, _ := yumeOpenAI.Assemble(context.Background(), in); profiletest.ToolNames(p) != "M" {
		t.Errorf("from a file: %s", profiletest.ToolNames(p))
	}
}

func TestFittingStepsOfEachForm(t *testing.T) {
	for _, c := range []struct {
		profile profile.Fitter
		want    []string
		blocks  string // the blocks left after the last step
	}{
		{yumeGemini, []string{"project instructions", "tool definitions", "examples", "minimal prompt"}, "identity working-directory permission-mode response-format"},
		{yumeOpenAI, []string{"project instructions", "minimal prompt"}, "identity working-directory permission-mode response-format"},
		{yumeClaude{}, nil, ""},
	} {
		l, provider := c.profile.Reductions(context.Background(), profiletest.With(t, "", "/p/CLAUDE.md", strings.Repeat("é", 11000)))
		var rungs []string
		blocks := ""
		for i, r := range l.Steps {
			rungs = append(rungs, r.Name)
			p, cuts := r.Make()
			blocks = profiletest.IDs(p.Messages[0].Blocks)
			if i == 0 && (len(cuts) != 1 || cuts[0].Took.UTF16 != 1000 || !strings.HasSuffix(p.Messages[0].Text().String(), "é\n[truncated]")) {
				t.Errorf("%s: %+v", c.profile.Name(), cuts)
			}
		}
		if !slices.Equal(rungs, c.want) || blocks != c.blocks || provider != strings.TrimPrefix(c.profile.Name(), "yume-") {
			t.Errorf("%s: %v, %s, %s", c.profile.Name(), rungs, blocks, provider)
		}
	}
}

// What an earlier step removed from the tools, a later step does not bring back.
func TestWhatTheStepsTakeFromTools(t *testing.T) {
	t.Parallel()
	in := profiletest.With(t, "tools = [{name = 'A', description = 'Looks, e.g. here. More.', input_schema = {title = 'T', type = 'object', examples = [1]}}, {name = 'B', description = 'Stays. Goes.'}]")
	l, _ := yumeGemini.Reductions(context.Background(), in)
	var got []string
	for _, step := range l.Steps[:3] {
		p, _ := step.Make()
		_, rest, _ := strings.Cut(p.Messages[0].Text().String(), "<tools>\n")
		tools, _, _ := strings.Cut(rest, "\n</tools>")
		got = append(got, tools)
	}
	want := []string{
		"[\n" + `{"name":"A","description":"Looks, e.g. here. More.","parameters":{"title":"T","type":"object","examples":[1]}},` + "\n" + `{"name":"B","description":"Stays. Goes."}` + "\n]",
		"[\n" + `{"name":"A","description":"Looks, e.g. here.","parameters":{"type":"object"}},` + "\n" + `{"name":"B","description":"Stays."}` + "\n]",
		"[\n" + `{"name":"A","description":"Looks.","parameters":{"type":"object"}},` + "\n" + `{"name":"B","description":"Stays."}` + "\n]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestYumeWithClaudeShowsHowTheProgramIsStarted(t *testing.T) {
	for mode, want := range map[string]string{
		"auto": "claude --cwd /p --permission-mode bypassPermissions", "interactive": "claude --cwd /p --permission-mode default",
		"deny": "claude --cwd /p --permission-mode dontAsk", "odd": "claude --cwd /p --permission-mode odd ! unknown-word",
	} {
		p, problems := yumeClaude{}.Assemble(context.Background(), profiletest.With(t, "permission_mode = '"+mode+"'", "/p/CLAUDE.md", "rules"))
		got := strings.Join(p.Command, " ")
		if len(problems) > 0 {
			got += " ! " + profiletest.Codes(problems)
		}
		if got != want || len(p.Messages) > 0 || len(p.Notes) == 0 {
			t.Errorf("%s: %s, %v", mode, got, p.Notes)
		}
	}
	in := profiletest.With(t, "template_as = 'append'")
	in.BuiltIn, in.Template = false, source.Literal("MORE")
	p, _ := yumeClaude{}.Assemble(context.Background(), in)
	if len(p.Messages) != 1 || p.Messages[0].Text().String() != "MORE" || !slices.Contains(p.Command, "--append-system-prompt") {
		t.Errorf("appended: %+v", p)
	}
}
