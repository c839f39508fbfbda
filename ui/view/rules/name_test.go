package rules

import (
	"testing"

	"galley/engine/discovery"
)

// A sentence about .claude/CLAUDE.md must not seem to be about CLAUDE.md.
func TestASentenceNamesAFileByItsPathFromTheDirectory(t *testing.T) {
	t.Parallel()
	for shown, want := range map[string]string{
		"/p/CLAUDE.md":         "CLAUDE.md",
		"/p/.claude/CLAUDE.md": ".claude/CLAUDE.md",
		"/h/.claude/CLAUDE.md": "CLAUDE.md",
	} {
		if got := nameIn(&discovery.Trace{Cwd: "/p"}, shown); got != want {
			t.Errorf("%s is named %q, want %q", shown, got, want)
		}
	}
}
