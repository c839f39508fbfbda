package continuecli

import (
	"context"
	"testing"

	"galley/engine/facts"
)

func TestGitStateUsesPathsFromTheRoot(t *testing.T) {
	for stdout, want := range map[string]string{" M AGENTS.md\n?? part/x\n": "M AGENTS.md\n?? part/x", "": "Working tree clean"} {
		w := facts.NewMemory().OnGit("/p/part", "status --porcelain", facts.GitAnswer{Stdout: stdout})
		got := states(context.Background(), w, "/p/part")
		if len(got) != 1 || got[0].Text != want {
			t.Errorf("%q: %v, want %q", stdout, got, want)
		}
	}
	if got := states(context.Background(), facts.NewMemory().OnGit("/p", "status --porcelain", facts.GitAnswer{Exit: 128}), "/p"); got != nil {
		t.Errorf("outside a repository: %v", got)
	}
}
