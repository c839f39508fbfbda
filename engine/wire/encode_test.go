package wire

import (
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

// exchange returns a prompt with only what every form can represent.
func exchange() prompt.Prompt {
	block := func(s string) []prompt.Block { return []prompt.Block{{ID: "b", Text: source.Literal(s)}} }
	return prompt.Prompt{
		Messages: []prompt.Message{
			{Role: prompt.System, Parts: []int{1, 1}, Blocks: append(block("first <b>"), block("second & \u2028")...)},
			{Role: prompt.User, Parts: []int{1, 1}, Blocks: append(block("hi \"there\"\n"), block("on")...)},
			{Role: prompt.Assistant, Parts: []int{1}, Blocks: block("reading"), Calls: []prompt.Call{{ID: "Read", Name: "Read", Arguments: `{"z":1,"a":2.50}`}}},
			{Role: prompt.ToolResult, CallID: "Read", Blocks: block("text of a")},
			{Role: prompt.User, Parts: []int{1}, Blocks: block("go")},
		},
		Tools:      []prompt.Tool{{Name: "Read", Declaration: source.Literal(`{"name":"Read","description":"d","input_schema":{"type":"object","properties":{"z":{"type":"string"}}}}`)}},
		ToolChoice: "auto",
	}
}

func TestEncodeDecodeRoundTrip(t *testing.T) {
	for _, form := range Forms() {
		p := exchange()
		body := Encode(p, form, "m-1").Body.JSON()
		r, err := Decode(form, []byte(body))
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if got, want := outline(r.Prompt), outline(p); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", form, got, want)
		}
		if len(r.Prompt.Tools) != 1 || r.Prompt.Tools[0].Name != "Read" || r.Prompt.ToolChoice != "auto" {
			t.Errorf("%s: tools %v, choice %q", form, r.Prompt.Tools, r.Prompt.ToolChoice)
		}
		// Encoding the decoded body again must give the same texts.
		again, err := Decode(form, []byte(Encode(r.Prompt, form, "m-1").Body.JSON()))
		if err != nil || outline(again.Prompt) != outline(p) {
			t.Errorf("%s: encoded again: %v", form, err)
		}
	}
}

func TestFormsAreFoundByProviderAndAPI(t *testing.T) {
	for _, form := range Forms() {
		if got, err := Find(form.Provider(), form.API()); err != nil || got != form {
			t.Errorf("%s: %s %v", form, got, err)
		}
	}
	for name, want := range map[string]Form{"google": Gemini, "openai": Chat, "anthropic": Anthropic} {
		if got, err := Find(name, ""); err != nil || got != want {
			t.Errorf("%s: %s %v", name, got, err)
		}
	}
}
