package check

import (
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/tool"
)

func codesOf(problems []diag.Problem) string {
	var all []string
	for _, p := range problems {
		all = append(all, string(p.Code))
	}
	return strings.Join(all, " ")
}

// written holds the same answer in every form: as a JSON line, and as each API returns it in one
// message, one item or a full response.
var written = map[string]string{
	"lines":              `{"type":"tool_use","id":"1","name":"NAME","input":INPUT}`,
	"Chat, a call":       `{"id":"1","type":"function","function":{"name":"NAME","arguments":STRING}}`,
	"Chat, a message":    `{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"NAME","arguments":STRING}}]}`,
	"Chat, an answer":    `{"choices":[{"message":{"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"NAME","arguments":STRING}}]}}]}`,
	"Messages, blocks":   `{"role":"assistant","content":[{"type":"text","text":"so"},{"type":"tool_use","id":"1","name":"NAME","input":INPUT}]}`,
	"Messages, answer":   `{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"1","name":"NAME","input":INPUT}]}`,
	"Responses, an item": `{"type":"function_call","call_id":"1","name":"NAME","arguments":STRING}`,
	"Responses, answer":  `{"output":[{"type":"reasoning","summary":[]},{"type":"message","content":[{"type":"output_text","text":"so"}]},{"type":"function_call","call_id":"1","name":"NAME","arguments":STRING}]}`,
	"Gemini, a part":     `{"functionCall":{"name":"NAME","args":INPUT}}`,
	"Gemini, a content":  `{"role":"model","parts":[{"text":"so"},{"functionCall":{"name":"NAME","args":INPUT}}]}`,
	"Gemini, an answer":  `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"NAME","args":INPUT}}]}}]}`,
}

func inShape(shape, name, input string) string {
	quoted := tool.Text(input).JSON()
	return strings.NewReplacer("NAME", name, "INPUT", input, "STRING", quoted).Replace(shape)
}

// several formats an answer over several lines.
func several(text string) string {
	v, _, err := tool.ParseJSON(text)
	if err != nil {
		panic(err)
	}
	return v.Indented()
}

func TestCallsAreFoundInEveryShape(t *testing.T) {
	tools := tool.Read("t", `[{"name":"Read","input_schema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}}]`).Tools
	for name, shape := range written {
		for form, write := range map[string]func(string) string{
			"on a line": func(s string) string { return s }, "over several": several, "in a list": func(s string) string { return "[\n" + s + "\n]" },
		} {
			if form == "over several" && (name == "lines" || name == "Chat, a call" || name == "Responses, an item" || name == "Gemini, a part") {
				continue // JSON lines cannot span several lines
			}
			for _, c := range []struct{ mode, tool, input, want string }{
				{"auto", "Read", `{"path":"a"}`, ""},
				{"auto", "Reed", `{"path":"a"}`, "unadvertised-tool"},
				{"auto", "Read", `{"path":1}`, "bad-input"},
				{"auto", "Read", `{}`, "bad-input"},
				{"deny", "Read", `{"path":"a"}`, "denied-call"},
				{"deny", "Nope", `{"path":"a"}`, "denied-call unadvertised-tool"},
			} {
				text := write(inShape(shape, c.tool, c.input))
				if got := codesOf(Transcript(TranscriptInput{Text: text, Mode: c.mode, Tools: tools, Call: "true"})); got != c.want {
					t.Errorf("%s, %s, mode %s, %s %s: %q, want %q", name, form, c.mode, c.tool, c.input, got, c.want)
				}
			}
		}
	}
}

// In mode "interactive", an agent must wait for the results of an answer's calls before it goes
// on, whatever the form of the answer. All calls that an API returns together need only one wait.
func TestAnAnswerWaitsInEveryShape(t *testing.T) {
	results := map[string]string{
		"lines": `{"type":"tool_result","tool_use_id":"1","content":"x"}`, "Chat": `{"role":"tool","tool_call_id":"1","content":"x"}`,
		"Messages":  `{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"x"}]}`,
		"Responses": `{"type":"function_call_output","call_id":"1","output":"x"}`, "Gemini": `{"role":"user","parts":[{"functionResponse":{"name":"Read","response":{"output":"x"}}}]}`,
	}
	const more = `{"type":"text","text":"and on"}`
	for name, shape := range written {
		api, _, _ := strings.Cut(name, ",")
		call := inShape(shape, "Read", `{}`)
		for text, want := range map[string]string{
			call + "\n" + more: "after-call", call: "", call + "\n" + results[api] + "\n" + more: "",
		} {
			if got := codesOf(Transcript(TranscriptInput{Text: text, Mode: "interactive"})); got != want {
				t.Errorf("%s: %q, want %q\n%s", name, got, want, text)
			}
		}
	}
	two := `{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"A","input":{}},{"type":"tool_use","id":"2","name":"B","input":{}}]}`
	for text, want := range map[string]string{
		two: "", two + "\n" + results["lines"] + "\n" + more: "after-call",
		strings.Replace(two, "]", `,{"type":"text","text":"and"}]`, 1): "after-call",
	} {
		if got := codesOf(Transcript(TranscriptInput{Text: text, Mode: "interactive"})); got != want {
			t.Errorf("%q, want %q: %s", got, want, text)
		}
	}
}

