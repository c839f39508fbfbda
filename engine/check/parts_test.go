package check

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

func TestEachKeywordHasItsSentence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ schema, input, want string }{
		{`{"properties":{"a":{"minimum":2}}}`, `{"a":1}`, "at a: got 1, want 2 or more"},
		{`{"properties":{"a":{"minimum":2}}}`, `{"a":2}`, ""},
		{`{"properties":{"a":{"maximum":2}}}`, `{"a":3}`, "at a: got 3, want 2 or less"},
		{`{"properties":{"a":{"maximum":2}}}`, `{"a":2}`, ""},
		{`{"properties":{"a":{"exclusiveMinimum":2}}}`, `{"a":2}`, "at a: got 2, want more than 2"},
		{`{"properties":{"a":{"exclusiveMaximum":2}}}`, `{"a":2}`, "at a: got 2, want less than 2"},
		{`{"properties":{"a":{"minimum":1,"maximum":5,"exclusiveMinimum":2,"exclusiveMaximum":4,"multipleOf":3,"type":"string"}}}`, `{"a":3}`, "at a: got number, want string"},
		{`{"properties":{"a":{"minimum":3,"maximum":3,"multipleOf":2}}}`, `{"a":3}`, "at a: got 3, want a multiple of 2"},
		{`{"properties":{"a":{"multipleOf":2}}}`, `{"a":3}`, "at a: got 3, want a multiple of 2"},
		{`{"properties":{"a":{"multipleOf":0.1}}}`, `{"a":0.25}`, "at a: got 0.25, want a multiple of 0.1"},
		{`{"properties":{"a":{"minLength":2}}}`, `{"a":"é"}`, "at a: 1 characters, want 2 or more"},
		{`{"properties":{"a":{"minLength":2,"maxLength":2,"pattern":"^x"}}}`, `{"a":"ab"}`, `at a: "ab" does not match ^x`},
		{`{"minProperties":1,"maxProperties":2}`, `{}`, "0 properties, want 1 or more"},
		{`{"minProperties":1,"maxProperties":2}`, `{"a":1,"b":2,"c":3}`, "3 properties, want 2 or fewer"},
		{`{"properties":{"a":{"maxItems":1}}}`, `{"a":[1,2]}`, "at a: 2 items, want 1 or fewer"},
		{`{"properties":{"a":{"uniqueItems":true}}}`, `{"a":[1,2,1,2]}`, "at a: items 0 and 2 are the same"},
		{`{"properties":{"a":{"uniqueItems":false}}}`, `{"a":[1,1]}`, ""},
		{`{"properties":{"a":{"contains":{"type":"string"}}}}`, `{"a":[1]}`, "at a: 0 items match contains, want 1 or more"},
		{`{"properties":{"a":{"contains":{"type":"string"},"minContains":2}}}`, `{"a":["x",1]}`, "at a: 1 items match contains, want 2 or more"},
		{`{"properties":{"a":{"contains":{"type":"string"},"maxContains":1}}}`, `{"a":["x","y"]}`, "at a: 2 items match contains, want 1 or fewer"},
		{`{"properties":{"a":{"contains":{"type":"string"},"maxContains":1}}}`, `{"a":["x"]}`, ""},
		{`{"properties":{"a":{"prefixItems":[{"type":"string"}],"items":{"type":"number"}}}}`, `{"a":[1,"x"]}`, "at a/0: got number, want string; at a/1: got string, want number"},
		{`{"properties":{"a":{"prefixItems":[{"type":"string"}],"items":false}}}`, `{"a":["x",1]}`, "at a/1: no value is allowed here"},
		{`{"patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}`, `{"xa":1,"b":2}`, "at xa: got number, want string; unknown property 'b'"},
		{`{"patternProperties":{"(?<=x)":{"type":"string"}}}`, `{"xa":1}`, ""},
		{`{"propertyNames":{"maxLength":1}}`, `{"ab":1,"c":2}`, "no property may be called 'ab'"},
		{`{"dependentRequired":{"a":["b","c"],"d":["e"]}}`, `{"a":1,"b":1}`, "missing property 'c', which 'a' requires"},
		{`{"dependentSchemas":{"a":{"required":["b"]},"c":{"required":["d"]}}}`, `{"a":1}`, "missing property 'b'"},
		{`{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{"a":1}`, "missing property 'b'"},
		{`{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{}`, "missing property 'c'"},
		{`{"if":{"required":["a"]},"else":{"required":["c"]}}`, `{"a":1}`, ""},
		{`{"not":{"required":["a"]}}`, `{"a":1}`, `{"a":1} matches what "not" excludes`},
		{`{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, `{} matches 0 of the alternatives, not exactly one`},
		{`{"unevaluatedProperties":false}`, `{"a":1}`, `{"a":1} does not match the schema`},
		{`{"properties":{"a":{"const":{"x":1,"y":[2]}}}}`, `{"a":{"y":[2],"x":1}}`, ""},
		{`{"properties":{"a":{"const":{"x":1,"y":[2]}}}}`, `{"a":{"x":1}}`, `at a: {"x":1} is not {"x":1,"y":[2]}`},
		{`{"properties":{"a":{"enum":[{"x":1},[1],"1"]}}}`, `{"a":{"x":1,"y":2}}`, `at a: {"x":1,"y":2} is not one of [{"x":1},[1],"1"]`},
		{`{"properties":{"a":{"enum":[1,true]}}}`, `{"a":1.0}`, ""},
		{`{"properties":{"a":{"enum":[1,true]}}}`, `{"a":"1"}`, `at a: "1" is not one of [1,true]`},
		{`{"properties":{"a":{"type":["integer","null"]}}}`, `{"a":1.5}`, "at a: got number, want integer or null"},
		{`{"$anchor":"top","properties":{"a":{"$ref":"#s"},"b":{"$ref":"#/$defs/x~1y"}},"$defs":{"s":{"$anchor":"s","type":"string"},"x/y":{"type":"number"}}}`, `{"a":1,"b":"z"}`, "at a: got number, want string; at b: got string, want number"},
		{`{"properties":{"a":{"allOf":[{"type":"string"},{"minLength":3}]}}}`, `{"a":"x"}`, "at a: 1 characters, want 3 or more"},
		{`{"properties":{"a":{"type":"number"}}}`, `{"a":1e999}`, ""},
		{`{"properties":{"a":{"maximum":1}}}`, `{"a":1e999}`, `at a: 1e999 does not match the schema`},
	} {
		if got := strings.Join(wrongWith(parsed(t, c.schema), parsed(t, c.input)), "; "); got != c.want {
			t.Errorf("%s of %s:\ngot  %s\nwant %s", c.input, c.schema, got, c.want)
		}
	}
}

func TestFaultsOfAnInputAreLimited(t *testing.T) {
	t.Parallel()
	var input strings.Builder
	for i := range maxWrong + 5 {
		input.WriteString(`,"p` + strconv.Itoa(i) + `":1`)
	}
	wrong := wrongWith(parsed(t, `{"additionalProperties":{"type":"string"}}`), parsed(t, "{"+input.String()[1:]+"}"))
	if len(wrong) != maxWrong {
		t.Errorf("%d faults", len(wrong))
	}
	e := explanation{schema: newInputSchema(parsed(t, `{"type":"string"}`)), asked: maxAsked - 1}
	if e.takes("", 1) || !e.takes("", 1) {
		t.Error("the library is asked more often than allowed, or less often")
	}
	if e := (explanation{schema: newInputSchema(parsed(t, `{"type":"string"}`)), unchecked: "why"}); !e.takes("", 1) {
		t.Error("a schema that cannot be used refuses a value")
	}
}

// If the library fails by itself, here because the validator of a part is nil, the input is not
// called wrong.
func TestALibraryThatPanicsIsReported(t *testing.T) {
	t.Parallel()
	s := newInputSchema(parsed(t, `{"type":"string"}`))
	s.parts[""] = nil
	wrong, unchecked := checked(s, parsed(t, `1`))
	if want := "its schema cannot be used: the library gave up: "; wrong != nil || !strings.HasPrefix(unchecked, want) {
		t.Errorf("%q, %q", wrong, unchecked)
	}
}

func TestASchemaThatTheLibraryCannotReadIsReported(t *testing.T) {
	t.Parallel()
	s := newInputSchema(parsed(t, `{"const":1e400}`))
	wrong, unchecked := checked(s, parsed(t, `1`))
	if want := "its schema cannot be used: a number that is too large"; wrong != nil || unchecked != want || s.parts[""] != nil {
		t.Errorf("%q, %q", wrong, unchecked)
	}
}

func TestAMultipleOfNothingIsEveryNumber(t *testing.T) {
	t.Parallel()
	for bound, want := range map[float64]bool{0: true, -2: true, 1: true, 1.5: true, 2: false} {
		if multiple(3, bound) != want {
			t.Errorf("3 is a multiple of %v: %v", bound, !want)
		}
	}
}

func TestReferencesByIdentifierBecomePlaces(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"properties":{"a":{"$ref":"#/x"}}}`: `{"properties":{"a":{"$ref":"#/x"}}}`,
		`{"$id":"r","$defs":{"a b":{"$id":"in","$defs":{"s":{"type":"string"}},"$ref":"#/$defs/s"}},"properties":{"p":{"$ref":"in"},"q":{"$ref":"in#/$defs/s"},"r":{"$ref":"in#name"},"s":{"$dynamicRef":"out#/x"},"t":{"$ref":7}}}`: `{"$defs":{"a b":{"$defs":{"s":{"type":"string"}},"$ref":"#/%24defs/a%20b/$defs/s"}},"properties":{"p":{"$ref":"#/%24defs/a%20b"},"q":{"$ref":"#/%24defs/a%20b/$defs/s"},"r":{"$ref":"#name"},"s":{"$dynamicRef":"out#/x"},"t":{"$ref":7}}}`,
	} {
		if got := flat(parsed(t, schema)).JSON(); got != want {
			t.Errorf("%s:\n got %s\nwant %s", schema, got, want)
		}
	}
	s := newInputSchema(parsed(t, `{"$anchor":"top","$defs":{"s":{"$dynamicAnchor":"top","type":"string"}},"properties":{"p":{"pattern":"(?<=x)","x-note":1,"minimun":1,"min":1},"q":{"min":2}}}`))
	for ref, want := range map[string][]string{"#/$defs/s": {"/$defs/s"}, "#/none": nil, "#": {""}, "#top": {"/$defs/s", ""}, "#none": nil} {
		if got := s.targets(ref); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
	if want := []string{"min", "minimun", "pattern (?<=x)"}; !slices.Equal(s.ignored, want) {
		t.Errorf("ignored %q, want %q", s.ignored, want)
	}
	if got := escaped("/azAZ09~_-.é %"); got != "/azAZ09~_-.%C3%A9%20%25" {
		t.Errorf("escaped: %s", got)
	}
}

func TestValuesAreDecodedAsGoValues(t *testing.T) {
	t.Parallel()
	got := goValue(parsed(t, `{"a":[true,false,null,"x",9007199254740993,1.5,1e999,-1e999,1e-999]}`))
	want := map[string]any{"a": []any{true, false, nil, "x", int64(9007199254740993), 1.5, 1.7976931348623157e308, -1.7976931348623157e308, 0.0}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestFormsOfAnAnswerAreRead(t *testing.T) {
	t.Parallel()
	for object, want := range map[string]string{
		`{"type":"text","text":"a"}`:                                                "text a",
		`{"role":"assistant","content":"a"}`:                                        "text a",
		`{"role":"assistant","content":7}`:                                          "! the content of the message is neither a text nor a list",
		`{"role":"assistant"}`:                                                      "! the message has neither content nor tool_calls",
		`{"role":"assistant","content":null,"refusal":"no"}`:                        "! the object contains neither a text nor a call",
		`{"role":"assistant","content":[]}`:                                         "! the object contains neither a text nor a call",
		`{"type":"message","content":[7,{"type":"output_text","text":"a"}]}`:        "text a; ! a part of the answer is not an object",
		`{"type":"reasoning","summary":[]}`:                                         "text []",
		`{"type":"redacted_thinking"}`:                                              "text ",
		`{"type":"refusal","refusal":"no"}`:                                         "text no",
		`{"parts":[{"text":"a"},{"functionCall":{"id":"1","name":"f","args":{}}}]}`: "text a; call f 1 {}",
		`{"functionResponse":{"id":"1","name":"f","response":{"error":"x"}}}`:       "result f 1 fails",
		`{"functionResponse":{"id":"1","name":"f","response":{}}}`:                  "result f 1",
		`{"type":"function"}`:                                                       `! the type "function" is not known`,
		`{"a":1}`:                                                                   `! the type "(none)" is not known`,
		strings.Repeat(`{"parts":[`, mostNested) + `{"text":"a"}` + strings.Repeat(`]}`, mostNested):     "text a",
		strings.Repeat(`{"parts":[`, mostNested+1) + `{"text":"a"}` + strings.Repeat(`]}`, mostNested+1): "! a part of the answer is not an object",
	} {
		all, wrong := read(parsed(t, object))
		var got []string
		for _, m := range all {
			text := strings.TrimRight(m.kind+" "+m.name+" "+m.id, " ")
			if m.kind == "text" {
				text = "text " + m.text
			}
			if m.kind == "call" {
				text += " " + m.input.JSON()
			}
			if m.fails {
				text += " fails"
			}
			got = append(got, text)
		}
		for _, w := range wrong {
			got = append(got, "! "+w.message)
		}
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%.80s:\n got %s\nwant %s", object, text, want)
		}
	}
	for object, want := range map[string]bool{`{"choices":[]}`: true, `{"message":{}}`: true, `{"content":{}}`: true, `{"parts":{}}`: false, `{"content":"a"}`: false, `{"tool_calls":[]}`: true} {
		if got := isAPI(parsed(t, object)); got != want {
			t.Errorf("%s is of an API: %v", object, got)
		}
	}
}

func TestWhatAPromptHoldsIsFound(t *testing.T) {
	t.Parallel()
	block := func(id, text string) prompt.Block { return prompt.Block{ID: id, Text: source.Literal(text)} }
	of := func(blocks ...prompt.Block) *engine.Result {
		return &engine.Result{Prompt: prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: blocks}}}}
	}
	names := func(tools []tool.Tool) string {
		var all []string
		for _, one := range tools {
			all = append(all, one.Named())
		}
		return fmt.Sprint(len(all), all, tools == nil)
	}
	declared := of(block("tools", `<tools>[{"name":"other"}]</tools>`))
	declared.Prompt.Tools = []prompt.Tool{{Name: "a", Declaration: source.Literal(`{"name":"a"}`)}, {Name: "b", Declaration: source.Literal(`{"name":"b"}`)}}
	for want, r := range map[string]*engine.Result{
		"2 [a b] false": declared, "0 [] true": of(block("x", `<tools>[{"name":"a"}]</tools>`), block("tools", "<tools>[]")),
		"1 [c] false": of(block("x", "y"), block("tools", `see <tools>[{"name":"c"}]</tools>`)), "0 [] false": of(block("tools", "<tools>[]</tools>")),
	} {
		if got := names(Advertised(r)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	file := func(kind source.Kind, name, text string) prompt.Block {
		return prompt.Block{Text: source.Of(text, source.Origin{Kind: kind, Source: name})}
	}
	r := of(file(source.File, "/a", "1"), file(source.Import, "/b", "2"), file(source.StandIn, "/c", "3"), file(source.File, "/a", "4"))
	if got := RuleFiles(r); !reflect.DeepEqual(got, []RuleFile{{Path: "/a", Text: "14"}, {Path: "/b", Text: "2"}}) {
		t.Errorf("%+v", got)
	}
	limit := budget.Limit{Provider: "gemini", Unit: "characters", Max: 10}
	for before, want := range map[int]string{10: "", 11: "the prompt does not fit gemini: it has 11 characters, 1 too many"} {
		all := Fits(&engine.Result{Fit: &budget.Fitted{Limit: limit, Before: before}})
		if got := strings.Join(messages(all), "; "); got != want {
			t.Errorf("%d: %s", before, got)
		}
	}
	if got := Fits(&engine.Result{}); got != nil {
		t.Errorf("without a limit: %+v", got)
	}
	gauge := func(provider string, state budget.State, used int) budget.Gauge {
		return budget.Gauge{Limit: budget.Limit{Provider: provider, Unit: "bytes", Max: 10}, Used: used, State: state}
	}
	r.Budgets = []budget.Gauge{gauge("claude", budget.Over, 12), gauge("openai", budget.OK, 9), gauge("gemini", budget.Over, 11)}
	if got := strings.Join(messages(budgets(r, []string{"claude", "openai"}, nil)), "; "); got != "the prompt has 12 bytes, 2 more than claude accepts" {
		t.Errorf("budgets: %s", got)
	}
	if got := forbid([]diag.Problem{{Code: "a"}, {Code: "b"}}, []string{"b"}); got[0].Severity == diag.Error || got[1].Severity != diag.Error {
		t.Errorf("forbidden: %+v", got)
	}
}

func messages(all []diag.Problem) (out []string) {
	for _, p := range all {
		out = append(out, p.Message)
	}
	return out
}

func TestEachProblemOfAnAnswerHasItsPlace(t *testing.T) {
	t.Parallel()
	const call = `{"type":"tool_use","id":"1","name":"read","input":{"path":"x"}}`
	tools := tool.Read("t", `[{"name":"read","input_schema":{"type":"object","properties":{"path":{"type":"string"}}}},{"name":"note","input_schema":{"type":"object","frist":1}}]`).Tools
	endlessTool := tool.Read("t", `[{"name":"turn","input_schema":{"$ref":"#"}}]`).Tools
	rules := []RuleFile{{Path: "/p/A.md", Text: "one two three four five six seven eight nine"}}
	for _, c := range []struct {
		name  string
		input TranscriptInput
		want  []string
	}{
		{"lines that are not objects", TranscriptInput{Text: "7\r\n\n[1]\nx\n"}, []string{"1:1-1:2 the line is not a JSON object", "3:1-3:4 the line is not a JSON object", "4:1-4:2 the line is not a JSON object"}},
		{"one object on several lines", TranscriptInput{Text: " \n{\"role\":\"assistant\",\n\"content\":7,\"tool_calls\":[]}\n"}, []string{"2:1-3:29 the content of the message is neither a text nor a list"}},
		{"a list on several lines", TranscriptInput{Text: "[{\"type\":\"text\",\"text\":\"a\"},\n7]"}, []string{"1:1-2:3 a part of the answer is not an object"}},
		{"an object of no API on several lines", TranscriptInput{Text: "{\"type\":\n\"text\"}"}, []string{"1:1-1:9 the line is not a JSON object", "2:1-2:8 the line is not a JSON object"}},
		{"a call of another tool", TranscriptInput{Text: strings.Replace(call, "read", "raed", 1), Tools: tools}, []string{"1:1-1:64 the tool raed is called but the prompt does not declare it (did it mean read?)"}},
		{"a call of a tool far from all", TranscriptInput{Text: strings.Replace(call, "read", "zzzzzzzz", 1), Tools: tools}, []string{"1:1-1:68 the tool zzzzzzzz is called but the prompt does not declare it (the prompt declares read, note)"}},
		{"an input of another kind", TranscriptInput{Text: strings.Replace(call, `{"path":"x"}`, `[]`, 1), Tools: tools}, []string{"1:1-1:54 the input of read is not an object"}},
		{"an input in a text", TranscriptInput{Text: strings.Replace(call, `{"path":"x"}`, `"{}"`, 1), Tools: tools}, []string{"1:1-1:56 the input of read is not an object"}},
		{"an input with a fault", TranscriptInput{Text: strings.Replace(call, `"x"`, `7`, 1), Tools: tools}, []string{"1:1-1:62 the input of read does not match its schema: at path: got number, want string"}},
		{"an input that is not checked", TranscriptInput{Text: strings.Replace(call, "read", "turn", 1), Tools: endlessTool}, []string{"1:1-1:64 the input of turn is not checked: " + endless}},
		{"a keyword that is not checked", TranscriptInput{Text: strings.ReplaceAll(call+"\n"+call, "read", "note"), Tools: tools}, []string{"the schema of note has keywords that are not checked: frist"}},
		{"what concerns no line comes first", TranscriptInput{Text: "x\n" + strings.ReplaceAll(call, "read", "note"), Tools: tools}, []string{"the schema of note has keywords that are not checked: frist", "1:1-1:2 the line is not a JSON object"}},
		{"a call that is required", TranscriptInput{Text: call, Call: "true"}, nil},
		{"that call", TranscriptInput{Text: call, Call: "read"}, nil},
		{"another call", TranscriptInput{Text: call, Call: "write"}, []string{"the answer does not call write, which is required (it calls read)"}},
		{"no call", TranscriptInput{Text: "", Call: "true"}, []string{"the answer calls no tool, but a call is required"}},
		{"a call in mode deny", TranscriptInput{Text: call + "\n{\"type\":\"tool_result\",\"tool_use_id\":\"1\"}\n{\"type\":\"tool_result\",\"tool_use_id\":\"1\",\"is_error\":true}", Mode: "deny"},
			[]string{"1:1-1:64 a tool is called in mode deny: read", "2:1-2:41 a result in mode deny is not marked as an error"}},
		{"text after a call", TranscriptInput{Text: call + "\n{\"type\":\"text\",\"text\":\"a\"}\n{\"type\":\"text\",\"text\":\"b\"}", Mode: "interactive"}, []string{"2:1-2:27 the answer goes on after the call 1 without waiting for its result"}},
		{"text after its result", TranscriptInput{Text: call + "\n{\"type\":\"tool_result\",\"tool_use_id\":\"1\"}\n{\"type\":\"text\",\"text\":\"a\"}", Mode: "interactive"}, nil},
		{"text after another result", TranscriptInput{Text: call + "\n{\"type\":\"tool_result\",\"tool_use_id\":\"2\"}\n{\"type\":\"text\",\"text\":\"a\"}", Mode: "interactive"}, nil},
		{"the name of a rule file", TranscriptInput{Text: `{"type":"text","text":"see A.md"}`, Rules: rules}, nil},
		{"eight words of it", TranscriptInput{Text: `{"type":"text","text":"x Two three four five six seven\neight nine"}`, Rules: rules}, nil},
		{"the first eight words", TranscriptInput{Text: `{"type":"text","text":"one two three four five six seven eight"}`, Rules: rules}, nil},
		{"seven words of it", TranscriptInput{Text: `{"type":"text","text":"three four five six seven eight nine"}`, Rules: rules},
			[]string{"nothing in the answer shows that the project's instructions were read (it mentions none of A.md and repeats no eight words of them)"}},
		{"probes", TranscriptInput{Text: `{"type":"text","text":"Blue A.md"}`, Rules: rules, Probes: []string{"bLue", "", "green"}}, []string{`the answer does not show the probe "green"`}},
	} {
		c.input.File = "/a.jsonl"
		var got []string
		for _, p := range Transcript(c.input) {
			text := p.Message
			if p.End.Line > 0 {
				text = fmt.Sprintf("%d:%d-%d:%d %s", p.Start.Line, p.Start.Column, p.End.Line, p.End.Column, text)
			}
			if p.Code == diag.NoContext && c.input.Probes == nil || p.Code == diag.UnadvertisedTool || p.Code == diag.NoCall && len(p.Hint) < 20 {
				text += " (" + p.Hint + ")"
			}
			if got = append(got, text); p.File != "/a.jsonl" {
				t.Errorf("%s: in the file %q", c.name, p.File)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestAListOfManyFaultyObjectsIsNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{mostProblems - 1: mostProblems - 1, mostProblems: mostProblems, mostProblems + 9: mostProblems} {
		c := transcript{answer: TranscriptInput{Text: "[\n" + strings.Repeat("7,", n-1) + "7]"}}
		c.lines = source.NewLines(c.answer.Text)
		if !c.whole() || len(c.problems) != want || c.stopped != (n > mostProblems) {
			t.Errorf("%d objects: %d problems, stopped %v", n, len(c.problems), c.stopped)
		}
	}
}

func TestAMissingBlockIsReportedWithTheBlocksThatAreThere(t *testing.T) {
	t.Parallel()
	text := func(id, text string) prompt.Block { return prompt.Block{ID: id, Text: source.Literal(text)} }
	for _, c := range []struct {
		blocks []prompt.Block
		want   []string
	}{
		{nil, []string{"a: it has no blocks", "a#2: it has no blocks"}},
		{[]prompt.Block{text("a", "")}, []string{"a: it has no blocks", "a#2: it has no blocks"}},
		{[]prompt.Block{text("b", "x")}, []string{"a: its blocks are b", "a#2: its blocks are b"}},
		{[]prompt.Block{text("b", "x"), text("a#2", "x"), text("c", "x")}, nil},
		{[]prompt.Block{text("b", "x"), text("a", "x"), text("c", "x")}, []string{"a#2: its blocks are b, a, c"}},
	} {
		var got []string
		for _, p := range blocks(&engine.Result{Prompt: prompt.Prompt{Messages: []prompt.Message{{Blocks: c.blocks}}}}, []string{"a", "a#2"}, nil) {
			got = append(got, strings.TrimPrefix(p.Message, "the prompt has no block ")+": "+p.Hint)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.blocks, got, c.want)
		}
	}
}
