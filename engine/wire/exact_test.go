package wire

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

// wholeRequest prints a decoded request in full: each text with the bytes of the body at its
// place.
func wholeRequest(r *Request) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s %q stream %v, choice %q, sizes %+v", r.Form, r.Model, r.Stream, r.Prompt.ToolChoice, r.Sizes)
	at := 0
	for i, m := range r.Prompt.Messages {
		line("%d %s parts %v call %q", i, m.Role, m.Parts, m.CallID)
		for j, block := range m.Blocks {
			p, text := r.At(at)
			at++
			o := block.Text.Pieces()
			line("  %d.%d %s %s %s %q at %s %s cache %s kind %q part ‹%s›", p.Message, p.Block, block.ID, block.Title, block.Element, text, p.Pointer, r.Body[p.Start:p.End], p.Cache, p.Kind, r.Body[p.part.start:p.part.end])
			if text != block.Text.String() || p.Message != i || p.Block != j || len(o) > 0 && (o[0].Origin.Kind != source.Captured || o[0].Origin.Source != block.ID || o[0].Origin.Span.End != len(text)) || (block.Lifetime == prompt.Static) != (m.Role == prompt.System || m.Role == prompt.Developer || m.Role == prompt.Instructions) {
				line("  its text, origin or lifetime is wrong")
			}
		}
		for _, c := range m.Calls {
			line("  call %s %s %s", c.ID, c.Name, c.Arguments)
		}
	}
	for _, tool := range r.Prompt.Tools {
		line("tool %s %s", tool.Name, tool.Declaration.String())
	}
	for i, d := range r.Descriptions {
		p, text := r.At(len(r.Places) + i)
		line("description of %d %s: %q %s part %s", d.Message, p.Kind, text, r.Body[p.Start:p.End], r.Body[p.part.start:p.part.end])
	}
	for _, note := range r.Notes {
		line("note %s", note)
	}
	return b.String()
}

// same compares texts with those in a file, in which lines of dashes separate them.
func same(t *testing.T, name string, all []string) {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(file), "----\n")
	if len(want) != len(all) {
		t.Errorf("%s has %d texts, want %d", name, len(want), len(all))
	}
	for i, got := range all {
		if i >= len(want) || got != want[i] {
			t.Errorf("text %d is not as in %s:\n%s", i, name, got)
		}
	}
}

