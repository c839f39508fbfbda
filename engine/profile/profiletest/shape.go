package profiletest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/settings"
)

// OpenWorld is a world with a repository that has a rule file.
func OpenWorld() *facts.Memory {
	return facts.NewMemory().Env("HOME", "/h").Clock(time.Date(2026, 11, 27, 23, 30, 0, 0, time.UTC)).
		File("/p/.git/HEAD", "ref: refs/heads/main\n").
		OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"}).
		OnGit("/p", "rev-list --max-parents=0 --all", facts.GitAnswer{}).
		File("/p/AGENTS.md", "Be brief.\n")
}

func Assembled(t testing.TB, p profile.Profile, in profile.Input) (prompt.Prompt, []diag.Problem) {
	t.Helper()
	if in.World == nil {
		in.World = OpenWorld()
	}
	in.Cwd = "/p"
	return p.Assemble(context.Background(), in)
}

func Text(s string) settings.Text { return settings.Text{Given: true, Text: s} }

// Shape returns the messages of a prompt, each as "role: block, block".
func Shape(p prompt.Prompt) (all []string) {
	for _, m := range p.Messages {
		var ids []string
		for _, b := range m.Blocks {
			ids = append(ids, b.ID)
		}
		all = append(all, string(m.Role)+": "+strings.Join(ids, ", "))
	}
	return all
}

func ExpectShape(t testing.TB, name string, p prompt.Prompt, want ...string) {
	t.Helper()
	if got := Shape(p); !slices.Equal(got, want) {
		t.Errorf("%s\n got %q\nwant %q", name, got, want)
	}
}
