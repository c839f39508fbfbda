package conformance

import (
	"encoding/json"
	"testing"
)

// Fields and words that belong to a format, and that no case here has, are judged
// like the others.
func TestRunnersTakeWhatNoCaseHas(t *testing.T) {
	t.Run("template", func(t *testing.T) {
		var c golden
		decode(t, json.RawMessage(`{
			"Input": {"initialNow": "2024-06-15T12:30:00.000Z", "initialFiles": {"/p/A.md": "one"}, "steps": [
				{"op": "setTemplate", "template": "[system:date] [file:A.md]"},
				{"op": "remove", "path": "/p/A.md"},
				{"op": "construct", "conv": "a", "cwd": "/p"},
				{"op": "write", "path": "/p/A.md", "text": "two"},
				{"op": "now", "now": "2025-01-01T00:00:00.000Z"},
				{"op": "construct", "conv": "a", "cwd": "/p", "ctx": {"workspaceId": "w"}},
				{"op": "meta", "conv": "a"},
				{"op": "meta", "conv": "nobody"}]},
			"Expect": {"storedKeys": ["resolved-computer:a", "resolved-cwd:a", "resolved:a", "template"],
				"results": [null, null, "2024-06-15 ", null, null, "2025-01-01 two",
					{"prompt": "2025-01-01 two", "cwd": "/p", "computerId": null}, null]}
		}`), &c)
		judgeService(t, c)
	})
	for name, c := range map[string]struct{ input, expect string }{
		"plan mode": {`{"project": "/b/many", "modifiers": ["PlanMode"], "todos": [{"id": "1"}]}`,
			`{"messages": [{"role": "system", "content": "{{PLAN_MODE_TEXT}}"}, {"role": "user", "content": "do it"}]}`},
		"tools in a message of their own": {`{"modifiers": [["ToolInjectionModifier", {"toolsLocation": "SystemMessage", "allowedTools": ["a"]}]], "todos": [],
			"tools": [{"type": "function", "function": {"name": "a", "description": "d", "parameters": {"type": "object"}}}]}`,
			`{"shape": [{"role": "system", "form": "text", "markers": ["tools-system"]}, {"role": "user", "form": "text", "markers": ["todo-reminder"]}, {"role": "user", "form": "text", "markers": []}]}`},
	} {
		t.Run("codebolt "+name, func(t *testing.T) {
			judgePipeline(t, codeboltWorld(t), json.RawMessage(c.input), json.RawMessage(c.expect))
		})
	}
	t.Run("codebolt usage", func(t *testing.T) {
		judgeCompaction(t, json.RawMessage(`{"options": {"compactStrategy": "simple"}, "usage": {"prompt_tokens": 5}, "messages": [{"role": "user", "content": "x"}]}`),
			json.RawMessage(`{"count": 1, "heads": ["x"]}`))
	})
	for name, text := range map[string]string{
		"links": `{"input": {"tree": {".git/": null}, "home": {"far/R.md": "R"}, "links": {"AGENTS.md": "{{HOMEROOT}}/far/R.md"},
			"sources": ["project"], "instruction_files": [], "provider": "openai", "oauth": "api", "model": "m", "cwd": "", "date": "2026-02-05", "platform": "linux"},
			"basis": "ours", "expect": {"is_codex": false, "system_role": "system", "order": [{"prompt": "qwen.txt"}, {"env": true}, {"instructions": "{{ROOT}}/AGENTS.md"}]}}`,
		"OAuth": `{"input": {"tree": {".git/": null}, "sources": ["project"], "provider": "openai", "oauth": true, "model": "m", "cwd": "", "date": "2026-02-05", "platform": "linux"},
			"expect": {"is_codex": true, "system_role": "user", "order": [{"env": true}]}}`,
	} {
		t.Run("openagentic "+name, func(t *testing.T) {
			var c openagenticCase
			decodeCase(t, []byte(text), &c)
			judgeOpenagenticPrompt(t, c)
		})
	}
}
