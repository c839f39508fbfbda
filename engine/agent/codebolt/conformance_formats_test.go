package codebolt_test

import (
	"encoding/json"
	"testing"
)

// The runner also judges fields and words of the format that none of the cases in this repository
// has.
func TestRunnerJudgesFieldsThatNoCaseHas(t *testing.T) {
	for name, c := range map[string]struct{ input, expect string }{
		"plan mode": {`{"project": "/b/many", "modifiers": ["PlanMode"], "todos": [{"id": "1"}]}`,
			`{"messages": [{"role": "system", "content": "{{PLAN_MODE_TEXT}}"}, {"role": "user", "content": "do it"}]}`},
		"tools in a message of their own": {`{"modifiers": [["ToolInjectionModifier", {"toolsLocation": "SystemMessage", "allowedTools": ["a"]}]], "todos": [],
			"tools": [{"type": "function", "function": {"name": "a", "description": "d", "parameters": {"type": "object"}}}]}`,
			`{"shape": [{"role": "system", "form": "text", "markers": ["tools-system"]}, {"role": "user", "form": "text", "markers": ["todo-reminder"]}, {"role": "user", "form": "text", "markers": []}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			judgePipeline(t, codeboltWorld(t), json.RawMessage(c.input), json.RawMessage(c.expect))
		})
	}
	t.Run("usage", func(t *testing.T) {
		judgeCompaction(t, json.RawMessage(`{"options": {"compactStrategy": "simple"}, "usage": {"prompt_tokens": 5}, "messages": [{"role": "user", "content": "x"}]}`),
			json.RawMessage(`{"count": 1, "heads": ["x"]}`))
	})
}