// A decoded body of each form: each text with its place, the calls and their answers, the tools,
// and what is left out.
func TestWholeRequestOfEachForm(t *testing.T) {
	var all []string
	for _, c := range []struct {
		form Form
		body string
	}{
		{Anthropic, `{"model":"m","stream":true,"system":[{"type":"text","text":"Sys","cache_control":{"type": "ephemeral"}},"bare"],"messages":[
{"role":"user","content":"Hi \u00e9\n"},
{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"Yes"},{"type":"tool_use","id":"i1","name":"Read","input":{"a": 1}},{"type":"server_tool_use","id":"i2","name":"Web","input":{}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"i1","content":"R1"},{"type":"tool_result","tool_use_id":"i2","content":[{"type":"text","text":"R2"},{"type":"image"}]}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"i3","content":"R3"},{"type":"text","text":"and"},{"type":"image"},{"odd":1}]},
{"role":"user","content":[]}],
"tools":[{"name":"Read", "description":"Reads.","input_schema":{ }},{"type":"web_search"},{"function":{"name":"F","description":"Fs."}}],"tool_choice":{"type":"any"}}`},
		{Chat, `{"model":"m","messages":[
{"role":"system","content":"Sys"},
{"role":"developer","content":["Dev",{"type":"text","text":"Dev 2"}]},
{"role":"user","content":[{"type":"image_url"},{"type":"image_url"},{"type":"input_text","text":"Q"},{"type":"output_text","text":"P","thought":true}]},
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","function":{"name":"Read","arguments":"{\"a\":1}"}},{"id":"c2"}]},
{"role":"tool","tool_call_id":"c1","content":"R"}],
"tools":[{"type":"function","function":{"name":"Read","description":"Reads."}}],"tool_choice":"auto","stream":false}`},
		{Responses, `{"model":"m","instructions":"Own","input":[
{"type":"message","role":"developer","content":[{"type":"input_text","text":"A"},{"type":"input_text","text":"B"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["rules",""]}},
{"role":"user","content":[{"type":"input_text","text":"C"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["one","two"]}},
{"type":"reasoning","summary":[]},
{"type":"function_call","call_id":"c1","name":"Read","arguments":"{}"},
{"type":"custom_tool_call","call_id":"c2","name":"Patch","input":"*** x"},
{"type":"function_call_output","call_id":"c1","output":"R1"},
{"type":"custom_tool_call_output","call_id":"c2","output":[{"type":"input_text","text":"R2"}]},
{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done"}]},
{"type":"function_call","call_id":"c3","name":"Read","arguments":"{ }"},
{"type":"additional_tools","tools":[{"type":"namespace","name":"ns","tools":[{"name":"a","description":"As."},{"name":"b"}]}]}],
"tools":[{"type":"function","name":"Read","description":"Reads."},{"type":"web_search"},{"type":"namespace","name":"odd"}],"tool_choice":"required"}`},
		{Responses, `{"input":"only","tools":[]}`},
		{Gemini, `{"systemInstruction":{"role":"user","parts":[{"text":"Sys"},{"text":"T","thought":true}]},"contents":[
{"role":"user","parts":[{"text":"Q"},{"inlineData":{}},{"fileData":{}},{"executableCode":{}}]},
{"role":"model","parts":[{"text":"Yes"},{"functionCall":{"name":"Read","args":{"a":1}}},{"functionCall":{"id":"f2","name":"Web","args":{}}}]},
{"role":"user","parts":[{"functionResponse":{"name":"Read","response":{"output":"R1"}}},{"functionResponse":{"id":"f2","name":"Web","response":{"output":"R2"}}}]},
{"parts":[{"functionResponse":{"name":"Read","response":{"output":"R3"}}},{"text":"and"}]}],
"tools":[{"functionDeclarations":[{"name":"Read","description":"Reads."}]},{"function_declarations":[{"name":"Web"}]},{"googleSearch":{}},{}],
"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}`},
		{Gemini, `{"model":"m","request":{"system_instruction":"Own","contents":[{"role":"user","parts":[{"text":"Q"}]},{"parts":[]}],"toolConfig":{"functionCallingConfig":{"mode":"NONE"}}}}`},
	} {
		r, err := Decode(c.form, []byte(c.body))
		if err != nil {
			t.Errorf("%s: %v", c.form, err)
			continue
		}
		all = append(all, wholeRequest(r))
	}
	same(t, "testdata/requests.want", all)
}

