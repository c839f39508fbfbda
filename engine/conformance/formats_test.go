package conformance

import (
	"encoding/json"
	"testing"
)

// The runners also judge fields and words of a format that none of the cases in this repository
// has.
func TestRunnersJudgeFieldsThatNoCaseHas(t *testing.T) {
	t.Run("template", func(t *testing.T) {
		var c Case
		Decode(t, json.RawMessage(`{
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
}
