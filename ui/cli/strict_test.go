package cli

import (
	"context"
	"strings"
	"testing"

	"galley/engine/facts"
)

// TestStrictHasAnEffectOrIsRefused runs commands with --strict where an agent would not
// start.
func TestStrictHasAnEffectOrIsRefused(t *testing.T) {
	run := func(line string) (said string, status int) {
		var stderr strings.Builder
		world := facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/AGENTS.md", "Use tabs.\n").File("/h/.codex/config.toml", "x = [\n")
		env := Env{Stdin: strings.NewReader(""), Stdout: &strings.Builder{}, Stderr: &stderr, World: world, Dir: "/p"}
		return stderr.String(), Run(context.Background(), env, strings.Fields(line))
	}
	for line, want := range map[string]int{
		"scan --agent codex":                   exitFine,
		"scan --agent codex --strict":          exitProblems,
		"scan --agent codex --matrix --strict": exitProblems,
		"scan --agent pi --strict":             exitFine,
	} {
		if _, status := run(line); status != want {
			t.Errorf("%s: status %d, want %d", line, status, want)
		}
	}
	for _, line := range []string{"explain AGENTS.md", "walk AGENTS.md", "transfer AGENTS.md --to pi", "agents", "captures", "sessions", "profiles", "survive"} {
		if said, status := run(line + " --strict"); status != exitUsage {
			t.Errorf("%s: status %d, %s", line, status, said)
		}
	}
}
