package qwencode_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/capture/start"
	"galley/engine/facts"
)

func TestStarts(t *testing.T) {
	t.Parallel()
	const settings = "/h/.qwen/settings.json"
	agenttest.Starts(t, "qwen-code", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) { w.File("/p/d/a.go", "").File("/p/d/b/c.go", "") }},
		{Name: "with a model in the settings", Build: func(w *facts.Memory) { w.File(settings, `{"model":{"name":"m"},"env":{"KEY":"x"},"ui":{"theme":"t"}}`) }},
		{Name: "with a nearer model", Build: func(w *facts.Memory) {
			w.File(settings, `{"model":{"name":"m"}}`).File("/p/.qwen/settings.json", `{"model":{"name":"p"}}`).File("/p/d/.qwen/settings.json", `{"model":{"name":"d"}}`)
		}},
		{Name: "with a model of the session", Build: func(w *facts.Memory) { w.File(settings, `{"model":{"name":"m"}}`) }, In: start.Input{Model: "s", Args: []string{"-x"}}},
		{Name: "with providers", Build: func(w *facts.Memory) {
			w.File(settings, `{"modelProviders":{"openai":[{"id":"a","envKey":"A_KEY","apiKey":"k","baseUrl":"https://x.example"},5],"other":[{"id":"b"}]}}`)
		}},
		{Name: "with providers of the project", Build: func(w *facts.Memory) {
			w.File(settings, `{"modelProviders":{"openai":[{"id":"a","envKey":"A_KEY"}]}}`).File("/p/d/.qwen/settings.json", `{"modelProviders":{"openai":[{"id":"p","envKey":"P_KEY"}]}}`).File("/p/.qwen/settings.json", `{"modelProviders":5}`)
		}},
		{Name: "with its folder elsewhere, servers, hooks and extensions", Build: func(w *facts.Memory) {
			w.Env("QWEN_HOME", "/q").File("/q/settings.json", `{"mcpServers":{"s":{"command":"node"}},"hooks":{"Stop":[{"hooks":[{"command":"a"}]}]}}`).File("/q/extensions/e/x", "").File("/p/.qwen/extensions/f/x", "").File("/p/d/.qwen/settings.json", `{"mcpServers":{"t":{"command":"x"}}}`)
		}},
	})
}
