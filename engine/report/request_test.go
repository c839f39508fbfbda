package report

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/tool"
	"galley/engine/wire"
)

// conversation returns a prompt that contains one of each thing that APIs write in different ways.
func conversation() *engine.Result {
	block := func(s string) []prompt.Block { return []prompt.Block{{ID: "b", Text: source.Literal(s)}} }
	declaration := func(s string) source.Text { return source.Literal(s) }
	return &engine.Result{Profile: "made-up", Model: "m-1", Provider: "anthropic", Prompt: prompt.Prompt{
		Messages: []prompt.Message{
			{Role: prompt.System, Parts: []int{1, 1}, Blocks: append(block("first <b>"), block("second & \u2028")...)},
			{Role: prompt.Instructions, Blocks: block("told apart")},
			{Role: prompt.User, Blocks: block("hi \"there\"\n")},
			{Role: prompt.Assistant, Calls: []prompt.Call{{ID: "c1", Name: "Read", Arguments: `{"z":1,"a":2.50}`}, {ID: "c2", Name: "Read", Arguments: `oops`}}},
			{Role: prompt.ToolResult, CallID: "c1", Blocks: block("text of a")},
			{Role: prompt.ToolResult, CallID: "c2", Blocks: block("text of b")},
			{Role: prompt.System, Blocks: block("late")},
			{Role: prompt.User, Parts: []int{1, 1}, Blocks: append(block("go"), block("on")...)},
		},
		Tools: []prompt.Tool{
			{Name: "Read", Declaration: declaration(`{"type":"function","function":{"name":"Read","description":"d <x>","parameters":{"type":"object","properties":{"z":{"type":["string","null"]},"a":{"type":"string"}},"additionalProperties":false}}}`)},
		},
		ToolChoice: "auto",
	}}
}

// The body for each API has its fields in the right order and escapes only what JSON requires.
func TestRequestsAreWhatEachProviderTakes(t *testing.T) {
	for _, w := range wire.Forms() {
		s := RequestOf(conversation(), w)
		name := "request-" + w.Provider()
		if w.API() != "" {
			name += "-" + w.API()
		}
		var b strings.Builder
		b.WriteString(s.Body.Indented() + "\n")
		for _, n := range s.Notes {
			b.WriteString("note: " + n + "\n")
		}
		for _, c := range s.Changes {
			b.WriteString(ChangeText(c) + "\n")
		}
		golden(t, name+".txt", b.String())
		if !json.Valid([]byte(s.Body.JSON())) {
			t.Errorf("%s: no JSON", w)
		}
	}
}

func TestDeclarationInTheAPIsDialectIsUnchanged(t *testing.T) {
	const own = `{"type":"function","function":{"name":"n","parameters":{"type":"object","$defs":{},"properties":{}},"odd":null}}`
	r := &engine.Result{Prompt: prompt.Prompt{Tools: []prompt.Tool{{Name: "n", Declaration: source.Literal(own)}}}}
	s := RequestOf(r, wire.Chat)
	if got := s.Body.Get("tools").JSON(); got != "["+own+"]" || len(s.Changes) > 0 {
		t.Errorf("got %s, %+v", got, s.Changes)
	}
	s = RequestOf(r, wire.Gemini)
	if got := s.Body.Get("tools").JSON(); strings.Contains(got, "$defs") || len(s.Changes) == 0 {
		t.Errorf("got %s, %+v", got, s.Changes)
	}
}

func TestRejectedNamesOfTheAgentAreReported(t *testing.T) {
	const own = `{"type":"function","function":{"name":"a b","parameters":{"type":"object","properties":{"a":{"type":"array"}}}}}`
	r := &engine.Result{Prompt: prompt.Prompt{Tools: []prompt.Tool{{Name: "a b", Declaration: source.Literal(own)}}}}
	s := RequestOf(r, wire.Chat)
	if got := s.Body.Get("tools").JSON(); got != "["+own+"]" {
		t.Errorf("got %s", got)
	}
	var told []string
	for _, c := range s.Changes {
		told = append(told, string(c.Action)+" "+c.Path)
	}
	if got := strings.Join(told, ", "); got != "kept /name, kept /input_schema/properties/a/items" {
		t.Errorf("told: %s", got)
	}
}

// Every profile can make a request for every API, and no message is lost.
func TestEveryProfileHasARequest(t *testing.T) {
	sc, _ := scenario.Parse("s.toml", "node = \"v22\"\ntools = [{name = \"t\", description = \"d\"}]\ncustom_prompt = \"x\"")
	for _, p := range agent.Known().Profiles() {
		w := facts.NewMemory().File("/p/AGENTS.md", "# Rules").Env("HOME", "/h")
		r, err := engine.New(w).Render(context.Background(), engine.Request{
			Template: engine.Template{Text: "You are <it>."}, Cwd: "/p", Profile: profile.FullName(p), Scenario: sc, Config: config.Default(),
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range wire.Forms() {
			s := RequestOf(r, to)
			if len(r.Prompt.Command) > 0 && len(r.Prompt.Messages) == 0 {
				if s.Body.Kind != tool.Absent || len(s.Notes) == 0 {
					t.Errorf("%s: %s: a request although the agent makes its own", r.Profile, to)
				}
				continue
			}
			text := s.Body.JSON()
			if !json.Valid([]byte(text)) || strings.Contains(text, `\u003c`) {
				t.Errorf("%s: %s: %s", r.Profile, to, text)
			}
			for _, m := range r.Prompt.Messages {
				if want := tool.Text(m.Text().String()).JSON(); m.Parts == nil && m.Calls == nil && !strings.Contains(text, strings.Trim(want, `"`)) {
					t.Errorf("%s: %s lacks %s", r.Profile, to, want)
				}
			}
			var b bytes.Buffer
			if err := Encode(&b, RequestShape(r, s)); err != nil || !json.Valid(b.Bytes()) {
				t.Errorf("%s: %v", r.Profile, err)
			}
		}
	}
}

func TestAPIFollowsModelOrAgent(t *testing.T) {
	for _, c := range []struct{ provider, profile, want string }{
		{"openai", "template", "OpenAI Chat Completions"}, {"google", "template", "Gemini generateContent"}, {"anthropic", "gemini-cli@0.61.0", "Gemini generateContent"}, {"", "codebolt@5.0.7", "OpenAI Chat Completions"},
		{"", "gemini-cli@0.61.0", "Gemini generateContent"}, {"", "yume-openai", "OpenAI Chat Completions"}, {"somebody", "template", "Anthropic Messages"},
	} {
		p, _ := agent.Known().Profile(c.profile)
		r := &engine.Result{Provider: c.provider, Profile: c.profile}
		if s, ok := p.(profile.WireFormer); ok {
			r.WireForm, r.OnlyForm = s.WireForm()
		}
		if got := FormOf(r); got.Title() != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	for _, c := range [][2]string{{"nobody", ""}, {"anthropic", "chat"}, {"openai", "batch"}} {
		if w, err := wire.Find(c[0], c[1]); err == nil {
			t.Errorf("%v: %s", c, w)
		}
	}
}

func TestToolsAndNotesHaveShapes(t *testing.T) {
	set := tool.Read("t.json", `[{"name":"a","arguments":[{"name":"x","type":"string"}]},{"name":""},7]`)
	var b bytes.Buffer
	if err := Encode(&b, ToolsOf(tool.ToClaude, set, tool.Write(set.Tools, tool.ToClaude, tool.Options{}))); err != nil {
		t.Fatal(err)
	}
	golden(t, "tools.json", b.String())
}