// The body of one prompt in each form, byte by byte, with the changes that the form needs and what
// it cannot represent.
func TestWholeBodyOfEachForm(t *testing.T) {
	block := func(texts ...string) (all []prompt.Block) {
		for _, s := range texts {
			all = append(all, prompt.Block{ID: "b", Text: source.Literal(s)})
		}
		return all
	}
	read := prompt.Tool{Name: "Read", Declaration: source.Literal(`{"name":"Read","description":"d","input_schema":{"type":"object","properties":{"z":{"type":"string"}},"required":["z"]}}`)}
	neutral := read
	neutral.Neutral = true
	web := prompt.Tool{Name: "Web", Declaration: source.Literal(`{"type":"function","function":{"name":"Web","parameters":{"type":"object","properties":{"q":{"type":["string","null"]}},"additionalProperties":false}}}`)}
	full := prompt.Prompt{
		Messages: []prompt.Message{
			{Role: prompt.System, Parts: []int{1, 1, 1}, Blocks: block("one", "", "two")},
			{Role: prompt.Instructions, Blocks: block("own")},
			{Role: prompt.User, Blocks: block("hi")},
			{Role: prompt.Assistant, Parts: []int{1}, Blocks: block("reading"), Calls: []prompt.Call{{ID: "c1", Name: "Read", Arguments: `{"z":1}`}, {ID: "c2", Name: "Web", Arguments: "x"}, {ID: "c3", Name: "None"}, {ID: "c4", Name: "List", Arguments: "[]"}}},
			{Role: prompt.ToolResult, CallID: "c1", Blocks: block("r1")},
			{Role: prompt.ToolResult, CallID: "c2", Parts: []int{1}, Blocks: block("r2")},
			{Role: prompt.Assistant, Calls: []prompt.Call{{ID: "c5", Name: "Read", Arguments: `{}`}}},
			{Role: prompt.ToolResult, CallID: "c5", Blocks: block("r5")},
			{Role: prompt.Instructions, Blocks: block("late")},
			{Role: prompt.Developer, Blocks: block("dev")},
		},
		Tools: []prompt.Tool{read, web},
	}
	small := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: block("sys")}, {Role: prompt.User, Parts: []int{1}, Blocks: block("hi")}}, ToolChoice: "required"}
	parts := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Parts: []int{1}, Blocks: block("sys")}}, Tools: []prompt.Tool{read}, ToolChoice: "none"}
	twoSystems := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.Instructions, Blocks: block("sys")}, {Role: prompt.Instructions, Blocks: block("more")}}, Tools: []prompt.Tool{neutral}, ToolChoice: "auto"}
	empty := prompt.Prompt{}
	var all []string
	for _, p := range []prompt.Prompt{full, small, parts, twoSystems, empty} {
		var b strings.Builder
		for _, form := range Forms() {
			e := Encode(p, form, "m-1")
			fmt.Fprintf(&b, "%s %s\n%s\n", e.Form, e.Model, e.Body.JSON())
			for _, c := range e.Changes {
				fmt.Fprintf(&b, "change %d %s %s %s mild %v: %s\n", c.Index, c.Tool, c.Path, c.Action, c.Mild, c.Why)
			}
			for _, note := range e.Notes {
				fmt.Fprintf(&b, "note %s\n", note)
			}
		}
		all = append(all, b.String())
	}
	same(t, "testdata/bodies.want", all)
}

// Which form a body has if the path does not tell, and whether it asks for JSON.
func TestFormAndWishOfABody(t *testing.T) {
	for body, want := range map[string]string{
		`{"contents":[]}`: "gemini-generate", `{"request":{"contents":[]}}`: "gemini-generate", `{"contents":{}}`: "", `{"input":""}`: "openai-responses", `{"input":null}`: "",
		`{"messages":[]}`: "openai-chat", `{"messages":{}}`: "", `{"messages":[],"system":""}`: "anthropic-messages", `{"messages":[],"system":null}`: "openai-chat",
		`{"messages":[],"anthropic_version":"1"}`: "anthropic-messages", `{"messages":[],"metadata":{"user_id":"u"}}`: "anthropic-messages", `{"messages":[],"metadata":{}}`: "openai-chat", `[`: "", `[]`: "",
		`{"messages":{},"system":""}`: "", `{"request":{"messages":[]}}`: "", `{"input":[],"messages":[]}`: "openai-responses",
	} {
		form, ok := FormOf("/x", []byte(body))
		if string(form) != want || ok != (want != "") {
			t.Errorf("%s is %q, %v; want %q", body, form, ok, want)
		}
	}
	for _, path := range []string{"/V1/Messages/", "/v1/messages"} {
		if form, ok := FormOf(path, []byte(`{"input":""}`)); form != Anthropic || !ok {
			t.Errorf("%s is %q, %v", path, form, ok)
		}
	}
	for body, want := range map[string]bool{
		`{}`: false, `[`: false, `{"response_format":{"type":"json_object"}}`: true, `{"response_format":{"type":"json_schema"}}`: true, `{"response_format":{"type":"text"}}`: false,
		`{"text":{"format":{"type":"json_schema"}}}`: true, `{"output_format":{"type":"json_schema"}}`: true, `{"output_config":{"format":{"type":"json_object"}}}`: true, `{"format":{"type":"json_object"}}`: false,
		`{"generationConfig":{"responseMimeType":"application/json"}}`: true, `{"generationConfig":{"responseMimeType":"text/plain"}}`: false, `{"request":{"contents":[],"generationConfig":{"responseMimeType":"application/json"}}}`: true,
	} {
		if got := DemandsJSON([]byte(body)); got != want {
			t.Errorf("%s demands JSON: %v", body, got)
		}
	}
}

