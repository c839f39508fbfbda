package opencode

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/wire"
)

// packageForms are the forms of request of the packages that OpenCode sends with, by
// their names.
var packageForms = map[string]wire.Form{
	"@ai-sdk/openai": wire.Responses, "@ai-sdk/anthropic": wire.Anthropic, "@ai-sdk/google": wire.Gemini, "@ai-sdk/openai-compatible": wire.Chat,
}

// providerPackages are the packages of some providers that OpenCode knows.
var providerPackages = map[string]string{"openai": "@ai-sdk/openai", "anthropic": "@ai-sdk/anthropic", "google": "@ai-sdk/google"}

// route says in which form a session's requests go out, "" when that is not known, and
// under which role the system's words stand in it; "" is the form's own.
func route(d discovery.Defined, provider, model string) (form wire.Form, role prompt.Role) {
	name, own := d.Packages[provider]
	if !own {
		name = providerPackages[provider]
	}
	form = packageForms[name]
	if form == wire.Responses && reasons(model) {
		role = prompt.Developer
	}
	return form, role
}

// reasons reports whether OpenAI's package takes a model for one that reasons.
func reasons(model string) bool {
	for _, start := range []string{"o1", "o3", "o4-mini", "gpt-5"} {
		if strings.HasPrefix(model, start) {
			return !strings.HasPrefix(model, "gpt-5-chat")
		}
	}
	return false
}
