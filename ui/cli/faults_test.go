package cli

import (
	"strings"
	"testing"
)

// Every command that reads the settings stops at a mistake in the flags that all commands share.
func TestEveryCommandStopsAtAMistakeInItsSettings(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"", "--plain", "--plain x", "x", "agents", "blocks", "budget", "capture codex", "capture --read x", "captures", "captures show x", "captures consent", "captures export x", "captures forget x", "captures diff x y",
		"captures follow", "check", "check x", "check --against c", "compact x", "compaction", "conversations", "diff --against codex", "diff x --against codex", "doctor", "drift", "explain x", "forget x", "freeze x",
		"keys", "pack list", "pack show yume/identity", "pack import yume x", "profiles compare codex codex", "render", "render x", "request", "run codex", "run codex x", "scan", "scan --matrix", "scenario",
		"scenario set model x", "serve", "sessions", "sessions list", "sessions show last", "sessions diff last last", "show x", "subagents", "survive", "tokens", "tokens x", "tools x --to claude", "transfer x --to codex",
		"transfer --undo", "vars", "verify codex", "verify --all", "verify --agent codex", "walk x",
	} {
		c := newConsole(t)
		want := "galley: --now \"nope\" is not a time: write it as 2026-02-05T09:07:03Z\nTry 'galley"
		if out, told := c.must(exitUsage, append(strings.Fields(line), "--now", "nope")...); out != "" || !strings.HasPrefix(told, want) {
			t.Errorf("galley %s: %q, %q", line, out, told)
		}
	}
}
