package check

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/scenario"
)

func rendered(t *testing.T, r engine.Request) *engine.Result {
	t.Helper()
	w := facts.NewMemory().Env("HOME", "/h").File("/p/AGENTS.md", "# Rules\nbe brief\n").File("/p/CLAUDE.md", "# House rules\nAlways run the whole suite of tests before you answer anything.\n")
	r.Cwd = "/p"
	if r.Config.Budgets == nil {
		r.Config.Budgets = map[string]int{}
	}
	made, err := engine.New(w).Render(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func lines(all []diag.Problem) string {
	var b strings.Builder
	for _, p := range all {
		b.WriteString(p.Severity.String() + " " + string(p.Code) + ": " + p.Message + "\n")
	}
	return b.String()
}

func TestARuleThatIsBrokenHasItsPlace(t *testing.T) {
	at := config.Places{
		{Table: "check.forbid", Key: "nope"}: {File: "forbid"}, {Table: "check.budgets", Key: "nope"}: {File: "budgets"},
		{Table: "check.budgets", Key: "gemini"}: {File: "gemini"}, {Table: "check.blocks", Key: "nope"}: {File: "blocks"},
	}
	r := rendered(t, engine.Request{Template: engine.Template{Text: "fine!"}, Config: config.Config{Budgets: map[string]int{"gemini": 4}}})
	all := Prompt(r, config.Check{Forbid: []string{"nope"}, Budgets: []string{"nope", "gemini"}, Blocks: []string{"nope"}}, at)
	files := map[string]bool{}
	for _, p := range all {
		files[p.File] = true
	}
	if len(all) != 4 || len(files) != 4 || files[""] {
		t.Errorf("%v", all)
	}
}

func TestRulesOfAProject(t *testing.T) {
	for _, c := range []struct {
		name, text string
		rules      config.Check
		budgets    map[string]int
		want       string // the expected problems; "" for none
		fails      bool
	}{
		{"without rules", "fine", config.Check{}, nil, "", false},
		{"a budget holds", "fine", config.Check{Budgets: []string{"gemini"}}, map[string]int{"gemini": 4}, "", false},
		{"a budget does not hold", "fine!", config.Check{Budgets: []string{"gemini"}}, map[string]int{"gemini": 4},
			"error over-limit: the prompt has 5 UTF-16 units, 1 more than gemini accepts\n", true},
		{"a budget without a rule", "fine!", config.Check{Budgets: []string{"claude"}}, map[string]int{"gemini": 4}, "", false},
		{"an unknown provider", "fine", config.Check{Budgets: []string{"gemni"}}, nil,
			"warning unknown-word: check.budgets: unknown provider with a limit \"gemni\"\n", true},
		{"a block is there", "x [file:AGENTS.md]", config.Check{Blocks: []string{"template", "file:AGENTS.md"}}, nil, "", false},
		{"the second block with the name counts", "x [file:AGENTS.md] y", config.Check{Blocks: []string{"template#2"}}, nil, "", false},
		{"a block is missing", "x", config.Check{Blocks: []string{"file:AGENTS.md"}}, nil, "error missing-block: the prompt has no block file:AGENTS.md\n", true},
		{"information does not fail", "[If x]", config.Check{}, nil, "info near-tag: ", false},
		{"unless it is forbidden", "[If x]", config.Check{Forbid: []string{"near-tag"}}, nil, "error near-tag: ", true},
		{"an unknown code", "x", config.Check{Forbid: []string{"near-tg"}}, nil, "warning unknown-word: check.forbid: unknown problem code \"near-tg\"\n", true},
	} {
		r := rendered(t, engine.Request{Template: engine.Template{Text: c.text}, Config: config.Config{Budgets: c.budgets}})
		all := Prompt(r, c.rules, nil)
		if got := lines(all); c.want == "" && got != "" || !strings.HasPrefix(got, c.want) || Fails(all) != c.fails {
			t.Errorf("%s: fails %v\n%s", c.name, Fails(all), got)
		}
	}
	// Checking must not change the result's own list of problems.
	r := rendered(t, engine.Request{Template: engine.Template{Text: "[If x]"}})
	Prompt(r, config.Check{Forbid: []string{"near-tag"}}, nil)
	if r.Problems[0].Severity != diag.Info {
		t.Error("checking changed the result")
	}
}

func TestTranscripts(t *testing.T) {
	s, _ := scenario.Parse("s.toml", "")
	r := rendered(t, engine.Request{Profile: "yume-gemini", Template: engine.Template{BuiltIn: true}, Scenario: s})
	tools, rules := Advertised(r), RuleFiles(r)
	if len(tools) != 8 || len(rules) != 1 || rules[0].Path != "/p/CLAUDE.md" {
		t.Fatalf("got %d tools, rules %+v", len(tools), rules)
	}
	openai := rendered(t, engine.Request{Profile: "yume-openai", Template: engine.Template{BuiltIn: true}, Scenario: s})
	if got := Advertised(openai); len(got) != 8 || got[0].Named() != "Read" {
		t.Fatalf("got %+v", got)
	}
	const read = `{"type":"tool_use","id":"1","name":"Read","input":{"file_path":"/a"}}`
	const done = `{"type":"tool_result","tool_use_id":"1","content":"x"}`
	const knows = `{"type":"text","text":"As CLAUDE.md says."}`
	for _, c := range []struct {
		name, mode, text string
		want             string // each "code@line", in order
	}{
		{"all is well", "interactive", knows + "\n" + read + "\n" + done + "\n\n" + `{"type":"thinking","thinking":"…"}` + "\r\n", ""},
		{"not JSON", "auto", knows + "\nSure!\n[1]\n" + `{"type":"song"}` + "\n{}", "bad-line@2 bad-line@3 bad-line@4 bad-line@5"},
		{"the answer continues without the result", "interactive", knows + "\n" + read + "\n" + `{"type":"text","text":"and"}` + "\n" + done, "after-call@3"},
		{"two calls at once", "interactive", knows + "\n" + read + "\n" + read + "\n" + done, "after-call@3"},
		{"in mode auto that is allowed", "auto", knows + "\n" + read + "\n" + read + "\n" + done, ""},
		{"a call where all are denied", "deny", knows + "\n" + read + "\n" + done, "denied-call@2 denied-call@3"},
		{"an error in place of a call", "deny", knows + "\n" + `{"type":"tool_result","tool_use_id":"1","is_error":true,"content":"no"}`, ""},
		{"a tool that nobody advertised", "auto", knows + "\n" + `{"type":"tool_use","id":"1","name":"Reed","input":{}}`, "unadvertised-tool@2"},
		{"a part is missing and one has another type", "auto", knows + "\n" + `{"type":"tool_use","id":"1","name":"Read","input":{"offset":"two"}}`, "bad-input@2 bad-input@2"},
		{"no input at all", "auto", knows + "\n" + `{"type":"tool_use","id":"1","name":"Read"}`, "bad-line@2"},
		{"Chat's calls", "interactive", knows + "\n" + `{"id":"c","type":"function","function":{"name":"Read","arguments":"{\"file_path\":\"/a\"}"}}` + "\n" + `{"role":"tool","tool_call_id":"c","content":"x"}`, ""},
		{"Responses' calls", "auto", knows + "\n" + `{"type":"function_call","call_id":"c","name":"Read","arguments":"{\"file_path\":7}"}` + "\n" + `{"type":"function_call_output","call_id":"c","output":"x"}`, "bad-input@2"},
		{"arguments that are not valid JSON", "auto", knows + "\n" + `{"type":"function_call","call_id":"c","name":"Read","arguments":"{"}`, "bad-input@2"},
		{"eight words of the rules", "auto", `{"type":"text","text":"I shall always run the whole suite of TESTS before I answer"}`, ""},
		{"seven words may be a coincidence", "auto", `{"type":"text","text":"always run the whole suite of tests"}`, "no-context@0"},
		{"the first eight words, at the very start of an answer", "auto", `{"type":"text","text":"# house rules always run the whole suite"}`, ""},
		{"the last seven", "auto", `{"type":"text","text":"so: suite of tests before you answer anything."}`, "no-context@0"},
		{"eight at the very end", "auto", `{"type":"text","text":"so: whole suite of tests before you answer anything."}`, ""},
		{"nothing was said", "auto", "", "no-context@0"},
	} {
		var got []string
		for _, p := range Transcript(TranscriptInput{File: "t.jsonl", Text: c.text, Mode: c.mode, Tools: tools, Rules: rules}) {
			got = append(got, string(p.Code)+"@"+string(rune('0'+p.Start.Line)))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
	for said, want := range map[string]string{"The Marker is here, two": "", "CLAUDE.md, marker is": "no-context", "CLAUDE.md": "no-context no-context"} {
		text := `{"type":"text","text":"` + said + `"}`
		all := Transcript(TranscriptInput{Text: text, Mode: "auto", Rules: rules, Probes: []string{"marker is", "TWO"}})
		if got := codesOf(all); got != want {
			t.Errorf("want each rule applied once: %q: %s", said, got)
		}
	}
	for call, want := range map[string]string{"": "", "true": "", "Read": "", "Bash": "no-call"} {
		if got := codesOf(Transcript(TranscriptInput{Text: knows + "\n" + read, Mode: "auto", Rules: rules, Call: call})); got != want {
			t.Errorf("%q is demanded: %s", call, got)
		}
	}
	if got := codesOf(Transcript(TranscriptInput{Text: knows, Mode: "auto", Rules: rules, Call: "true"})); got != "no-call" {
		t.Errorf("a tool call is required: %s", got)
	}
	if all := Transcript(TranscriptInput{Text: knows, Mode: "auto"}); len(all) > 0 {
		t.Errorf("without rules and tools: %s", lines(all))
	}
}

func TestPromptAboveTheLimitIsReported(t *testing.T) {
	request := engine.Request{Profile: "yume-gemini", Template: engine.Template{BuiltIn: true}, Fit: true}
	if all := Fits(rendered(t, request)); len(all) > 0 {
		t.Errorf("got %s", lines(all))
	}
	request.Config.Budgets = map[string]int{"gemini": 500}
	if got := lines(Fits(rendered(t, request))); !strings.HasPrefix(got, "error over-limit: the prompt does not fit gemini: it has ") {
		t.Errorf("got %s", got)
	}
	request.Profile = "pilotdeck"
	if all := Fits(rendered(t, request)); len(all) > 0 {
		t.Errorf("got %s", lines(all))
	}
}

func TestCheckStopsAfterManyFaultyLines(t *testing.T) {
	for _, lines := range []int{mostProblems, 4 * mostProblems} {
		all := Transcript(TranscriptInput{File: "a.jsonl", Text: strings.Repeat("{}\n", lines)})
		if last := all[len(all)-1]; len(all) != mostProblems+1 || !strings.Contains(last.Message, "rest of the answer is not checked") {
			t.Errorf("%d lines: %d problems, the last is %q", lines, len(all), last.Message)
		}
	}
}