// Escapes, numbers and white space in JSON, and the place of a syntax error.
func TestTextsAndPlacesOfJSON(t *testing.T) {
	for quoted, want := range map[string]string{
		`"a"`: "a", `"\u00e9\n\t\r\b\f\/\\\""`: "é\n\t\r\b\f/\\\"", `"\ud83d\ude00!"`: "😀!", `"\ud83d"`: "\ufffd", `"\ud83dx"`: "\ufffdx", `"\ude00"`: "\ufffd", `"\ud83d\u0041"`: "\ufffdA", "\"a\xff\\n\"": "a\ufffd\n", "\"\xff\"": "\ufffd",
	} {
		body := " {\t\"messages\" :\r\n [ { \"content\" : " + quoted + " , \"n\" : -1.5e3 , \"z\":[ ] }\n] } "
		r, err := Decode(Chat, []byte(body))
		if err != nil {
			t.Errorf("%s: %v", quoted, err)
			continue
		}
		if p, text := r.At(0); text != want || string(r.Body[p.Start:p.End]) != quoted {
			t.Errorf("%s is %q at %s, want %q", quoted, text, r.Body[p.Start:p.End], want)
		}
	}
	n, err := parse([]byte(` { "a" : -1.5 , "b":[ 0 , 9,true ,false, null ] , "a":"last" , "c" : { } }`))
	if err != nil || n.compact() != `{"a":-1.5,"b":[0,9,true,false,null],"a":"last","c":{}}` || n.get("a").text() != "last" || n.get("b").items[1].kind != '0' || n.items[0].kind != '0' || n.get("b").raw() != "[ 0 , 9,true ,false, null ]" {
		t.Errorf("%s %v", n.compact(), err)
	}
	for body, kind := range map[string]byte{"7": '0', "-1": '0', "0": '0', "true": 't', "null": 'n', `"a"`: '"', "[]": '[', "{}": '{', "9 ": '0', "false\n": 'f'} {
		if n, err := parse([]byte(body)); err != nil || n.kind != kind || n.raw() != strings.TrimSpace(body) {
			t.Errorf("%q is %q of the kind %c, %v", body, n.raw(), n.kind, err)
		}
	}
	if n.get("a").get("a").exists() || n.get("c").list() != nil || n.get("d").raw() != "" || n.get("b").text() != "" {
		t.Error("a missing value is there")
	}
	for body, want := range map[string]string{
		"x": "line 1, column 1: ", "{\n\n \"a\": x": "line 3, column 7: ", "": "unexpected end of JSON input", `{"a":1`: "unexpected end of JSON input", `"a"`: "the body is not a JSON object",
		`{"messages":[]}`: "the body holds no messages in the form OpenAI Chat Completions",
		`{"messages":[{}],"a":` + strings.Repeat("[", 199) + strings.Repeat("]", 199) + "}": "",
		`{"messages":[{}],"a":` + strings.Repeat("[", 201) + strings.Repeat("]", 201) + "}": "the body is nested more than 200 deep",
	} {
		_, err := Decode(Chat, []byte(body))
		if (want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), want) && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.30s: %v, want %s", body, err, want)
		}
	}
}

