package cli

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/facts"
)

// interrupting is a world whose user presses Ctrl+C during one of the reads of files and questions
// to git.
type interrupting struct {
	facts.World
	asked *atomic.Int32
	at    int32
	press func()
}

func (i interrupting) ask() {
	if i.asked.Add(1) == i.at {
		i.press()
	}
}

func (i interrupting) ReadFile(name string) (string, error) {
	i.ask()
	return i.World.ReadFile(name)
}

func (i interrupting) Git(ctx context.Context, dir string, args ...string) (facts.GitAnswer, error) {
	i.ask()
	return i.World.Git(ctx, dir, args...)
}

// revised is a repository in /p with a file that is different at the revision "c".
func revised(w *facts.Memory, name string) *facts.Memory {
	return w.Dir("/p/.git").File("/p/"+name, "Use tabs, and say so.\n").
		OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"}).
		OnGit("/p", "rev-parse --verify --quiet --end-of-options c^{commit}", facts.GitAnswer{Stdout: "c\n"}).
		OnGit("/p", "diff-tree -r -z --raw --no-renames --no-abbrev c HEAD", facts.GitAnswer{Stdout: ":100644 100644 h1 x M\x00" + name + "\x00"}).
		OnGit("/p", "status --porcelain=v1 -z --no-renames --untracked-files=all", facts.GitAnswer{}).
		OnGit("/p", "cat-file blob h1", facts.GitAnswer{Stdout: "Use tabs.\n"})
}

// only returns a registry of a few agents, which is quicker to survey.
func only(names ...string) *agent.Registry {
	return agent.New(slices.DeleteFunc(agent.Known().All(), func(a agent.Agent) bool { return !slices.Contains(names, a.Name) })...)
}

// A command that is interrupted at any moment says so, or prints its whole result.
func TestAnInterruptedCommandPrintsNoHalfResult(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"check --against c --agent codex", "check --against c --agent codex --capture last", "check --transcript answer.txt --profile codex", "check --profile codex",
		"diff --against c --profile codex", "diff --against claude-code --profile codex", "diff t.md --against claude-code --profile codex", "captures diff last last", "subagents Explore --agent claude-code",
		"captures export last --html -", "captures show last --json", "transfer AGENTS.md --to gemini-cli", "walk AGENTS.md --agent codex", "profiles compare codex claude-code",
		"tokens --profile codex", "render --profile codex", "explain AGENTS.md --agent codex", "survive --agent codex", "doctor --agent codex", "freeze x --profile codex",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			c := newConsole(t)
			revised(c.world, "AGENTS.md").File("/p/t.md", "[file:AGENTS.md]\n").File("/p/body.json", sentBody).File("/p/answer.txt", `{"type":"text","text":"Use tabs."}`+"\n").
				File("/p/.galley/config.toml", "check.tokens = { codex = 9000 }\n")
			main := c.keep("codex", 2, nil)
			c.keep("claude-code", 1, func(one *capture.Capture) { one.Subagent, one.Main = "Explore", main.ID })
			var asked atomic.Int32
			run := func(at int32) (int, string, string) {
				ctx, stop := context.WithCancel(context.Background())
				defer stop()
				asked.Store(0)
				var out, told strings.Builder
				env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &told, World: interrupting{c.world, &asked, at, stop}, Dir: "/p", Agents: only("codex", "claude-code", "gemini-cli")}
				status := Run(ctx, env, strings.Fields(line))
				return status, out.String(), told.String()
			}
			status, out, told := run(0)
			if asked.Load() == 0 || status > exitProblems {
				t.Fatalf("uninterrupted: status %d, %s", status, told)
			}
			for at := range asked.Load() {
				if s, o, e := run(at + 1); (s != exitFailed || !strings.HasSuffix(e, "context canceled\n")) && (s != status || o != out) {
					t.Errorf("interrupted at %d of %d: status %d, %q, %q", at+1, asked.Load(), s, o, e)
				}
			}
		})
	}
}
