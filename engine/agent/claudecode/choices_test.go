package claudecode_test

import (
	"fmt"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The settings that change Claude Code's own words are recorded with the file that decides.
func TestSettingsThatChangeClaudeCodesWords(t *testing.T) {
	t.Parallel()
	const user, project, local = "/h/.claude/settings.json", "/p/.claude/settings.json", "/p/.claude/settings.local.json"
	for _, tt := range []struct {
		name  string
		build func(w *facts.Memory)
		args  []string
		want  string
	}{
		{"none", agenttest.File(project, `{"language":"l","claudeMdExcludes":["a"],"outputStyle":"default","permissions":{"deny":["Read(a)","mcp__s"]}}`), nil, "[]"},
		{"several layers", func(w *facts.Memory) {
			w.File(user, `{"model":"a"}`).File(local, `{"model":"b"}`).File(project, `{"model":"c"}`)
		}, nil, "[model " + local + "]"},
		{"the program's own style", agenttest.File(user, `{"outputStyle":"Learning"}`), nil, "[outputStyle ]"},
		{"a style of the user's", func(w *facts.Memory) { w.File(user, `{"outputStyle":"s"}`).File("/h/.claude/output-styles/s.md", "S") }, nil, "[the use of an output style ]"},
		{"variables", agenttest.File(user, `{"env":{"CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS":"1","OTHER":"1"}}`), nil, "[CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS ]"},
		{"permissions", func(w *facts.Memory) {
			w.File(user, `{"permissions":{"defaultMode":"plan","deny":["Bash","Bash(rm *)","Agent"]}}`).File(project, `{"permissions":{"additionalDirectories":["/q"]}}`)
		}, nil, "[additionalDirectories in permissions  defaultMode in permissions " + user + " the tools that the permissions deny ]"},
		{"the organisation", func(w *facts.Memory) {
			w.File("/etc/claude-code/managed-settings.json", `{"includeGitInstructions":false}`).File(local, `{"includeGitInstructions":true}`)
		}, nil, "[includeGitInstructions /etc/claude-code/managed-settings.json]"},
		{"an argument that denies a tool", func(*facts.Memory) {}, []string{"--disallowedTools", "Bash"}, "[]"},
	} {
		w := agenttest.Repository()
		tt.build(w)
		got := []string{}
		for _, c := range agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{Args: tt.args}).Choices {
			got = append(got, c.Name+" "+c.Path)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}
