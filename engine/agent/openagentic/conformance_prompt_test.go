package openagentic_test

import (
	"context"
	"path"
	"reflect"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/conformance"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/settings"
)

func judgeOpenagenticPrompt(t *testing.T, c openagenticCase) {
	t.Helper()
	day, err := time.Parse(time.DateOnly, c.Input.Date)
	if err != nil {
		t.Fatal(err)
	}
	w := buildOpenagentic(t, c).Clock(day)
	sources := c.Input.Sources
	s := scenario.Scenario{
		Provider: c.Input.Provider, Model: c.Input.Model, Platform: c.Input.Platform,
		SettingSources: &sources, InstructionFiles: c.Input.InstructionFiles,
	}
	if c.Input.SystemPrompt != nil {
		s.UserSystem = settings.Text{Given: true, Text: *c.Input.SystemPrompt}
	}
	switch string(c.Input.OAuth) {
	case "", "false":
	case "true":
		s.Auth = "oauth"
	case `"api"`:
		s.Auth = "api"
	default:
		t.Fatalf("oauth: unknown word %s", c.Input.OAuth)
	}
	agent, problems := agent.Known().Profile("openagentic")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	made, _ := agent.Assemble(context.Background(), profile.Input{
		BuiltIn: true, Cwd: path.Join(openagenticRoot, c.Input.Cwd), World: w, Scenario: s, Pack: openagenticPack.Pack(), Fetch: true,
	})
	var instructions *string
	role, text := "system", ""
	var blocks []prompt.Block
	for _, m := range made.Messages {
		all := m.Text().String()
		switch m.Role {
		case prompt.Instructions:
			instructions, role = &all, "user"
		default:
			if string(m.Role) != role {
				t.Errorf("a message of the role %s, want %s", m.Role, role)
			}
			text, blocks = all, m.Blocks
		}
	}
	for key, got := range map[string]any{
		"system_text": text, "instructions": instructions, "is_codex": instructions != nil, "system_role": role,
	} {
		want := reflect.New(reflect.TypeOf(got))
		if !conformance.Member(t, c.Expect, key, want.Interface()) {
			continue
		}
		if s, ok := want.Interface().(*string); ok {
			*s = openagenticMarks(*s)
		}
		if !reflect.DeepEqual(want.Elem().Interface(), got) {
			t.Errorf("%s\n got %q\nwant %q", key, got, want.Elem())
		}
	}
	want := []map[string]any{}
	conformance.Member(t, c.Expect, "order", &want)
	for _, o := range want {
		for _, key := range []string{"instructions", "memory"} {
			if p, ok := o[key].(string); ok {
				o[key] = openagenticMarks(p)
			}
		}
	}
	got := []map[string]any{}
	for _, b := range blocks {
		got = append(got, openagenticBlock(b))
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("order\n got %v\nwant %v", got, want)
	}
}

// openagenticBlock describes a block in the words of the cases.
func openagenticBlock(b prompt.Block) map[string]any {
	labelled := func(label string) string {
		first, _, _ := strings.Cut(b.Text.String(), "\n")
		return strings.TrimPrefix(first, label)
	}
	switch kind, _, _ := strings.Cut(b.ID, ":"); kind {
	case "header", "provider":
		return map[string]any{"prompt": path.Base(b.Text.Pieces()[0].Origin.Source) + ".txt"}
	case "environment":
		return map[string]any{"env": true}
	case "custom_rules", "instructions":
		return map[string]any{"instructions": labelled("Instructions from: ")}
	case "memory":
		return map[string]any{"memory": labelled("Project memory from: ")}
	case "commands":
		return map[string]any{"commands": true}
	case "sdk_user_system_prompt":
		return map[string]any{"explicit": true}
	}
	return map[string]any{b.ID: true}
}

// openagenticPack holds the markers that stand in the cases instead of prose.
var openagenticPack = conformance.MarkPack{"openagentic": {
	Entries: []string{"environment-intro"},
	Block:   func(name string) (string, bool) { return "{{PROMPT:" + name + "}}", strings.HasSuffix(name, ".txt") },
}}
