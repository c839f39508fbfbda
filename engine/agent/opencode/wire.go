package opencode

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/wire"
)

// packageForms maps an npm package with which OpenCode sends requests to the form of its requests.
var packageForms = map[string]wire.Form{
	"@ai-sdk/openai": wire.Responses, "@ai-sdk/anthropic": wire.Anthropic, "@ai-sdk/google": wire.Gemini, "@ai-sdk/openai-compatible": wire.Chat,
	"@ai-sdk/azure": wire.Responses, "@ai-sdk/xai": wire.Chat, "@ai-sdk/groq": wire.Chat, "@openrouter/ai-sdk-provider": wire.Chat,
	"@ai-sdk/mistral": wire.Chat, "@ai-sdk/deepinfra": wire.Chat, "@ai-sdk/togetherai": wire.Chat, "@ai-sdk/cerebras": wire.Chat,
}

// providerPackages maps providers to the packages that OpenCode uses for them by default.
var providerPackages = map[string]string{"openai": "@ai-sdk/openai", "anthropic": "@ai-sdk/anthropic", "google": "@ai-sdk/google",
	"azure": "@ai-sdk/azure", "xai": "@ai-sdk/xai", "groq": "@ai-sdk/groq", "openrouter": "@openrouter/ai-sdk-provider", "github-copilot": "@ai-sdk/openai-compatible",
	"mistral": "@ai-sdk/mistral", "deepinfra": "@ai-sdk/deepinfra", "togetherai": "@ai-sdk/togetherai", "cerebras": "@ai-sdk/cerebras"}

// route returns the form of a session's requests, and the role of the system text in this form.
// form is "" if galley does not know it. role is "" if the form's usual role applies.
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

// reasons reports whether OpenAI's package treats a model as a reasoning model.
func reasons(model string) bool {
	for _, start := range []string{"o1", "o3", "o4-mini", "gpt-5"} {
		if strings.HasPrefix(model, start) {
			return !strings.HasPrefix(model, "gpt-5-chat")
		}
	}
	return false
}
