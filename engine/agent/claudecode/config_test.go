package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The files that Claude Code 2.1.332 loaded for each set of managed settings. The settings are in
// managed-settings.json and in managed-settings.d, both in /etc/claude-code.
func TestDropInsOfTheManagedSettings(t *testing.T) {
	t.Parallel()
	const md = "managed-settings.json"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"none", nil, "/h/.claude/CLAUDE.md /p/CLAUDE.md"},
		{"the file", map[string]string{md: `{"claudeMd":"m"}`}, "managed-settings.json /h/.claude/CLAUDE.md /p/CLAUDE.md"},
		{"a drop-in", map[string]string{"managed-settings.d/10-a.json": `{"claudeMd":"a"}`}, "managed-settings.d/10-a.json /h/.claude/CLAUDE.md /p/CLAUDE.md"},
		{"the file and drop-ins", map[string]string{md: `{"claudeMd":"m"}`, "managed-settings.d/20-b.json": `{"claudeMd":"b"}`, "managed-settings.d/10-a.json": `{"claudeMd":"a","claudeMdExcludes":["/p/CLAUDE.md"]}`},
			"managed-settings.d/20-b.json /h/.claude/CLAUDE.md"},
		{"a drop-in of another key", map[string]string{md: `{"claudeMd":"m"}`, "managed-settings.d/10-a.json": `{"claudeMdExcludes":["/p/CLAUDE.md"]}`}, "managed-settings.json /h/.claude/CLAUDE.md"},
		{"exclusions of both", map[string]string{md: `{"claudeMdExcludes":["/h/.claude/CLAUDE.md"]}`, "managed-settings.d/10-a.json": `{"claudeMdExcludes":["/p/CLAUDE.md"]}`}, ""},
		{"other names", map[string]string{"managed-settings.d/.10-a.json": `{"claudeMd":"hidden"}`, "managed-settings.d/a.jsonc": `{"claudeMd":"c"}`, "managed-settings.d/sub/a.json": `{"claudeMd":"sub"}`},
			"/h/.claude/CLAUDE.md /p/CLAUDE.md"},
	} {
		w := facts.NewMemory().Dir("/p/.git").Env("HOME", "/h").File("/h/.claude/CLAUDE.md", "u").File("/p/CLAUDE.md", "p")
		for name, text := range tt.files {
			w.File("/etc/claude-code/"+name, text)
		}
		var got []string
		for _, path := range agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{}).Loaded {
			got = append(got, strings.TrimPrefix(path, "/etc/claude-code/"))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// galley does not match every extended glob, and says so once.
func TestExtendedGlobsOfExclusions(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/.claude/settings.json", `{"claudeMdExcludes":["**/@(a|CLAUDE).md","**/+(x).md","!(y)"]}`).File("/p/CLAUDE.md", "c").File("/p/x.md", "x")
	trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
	var notes []string
	for _, n := range trace.Notes {
		if strings.Contains(n, "extended globs") {
			notes = append(notes, n)
		}
	}
	if want := "claudeMdExcludes has extended globs such as **/+(x).md: galley compares them literally"; len(notes) != 1 || notes[0] != want {
		t.Errorf("%q, want %s", notes, want)
	}
	if got := agenttest.ReasonOf(trace, "/p/CLAUDE.md"); got != "not loaded excluded" {
		t.Errorf("/p/CLAUDE.md: %s", got)
	}
}
