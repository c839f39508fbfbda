package token

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// api is one provider's counting API.
type api struct {
	vendor, title string
	keys          []string // environment variables with the key, in order
	base, baseKey string   // the server's address, and the variable that overrides it
	// path returns the path of the URL; the model in it is escaped.
	path func(base, model string) string
	sign func(h http.Header, key string)
	body func(model string, p Payload) ([]byte, error)
	read func(answer []byte) (tokens int, ok bool)
}

var apis = []api{
	{
		vendor: "anthropic", title: "Anthropic",
		keys: []string{"ANTHROPIC_API_KEY"},
		base: "https://api.anthropic.com", baseKey: "ANTHROPIC_BASE_URL",
		path: func(_, _ string) string { return "/v1/messages/count_tokens" },
		sign: func(h http.Header, key string) {
			h.Set("x-api-key", key)
			h.Set("anthropic-version", "2023-06-01")
		},
		body: anthropicBody,
		read: inputTokens,
	},
	{
		vendor: "google", title: "Gemini",
		keys: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"},
		base: "https://generativelanguage.googleapis.com", baseKey: "GOOGLE_GEMINI_BASE_URL",
		path: func(_, model string) string { return "/v1beta/models/" + model + ":countTokens" },
		sign: func(h http.Header, key string) { h.Set("x-goog-api-key", key) },
		body: geminiBody,
		read: func(answer []byte) (int, bool) {
			var a struct{ TotalTokens *int }
			if json.Unmarshal(answer, &a) != nil || a.TotalTokens == nil {
				return 0, false
			}
			return *a.TotalTokens, true
		},
	},
	{
		vendor: "openai", title: "OpenAI",
		keys: []string{"OPENAI_API_KEY"},
		base: "https://api.openai.com/v1", baseKey: "OPENAI_BASE_URL",
		// By convention the base of this provider's URL includes the version, but the version may
		// be missing.
		path: func(base, _ string) string {
			if strings.HasSuffix(base, "/v1") {
				return "/responses/input_tokens"
			}
			return "/v1/responses/input_tokens"
		},
		sign: func(h http.Header, key string) { h.Set("Authorization", "Bearer "+key) },
		body: openAIBody,
		read: inputTokens,
	},
}

// apiOf returns the API of a provider under any of its names.
func apiOf(provider string) (api, bool) {
	vendor := vendorOf(provider)
	i := slices.IndexFunc(apis, func(a api) bool { return a.vendor == vendor })
	if i < 0 || provider == "" {
		return api{}, false
	}
	return apis[i], true
}

// inputTokens reads the form of answer that two of the three providers use.
func inputTokens(answer []byte) (int, bool) {
	var a struct {
		InputTokens *int `json:"input_tokens"`
	}
	if json.Unmarshal(answer, &a) != nil || a.InputTokens == nil {
		return 0, false
	}
	return *a.InputTokens, true
}

type object = map[string]any

func anthropicBody(model string, p Payload) ([]byte, error) {
	return p.body(object{"model": model}, "messages", "system", func(t Tool) object {
		return object{"name": t.Name, "description": t.Description, "input_schema": schema(t)}
	})
}

func openAIBody(model string, p Payload) ([]byte, error) {
	return p.body(object{"model": model}, "input", "instructions", func(t Tool) object {
		return object{"type": "function", "name": t.Name, "description": t.Description, "parameters": schema(t)}
	})
}

// body adds the messages and the system text to a request, under the keys of the API, and the tools
// in the form that declare gives them.
func (p Payload) body(request object, messages, system string, declare func(Tool) object) ([]byte, error) {
	var all []object
	for _, t := range p.Messages {
		all = append(all, object{"role": t.Role, "content": t.Text})
	}
	request[messages] = all
	if p.System != "" {
		request[system] = p.System
	}
	if len(p.Tools) > 0 {
		var tools []object
		for _, t := range p.Tools {
			tools = append(tools, declare(t))
		}
		request["tools"] = tools
	}
	return json.Marshal(request)
}

// geminiBody puts everything into generateContentRequest, because only there the endpoint accepts a
// system instruction and tools.
func geminiBody(model string, p Payload) ([]byte, error) {
	var contents []object
	for _, t := range p.Messages {
		role := t.Role
		if role == "assistant" {
			role = "model"
		}
		contents = append(contents, object{"role": role, "parts": []object{{"text": t.Text}}})
	}
	request := object{"model": "models/" + model, "contents": contents}
	if p.System != "" {
		request["systemInstruction"] = object{"parts": []object{{"text": p.System}}}
	}
	if len(p.Tools) > 0 {
		var tools []object
		for _, t := range p.Tools {
			tools = append(tools, object{"name": t.Name, "description": t.Description, "parameters": schema(t)})
		}
		request["tools"] = []object{{"functionDeclarations": tools}}
	}
	return json.Marshal(object{"generateContentRequest": request})
}

// schema returns a tool's schema; a tool without a schema takes no arguments.
func schema(t Tool) json.RawMessage {
	if len(t.Schema) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return t.Schema
}
