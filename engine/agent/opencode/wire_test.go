package opencode

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/wire"
)

func TestTheFormOfTheRequestFollowsTheProvider(t *testing.T) {
	settings := `{"model": "own/gpt-5", "provider": {"own": {"npm": "@ai-sdk/openai"}, "mine": {"npm": "@ai-sdk/openai-compatible"}}}`
	for _, c := range []struct {
		provider, model string
		form            wire.Form
		role            prompt.Role
	}{
		{"openai", "gpt-5", wire.Responses, prompt.Developer},
		{"openai", "gpt-5-chat-latest", wire.Responses, ""},
		{"openai", "gpt-4o", wire.Responses, ""},
		{"openai", "o3", wire.Responses, prompt.Developer},
		{"anthropic", "claude-sonnet-4-5", wire.Anthropic, ""},
		{"google", "gemini-2.5-pro", wire.Gemini, ""},
		{"mine", "gpt-5", wire.Chat, ""},
		{"azure", "gpt-5", wire.Responses, prompt.Developer},
		{"github-copilot", "gpt-5", wire.Chat, ""},
		{"xai", "grok-4", wire.Chat, ""},
		{"groq", "llama-3.3-70b-versatile", wire.Chat, ""},
		{"openrouter", "x-ai/grok-4", wire.Chat, ""},
		{"mistral", "mistral-large-latest", wire.Chat, ""},
		{"deepinfra", "m", wire.Chat, ""},
		{"togetherai", "m", wire.Chat, ""},
		{"cerebras", "m", wire.Chat, ""},
		{"other", "m", "", ""},
		{"amazon-bedrock", "m", "", ""},
		{"", "", wire.Responses, prompt.Developer}, // the settings name the model
	} {
		in := profile.Input{BuiltIn: true, World: profiletest.OpenWorld().File("/p/opencode.json", settings), Scenario: scenario.Scenario{Provider: c.provider, Model: c.model}}
		made, _ := profiletest.Assembled(t, opencode11833, in)
		if made.Form != string(c.form) || made.SystemRole != c.role {
			t.Errorf("%s/%s: %q as %q, want %q as %q", c.provider, c.model, made.Form, made.SystemRole, c.form, c.role)
		}
		noted := slices.ContainsFunc(made.Notes, func(n string) bool { return strings.Contains(n, "not known") && strings.Contains(n, c.provider) })
		if noted != (c.form == "") {
			t.Errorf("%s: the notes are %q", c.provider, made.Notes)
		}
		if own := c.model == ""; own != (made.Model != "") || own && (made.Provider != "own" || made.Model != "gpt-5") {
			t.Errorf("%s/%s: it takes %s/%s", c.provider, c.model, made.Provider, made.Model)
		}
	}
}