func TestMissingFieldsAreReported(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"text"}`:                                                        "no text",
		`{"type":"text","text":7}`:                                               "no text",
		`{"type":"thinking","text":"x"}`:                                         "no thinking",
		`{"type":"tool_use","name":"A","input":{}}`:                              "no id",
		`{"type":"tool_use","id":"1","input":{}}`:                                "no name",
		`{"type":"tool_use","id":"1","name":"A"}`:                                "no input",
		`{"type":"tool_result","content":"x"}`:                                   "no tool_use_id",
		`{"type":"function","id":"1","function":{"name":"A"}}`:                   "no arguments",
		`{"type":"function","function":{"name":"A","arguments":"{}"}}`:           "no id",
		`{"type":"function_call","name":"A","arguments":"{}"}`:                   "no call_id",
		`{"type":"function_call_output","output":"x"}`:                           "no call_id",
		`{"role":"tool","content":"x"}`:                                          "no tool_call_id",
		`{"functionCall":{"args":{}}}`:                                           "no name",
		`{"role":"assistant"}`:                                                   "neither content nor tool_calls",
		`{"role":"assistant","content":7}`:                                       "neither a text nor a list",
		`{"role":"assistant","content":[{"type":"text"}]}`:                       "no text",
		`{"role":"assistant","content":["x"]}`:                                   "not an object",
		`{"type":"song"}`:                                                        "not known",
		`{}`:                                                                     "not known",
		`{"choices":[]}`:                                                         "neither a text nor a call",
		strings.Repeat(`{"content":[`, 40) + strings.Repeat(`]}`, 40):            "",
		strings.Repeat(`{"role":"a","content":[`, 40) + strings.Repeat(`]}`, 40): "not an object",
	} {
		all := Transcript(TranscriptInput{Text: text, Mode: "auto"})
		if len(all) != 1 || all[0].Code != diag.BadLine || !strings.Contains(all[0].Message, want) {
			t.Errorf("%s: %v", text, all)
		}
	}
}

// saying holds the same text in every form, for the checks of an answer's text.
var saying = map[string]string{
	"lines":              `{"type":"text","text":"SAID"}`,
	"Chat, a message":    `{"role":"assistant","content":"SAID"}`,
	"Chat, an answer":    `{"choices":[{"message":{"role":"assistant","content":"SAID"}}]}`,
	"Messages, blocks":   `{"role":"assistant","content":[{"type":"text","text":"SAID"}]}`,
	"Messages, answer":   `{"type":"message","role":"assistant","content":[{"type":"text","text":"SAID"}]}`,
	"Responses, an item": `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"SAID"}]}`,
	"Responses, answer":  `{"output":[{"type":"message","content":[{"type":"output_text","text":"SAID"}]}]}`,
	"Gemini, a part":     `{"text":"SAID"}`,
	"Gemini, a content":  `{"role":"model","parts":[{"text":"SAID"}]}`,
	"Gemini, an answer":  `{"candidates":[{"content":{"role":"model","parts":[{"text":"SAID"}]}}]}`,
}

// Every fault that an answer can have is found in every form that can have it.
func TestEveryFaultIsFoundInEveryShape(t *testing.T) {
	tools := tool.Read("t", `[{"name":"Read","input_schema":{"type":"object"}}]`).Tools
	rules := []RuleFile{{Path: "/p/CLAUDE.md", Text: "one two three four five six seven eight nine"}}
	holds := func(fault, shape, text string, a TranscriptInput, want string) {
		t.Helper()
		a.Text = text
		if got := codesOf(Transcript(a)); got != want {
			t.Errorf("%s, %s: %q, want %q\n%s", fault, shape, got, want, text)
		}
	}
	for name, shape := range written {
		call := inShape(shape, "Read", `{}`)
		without := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(call) }
		holds("well", name, call, TranscriptInput{Mode: "auto", Tools: tools, Call: "Read"}, "")
		holds("a call without a name", name, without(`"name":"Read",`, ""), TranscriptInput{Mode: "auto"}, "bad-line")
		holds("a call without input", name, without(`,"input":{}`, "", `,"arguments":"{}"`, "", `,"args":{}`, ""), TranscriptInput{Mode: "auto"}, "bad-line")
		if !strings.HasPrefix(name, "Gemini") { // Gemini's calls need no id
			holds("a call without an id", name, without(`"id":"1",`, "", `"call_id":"1",`, ""), TranscriptInput{Mode: "auto"}, "bad-line")
		}
		holds("input that is not an object", name, without(`"input":{}`, `"input":[]`, `"arguments":"{}"`, `"arguments":"nope"`, `"args":{}`, `"args":7`), TranscriptInput{Mode: "auto", Tools: tools}, "bad-input")
		holds("another call than the one demanded", name, call, TranscriptInput{Mode: "auto", Tools: tools, Call: "Write"}, "no-call")
		holds("a call in mode deny", name, call, TranscriptInput{Mode: "deny", Tools: tools}, "denied-call")
		holds("words behind a call", name, call+"\n"+saying["lines"], TranscriptInput{Mode: "interactive", Tools: tools}, "after-call")
	}
	for name, shape := range saying {
		said := func(words string) string { return strings.ReplaceAll(shape, "SAID", words) }
		holds("no call", name, said("no"), TranscriptInput{Mode: "auto", Call: "true"}, "no-call")
		holds("nothing of the rules", name, said("no"), TranscriptInput{Mode: "auto", Rules: rules}, "no-context")
		holds("the rules' name", name, said("as CLAUDE.md has it"), TranscriptInput{Mode: "auto", Rules: rules}, "")
		holds("the rules' words", name, said("so two three four five six seven eight nine"), TranscriptInput{Mode: "auto", Rules: rules}, "")
		holds("no probe", name, said("as CLAUDE.md has it"), TranscriptInput{Mode: "auto", Rules: rules, Probes: []string{"zebra"}}, "no-context")
		holds("a probe", name, said("the Zebra"), TranscriptInput{Mode: "auto", Rules: rules, Probes: []string{"zebra"}}, "")
		holds("a number for a text", name, strings.ReplaceAll(shape, `"SAID"`, "7"), TranscriptInput{Mode: "auto"}, "bad-line")
	}
}
