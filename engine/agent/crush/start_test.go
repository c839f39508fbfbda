package crush

import (
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestGitStateIsWrittenAsCrushWritesIt(t *testing.T) {
	answer := func(text string) facts.GitAnswer { return facts.GitAnswer{Stdout: text} }
	status := func(lines int) string {
		return " M AGENTS.md\n" + strings.Repeat("?? new.md\n", lines-1)
	}
	for name, c := range map[string]struct {
		branch, status, commits facts.GitAnswer
		want                    string
	}{
		"clean":       {answer("main\n"), answer(""), answer("1234567 Start\n"), "Current branch: main\nStatus: clean\nRecent commits:\n1234567 Start"},
		"changed":     {answer("main\n"), answer(status(2)), answer("2 b\n1 a\n"), "Current branch: main\nStatus:\nM AGENTS.md\n?? new.md\nRecent commits:\n2 b\n1 a"},
		"much":        {answer("main\n"), answer(status(30)), answer(""), "Current branch: main\nStatus:\nM AGENTS.md" + strings.Repeat("\n?? new.md", 19)},
		"no branch":   {answer(""), answer(""), answer("1 a\n"), "Status: clean\nRecent commits:\n1 a"},
		"no commits":  {answer("main\n"), answer(""), facts.GitAnswer{Stdout: "x", Exit: 128}, "Current branch: main\nStatus: clean"},
		"all refused": {facts.GitAnswer{Exit: 128}, facts.GitAnswer{Exit: 128}, facts.GitAnswer{Exit: 128}, "Status: clean"},
	} {
		w := facts.NewMemory().Dir("/p/.git").Dir("/p/part").
			OnGit("/p", "branch --show-current", c.branch).OnGit("/p", "status --short", c.status).OnGit("/p", "log --oneline -n 3", c.commits)
		got := states(t.Context(), w, "/p")
		if len(got) != 1 || got[0].Text != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if got := states(t.Context(), w, "/p/part"); got != nil {
			t.Errorf("%s: below the repository's root: %q", name, got)
		}
	}
}
