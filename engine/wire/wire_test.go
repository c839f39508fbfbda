package wire

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"galley/engine/prompt"
)

// requests are bodies as agents write them, with made-up texts.
var requests = map[string]struct {
	form Form
	body string
}{
	"anthropic": {Anthropic, `{"model":"m-1","max_tokens":32000,"temperature":1.0,"system":[{"type":"text","text":"id"},{"type":"text","text":"main\nprose","cache_control":{"type":"ephemeral"}}],` +
		`"messages":[{"role":"user","content":[{"type":"text","text":"rules \u00e9 \/ \ud83d\ude00"},{"type":"text","text":"go"}]},{"role":"system","content":"env","cache_control":{"type":"ephemeral"}},` +
		`{"role":"assistant","content":[{"type":"text","text":"ok"},{"type":"tool_use","id":"t1","name":"Read","input":{"b":1,"a":2.50}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"file"},{"type":"text","text":"late"}]}],` +
		`"tools":[{"name":"Read","description":"d","input_schema":{"type":"object"}},{"type":"web_search"}],"stream":true}`},
	"chat": {Chat, `{ "model" : "m", "messages" : [ {"role":"developer","content":"be"} , {"role":"user","content":[{"type":"text","text":"hi"},{"type":"image_url","image_url":{"url":"x"}}]},` +
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}}]},{"role":"tool","tool_call_id":"c","content":"r"}],` +
		`"tools":[{"type":"function","function":{"name":"f","parameters":{}}}],"n":1e0}`},
	"responses": {Responses, `{"instructions":"base","input":[{"type":"additional_tools","role":"developer","tools":[{"type":"namespace","name":"ns","tools":[{"name":"a"},{"name":"b"}]}]},` +
		`{"type":"message","role":"developer","content":[{"type":"input_text","text":"one"},{"type":"input_text","text":"two"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["k.one","k.two"]}},` +
		`{"role":"user","content":[{"type":"input_text","text":"go"}]},{"type":"function_call","call_id":"c","name":"a","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"r"}],"model":"m"}`},
	"gemini": {Gemini, `{"contents":[{"role":"user","parts":[{"text":"ctx"},{"text":"go"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{"a":1}}}]},` +
		`{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"r"}}}]}],"systemInstruction":{"role":"user","parts":[{"text":"sys"}]},"tools":[{"functionDeclarations":[{"name":"f"},{"name":"g"}]}]}`},
	"code assist": {Gemini, `{"model":"m","request":{"contents":[{"role":"user","parts":[{"text":"go"}]}],"systemInstruction":{"parts":[{"text":"sys"}]}}}`},
}

func decode(t *testing.T, form Form, body string) *Request {
	t.Helper()
	r, err := Decode(form, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// outline lists the messages of a prompt as "role: text|text".
func outline(p prompt.Prompt) string {
	var lines []string
	for _, m := range p.Messages {
		var texts []string
		for _, b := range m.Blocks {
			texts = append(texts, b.Text.String())
		}
		line := string(m.Role) + ": " + strings.Join(texts, "|")
		for _, c := range m.Calls {
			line += " call " + c.Name + " " + c.Arguments
		}
		if m.CallID != "" {
			line += " for " + m.CallID
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestEveryFormBecomesMessagesAndTools(t *testing.T) {
	for name, want := range map[string]struct {
		outline, tools string
		sizes          Sizes
	}{
		"anthropic":   {"system: id|main\nprose\nuser: rules é / 😀|go\nsystem: env\nassistant: ok call Read {\"b\":1,\"a\":2.50}\ntool: file for t1\nuser: late", "Read web_search", Sizes{15, 90, 2, 27}},
		"chat":        {"developer: be\nuser: hi\nassistant:  call f {\"x\":1}\ntool: r for c", "f", Sizes{2, 61, 1, 3}},
		"responses":   {"instructions: base\ndeveloper: one|two\nuser: go\nassistant:  call a {}\ntool: r for c", "ns.a ns.b", Sizes{10, 70, 2, 3}},
		"gemini":      {"system: sys\nuser: ctx|go\nassistant:  call f {\"a\":1}\ntool: r for f", "f g", Sizes{3, 54, 2, 6}},
		"code assist": {"system: sys\nuser: go", "", Sizes{3, 0, 0, 2}},
	} {
		in := requests[name]
		r := decode(t, in.form, in.body)
		if got := outline(r.Prompt); got != want.outline {
			t.Errorf("%s: messages\n%s\nwant\n%s", name, got, want.outline)
		}
		var tools []string
		for _, tool := range r.Prompt.Tools {
			tools = append(tools, tool.Name)
		}
		if got := strings.Join(tools, " "); got != want.tools {
			t.Errorf("%s: tools %q, want %q", name, got, want.tools)
		}
		if r.Sizes != want.sizes {
			t.Errorf("%s: sizes %+v, want %+v", name, r.Sizes, want.sizes)
		}
	}
}

func TestARequestWithoutEditsKeepsEveryByte(t *testing.T) {
	for name, in := range requests {
		r, err := decode(t, in.form, in.body).Edit(nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if string(r.Body) != in.body {
			t.Errorf("%s: the body changed:\n%s\n%s", name, r.Body, in.body)
		}
	}
}

func TestPlacesPointAtTheirTexts(t *testing.T) {
	for name, in := range requests {
		r := decode(t, in.form, in.body)
		for _, p := range r.Places {
			var text string
			if err := json.Unmarshal(r.Body[p.Start:p.End], &text); err != nil {
				t.Fatalf("%s %s: %v", name, p.Pointer, err)
			}
			if got := r.Prompt.Messages[p.Message].Blocks[p.Block].Text.String(); got != text {
				t.Errorf("%s %s: block %q, body %q", name, p.Pointer, got, text)
			}
		}
	}
}

func TestEditChangesOnlyItsText(t *testing.T) {
	for name, in := range requests {
		r := decode(t, in.form, in.body)
		for i, p := range r.Places {
			edited, err := r.Edit([]Edit{{Place: i, Text: "new \"text\"\u2028<b>"}})
			if err != nil {
				t.Fatalf("%s %s: %v", name, p.Pointer, err)
			}
			want := in.body[:p.Start] + "\"new \\\"text\\\"\u2028<b>\"" + in.body[p.End:]
			if string(edited.Body) != want {
				t.Errorf("%s %s: %s", name, p.Pointer, edited.Body)
			}
			if len(edited.Places) != len(r.Places) {
				t.Errorf("%s %s: %d texts, want %d", name, p.Pointer, len(edited.Places), len(r.Places))
			}
		}
	}
}

// Any set of the texts that are entries of lists can be removed, and the body stays valid JSON.
// After any of these texts, another one can be inserted.
func TestItemsAreRemovedAndAdded(t *testing.T) {
	for name, in := range requests {
		r := decode(t, in.form, in.body)
		for set := range 1 << len(r.Places) {
			var edits []Edit
			listed := true
			for i, p := range r.Places {
				if set>>i&1 == 1 {
					edits = append(edits, Edit{Place: i, Do: Remove})
					listed = listed && p.Listed()
				}
			}
			edited, err := r.Edit(edits)
			if !listed {
				if err == nil {
					t.Errorf("%s: a text that is not an item was removed", name)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s %b: %v", name, set, err)
			}
			if want := len(r.Places) - len(edits); len(edited.Places) != want {
				t.Errorf("%s %b: %d texts, want %d", name, set, len(edited.Places), want)
			}
		}
		for i, p := range r.Places {
			if !p.Listed() {
				continue
			}
			edited, err := r.Edit([]Edit{{Place: i, Do: InsertBefore, Text: "added"}})
			if err != nil {
				t.Fatalf("%s %s: %v", name, p.Pointer, err)
			}
			next := edited.Places[i]
			if got := edited.Prompt.Messages[next.Message].Blocks[next.Block].Text.String(); got != "added" || next.Message != p.Message || next.Cache != "" {
				t.Errorf("%s %s: %q in message %d, cache %q", name, p.Pointer, got, next.Message, next.Cache)
			}
		}
	}
	r := decode(t, Anthropic, requests["anthropic"].body)
	if _, err := r.Edit([]Edit{{Place: 0, Do: Remove}, {Place: 0, Text: "x"}}); err == nil {
		t.Error("a text was both removed and changed")
	}
}

func TestAgentsOwnNamesAndCacheMarks(t *testing.T) {
	r := decode(t, Responses, requests["responses"].body)
	if p := r.Places[2]; p.Kind != "k.two" || r.Prompt.Messages[p.Message].Blocks[p.Block].Title != "k.two" {
		t.Errorf("the title of the second text is %q", p.Kind)
	}
	a := decode(t, Anthropic, requests["anthropic"].body)
	if a.Places[0].Cache != "" || a.Places[1].Cache != `{"type":"ephemeral"}` {
		t.Errorf("cache marks %q and %q", a.Places[0].Cache, a.Places[1].Cache)
	}
	c := decode(t, Chat, requests["chat"].body)
	if len(c.Notes) != 1 || c.Notes[0] != `1 parts of the type "image_url" are not shown as text` {
		t.Errorf("notes %q", c.Notes)
	}
}

func TestFormIsRecognisedByPathOrKeys(t *testing.T) {
	for path, want := range map[string]Form{
		"/v1/messages": Anthropic, "/x/v1/chat/completions": Chat, "/v1/responses": Responses,
		"/v1beta/models/m:streamGenerateContent": Gemini, "/v1internal:generateContent": Gemini,
	} {
		if got, ok := FormOf(path, nil); !ok || got != want {
			t.Errorf("%s is %q", path, got)
		}
	}
	for name, in := range requests {
		if got, ok := FormOf("/", []byte(in.body)); !ok || got != in.form {
			t.Errorf("%s is %q", name, got)
		}
	}
	if form, ok := FormOf("/v1/models", []byte(`{"data":[]}`)); ok {
		t.Errorf("a list of models is %q", form)
	}
}

func TestBrokenBodiesAreErrorsWithAPlace(t *testing.T) {
	for body, want := range map[string]string{
		"":                        "unexpected end",
		"{\n \"messages\": [x]}":  "line 2, column 15",
		`[]`:                      "not a JSON object",
		`{"messages":[]}`:         "no messages",
		`{"messages":{"a":1}}`:    "no messages",
		strings.Repeat("[", 5000): "unexpected end",
		`{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`: "nested more than 200 deep",
		`{"a":[` + strings.Repeat("1,", maxNodes) + `1]}`:                     "more than 1048576 values",
	} {
		_, err := Decode(Anthropic, []byte(body))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", body, err, want)
		}
	}
	if _, err := Decode("x", []byte(`{}`)); err == nil {
		t.Error("an unknown form was decoded")
	}
}

func TestUnknownFieldsAreIgnored(t *testing.T) {
	for _, body := range []string{
		`{"messages":[null,1,"x",[],{"role":1,"content":{"a":[]}},{"role":"user","content":[1,null,{"type":"text"},{"type":"text","text":3},"plain"]}],"tools":[null,1,{"name":2}],"system":5}`,
		`{"messages":[{"role":"user","content":[{"type":"tool_result","content":null},{"type":"tool_result"}]},{"role":"user"}]}`,
	} {
		for _, form := range []Form{Anthropic, Chat, Responses, Gemini} {
			Decode(form, []byte(strings.Replace(body, "messages", map[Form]string{Anthropic: "messages", Chat: "messages", Responses: "input", Gemini: "contents"}[form], 1)))
		}
	}
	r := decode(t, Anthropic, `{"messages":[{"role":"user","content":"half \ud83d pair"},{"role":"user","content":"`+"\xff"+`"}]}`)
	if got := outline(r.Prompt); got != "user: half \uFFFD pair\nuser: \uFFFD" {
		t.Errorf("%q", got)
	}
}

func FuzzDecode(f *testing.F) {
	for _, in := range requests {
		f.Add(in.body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, form := range []Form{Anthropic, Chat, Responses, Gemini} {
			r, err := Decode(form, []byte(body))
			if err != nil {
				continue
			}
			same, err := r.Edit(nil)
			if err != nil || !bytes.Equal(same.Body, r.Body) {
				t.Fatalf("%s: decoding it again: %v", form, err)
			}
			var edits []Edit
			for i, p := range r.Places {
				if p.Listed() {
					edits = append(edits, Edit{Place: i, Do: Remove})
				} else {
					edits = append(edits, Edit{Place: i, Text: "x"})
				}
			}
			if edited, err := r.Edit(edits); err == nil && !json.Valid(edited.Body) {
				t.Fatalf("%s: no JSON: %s", form, edited.Body)
			}
		}
	})
}
