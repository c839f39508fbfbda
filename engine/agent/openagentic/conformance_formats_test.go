package openagentic_test

import (
	"testing"

	"galley/engine/conformance"
)

// The runner also judges fields and words of the format that none of the cases in this repository
// has.
func TestRunnerJudgesFieldsThatNoCaseOfOpenagenticHas(t *testing.T) {
	for name, text := range map[string]string{
		"links": `{"input": {"tree": {".git/": null}, "home": {"far/R.md": "R"}, "links": {"AGENTS.md": "{{HOMEROOT}}/far/R.md"},
			"sources": ["project"], "instruction_files": [], "provider": "openai", "oauth": "api", "model": "m", "cwd": "", "date": "2026-02-05", "platform": "linux"},
			"basis": "ours", "expect": {"is_codex": false, "system_role": "system", "order": [{"prompt": "qwen.txt"}, {"env": true}, {"instructions": "{{ROOT}}/AGENTS.md"}]}}`,
		"OAuth": `{"input": {"tree": {".git/": null}, "sources": ["project"], "provider": "openai", "oauth": true, "model": "m", "cwd": "", "date": "2026-02-05", "platform": "linux"},
			"expect": {"is_codex": true, "system_role": "user", "order": [{"env": true}]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			var c openagenticCase
			conformance.DecodeCase(t, []byte(text), &c)
			judgeOpenagenticPrompt(t, c)
		})
	}
}