// Edits that replace, remove and add texts of a request, and edits that are not possible.
func TestEditsOfARequest(t *testing.T) {
	const body = `{"system":[ {"type":"text","text":"a","cache_control":{"type":"x"}} , "b" ,{"text":"c"}],"messages":[{"role":"user","content":"d"}]}`
	with := func(system, user string) string {
		return `{"system":[` + system + `],"messages":[{"role":"user","content":"` + user + `"}]}`
	}
	const a, b, c = ` {"type":"text","text":"a","cache_control":{"type":"x"}}`, ` "b"`, `{"text":"c"}`
	for _, one := range []struct {
		edits []Edit
		want  string
	}{
		{nil, body},
		{[]Edit{{Place: 3, Do: Replace, Text: "D\"\n"}, {Place: 0, Do: Replace, Text: "A"}}, with(strings.Replace(a, `"a"`, `"A"`, 1)+" ,"+b+" ,"+c, `D\"\n`)},
		{[]Edit{{Place: 0, Do: Remove}}, with(" "+b+" ,"+c, "d")},
		{[]Edit{{Place: 1, Do: Remove}}, with(a+" ,"+" "+c, "d")},
		{[]Edit{{Place: 2, Do: Remove}}, with(a+" ,"+b+" ", "d")},
		{[]Edit{{Place: 2, Do: Remove}, {Place: 1, Do: Remove}}, with(a+" ", "d")},
		{[]Edit{{Place: 0, Do: Remove}, {Place: 2, Do: Remove}}, with(" "+b+" ", "d")},
		{[]Edit{{Place: 0, Do: Remove}, {Place: 1, Do: Remove}, {Place: 2, Do: Remove}}, with(" ", "d")},
		{[]Edit{{Place: 0, Do: InsertBefore, Text: "n"}}, with(` {"type":"text","text":"n"},`+a[1:]+" ,"+b+" ,"+c, "d")},
		{[]Edit{{Place: 1, Do: InsertBefore, Text: "n"}, {Place: 2, Do: InsertBefore, Text: "m"}}, with(a+` , "n",`+b[1:]+` ,{"text":"m"},`+c, "d")},
		{[]Edit{{Place: 1, Do: InsertBefore, Text: "n"}, {Place: 0, Do: Remove}}, with("  "+`"n",`+b[1:]+" ,"+c, "d")},
		{[]Edit{{Place: 4, Do: Replace}}, "the request has 4 texts; text 4 does not exist"},
		{[]Edit{{Place: -1, Do: Replace}}, "the request has 4 texts; text -1 does not exist"},
		{[]Edit{{Place: 3, Do: Remove}}, "the text at /messages/0/content is not an item of a list"},
		{[]Edit{{Place: 3, Do: InsertBefore}}, "the text at /messages/0/content is not an item of a list"},
		{[]Edit{{Place: 1, Do: Replace, Text: "x"}, {Place: 1, Do: Remove}}, "a text at byte 70 is both removed and changed"},
		{[]Edit{{Place: 1, Do: InsertBefore, Text: "x"}, {Place: 1, Do: Remove}}, "a text at byte 70 is both removed and changed"},
	} {
		r, err := Decode(Anthropic, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		next, err := r.Edit(one.edits)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = string(next.Body)
		}
		if got != one.want {
			t.Errorf("%v:\n%s\nwant\n%s", one.edits, got, one.want)
		}
	}
}

// In a message of Codex, lists of labels and of data belong to the texts. An edit of a text must
// change these lists too.
func TestEditsOfLabelledTexts(t *testing.T) {
	body := func(texts, kinds, data string) string {
		return `{"input":[{"role":"user","content":[` + texts + `],"internal_chat_message_metadata_passthrough":{"content_item_kinds":[` + kinds + `],"content_item_metadata":[` + data + `]}}]}`
	}
	const a, b, new = `{"type":"input_text","text":"A"}`, `{"type":"input_text","text":"B"}`, `{"type":"input_text","text":"N"}`
	for _, one := range []struct {
		name, from string
		edit       Edit
		want       string
	}{
		{"the first is removed", body(a+","+b, `"a","b"`, `{"d":1},2`), Edit{Place: 0, Do: Remove}, body(b, `"b"`, `2`)},
		{"the last is removed", body(a+","+b, `"a","b"`, `{"d":1},2`), Edit{Place: 1, Do: Remove}, body(a, `"a"`, `{"d":1}`)},
		{"one is inserted", body(a+","+b, `"a","b"`, `1,2`), Edit{Place: 1, Do: InsertBefore, Text: "N", Label: "n", Data: `{"d":3}`}, body(a+","+new+","+b, `"a","n","b"`, `1,{"d":3},2`)},
		{"one without data", body(a, `"a"`, `1`), Edit{Place: 0, Do: InsertBefore, Text: "N", Label: "n"}, body(new+","+a, `"n","a"`, `null,1`)},
		{"lists of another length stay", body(a+","+b, `"a"`, `1`), Edit{Place: 0, Do: Remove}, body(b, `"a"`, `1`)},
	} {
		r, err := Decode(Responses, []byte(one.from))
		if err != nil {
			t.Fatal(err)
		}
		next, err := r.Edit([]Edit{one.edit})
		if err != nil || string(next.Body) != one.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", one.name, err, next.Body, one.want)
		}
	}
}
