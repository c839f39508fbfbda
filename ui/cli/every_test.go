package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"galley/engine/facts"
)

// fullDisk is an output that takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Every command says why it ends: its directory does not exist, its output cannot be written, or it
// was interrupted. A command that only reads small files ends before an interruption matters.
func TestEveryCommandSaysWhyItFails(t *testing.T) {
	t.Parallel()
	const canceled, noSpace, stdout = "context canceled", "no space left", "standard output: no space left"
	for _, c := range []struct {
		interrupted, full string   // the last line of standard error without the program's name
		lines             []string // commands
	}{
		{"claude-code: " + canceled, noSpace, []string{
			"doctor", "doctor --json", "explain AGENTS.md", "explain AGENTS.md --json", "scan", "scan --json", "subagents", "subagents --json", "subagents Explore",
			"survive", "survive --json", "walk AGENTS.md", "walk AGENTS.md --json"}},
		{"codex: " + canceled, noSpace, []string{"doctor --agent codex", "explain AGENTS.md --agent codex"}},
		{"AGENTS.md: claude-code: " + canceled, noSpace, []string{"transfer AGENTS.md --to claude-code"}},
		{canceled, stdout, []string{
			"blocks", "blocks --json", "blocks --profile codex", "budget", "budget --json", "compaction", "compaction --json", "render", "render --json", "render --messages",
			"request", "request --json", "vars", "vars --json"}},
		{canceled, noSpace, []string{
			"check", "check --json", "check --format github", "conversations", "conversations --json", "diff --against codex", "diff --against codex --json", "diff --against AGENTS.md",
			"drift", "drift --json", "freeze x", "profiles compare codex codex", "sessions", "sessions --json", "tokens", "tokens --json"}},
		{"", noSpace, []string{
			"agents", "agents --json", "captures", "captures --json", "captures consent", "captures consent --json", "keys", "keys --json", "pack list", "pack list yume", "pack show yume/identity",
			"profiles", "profiles --json", "scenario", "scenario --json", "tokens AGENTS.md", "tokens AGENTS.md --json", "tools tools.json --to claude", "tools tools.json --to claude --json"}},
	} {
		for _, line := range c.lines {
			t.Run(line, func(t *testing.T) {
				t.Parallel()
				home := facts.Slash(t.TempDir())
				run := func(ctx context.Context, out io.Writer, more ...string) (int, string) {
					var told strings.Builder
					world := facts.NewMemory().Env("HOME", home).Env("XDG_STATE_HOME", home+"/state").Dir("/p/.git").File("/p/AGENTS.md", "rules\n").
						File("/p/tools.json", `[{"name":"a","description":"b","input_schema":{"type":"object","properties":{}}}]`)
					status := Run(ctx, Env{Stdin: strings.NewReader(""), Stdout: out, Stderr: &told, World: world, Dir: "/p"}, append(strings.Fields(line), more...))
					return status, told.String()
				}
				interrupted, cancel := context.WithCancel(context.Background())
				cancel()
				if status, told := run(interrupted, io.Discard); c.interrupted == "" && status != exitFine || c.interrupted != "" && (status != exitFailed || told != "galley: "+c.interrupted+"\n") {
					t.Errorf("interrupted: status %d, %q", status, told)
				}
				if status, told := run(context.Background(), fullDisk{}); status != exitFailed || !strings.HasSuffix("\n"+told, "\ngalley: "+c.full+"\n") {
					t.Errorf("no space: status %d, %q", status, told)
				}
				if strings.HasPrefix(line, "profiles") && line != "profiles compare codex codex" {
					return // the list does not depend on a directory
				}
				if status, told := run(context.Background(), io.Discard, "--cwd", "/nowhere"); status != exitFailed || told != "galley: --cwd /nowhere: no such file or directory\n" {
					t.Errorf("nowhere: status %d, %q", status, told)
				}
			})
		}
	}
}

// If a text that cobra itself prints cannot be written, the command fails as the others do.
func TestHelpThatCannotBeWrittenFails(t *testing.T) {
	t.Parallel()
	lines := []string{"--help", "--version", "help", "json", "help json", "pack", "pack --json", "completion", "completion bash", "completion fish", "completion powershell", "completion zsh", "__complete ren"}
	for _, cmd := range newRoot(Env{}).Commands() {
		lines = append(lines, cmd.Name()+" --help", "help "+cmd.Name())
	}
	for _, line := range lines {
		var told strings.Builder
		env := Env{Stdin: strings.NewReader(""), Stdout: fullDisk{}, Stderr: &told, World: facts.NewMemory(), Dir: "/p"}
		if status := Run(context.Background(), env, strings.Fields(line)); status != exitFailed || !strings.HasSuffix("\n"+told.String(), "\ngalley: standard output: no space left\n") {
			t.Errorf("%s: status %d, %q", line, status, told.String())
		}
	}
}

// If an argument names something that does not exist, the message says so and what to do.
func TestNamesOfNothing(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"compact x":                         "conversation \"x\" is not stored; `galley conversations` lists the stored ones",
		"drift x":                           "conversation \"x\" is not stored; `galley conversations` lists the stored ones",
		"sessions show last":                "no agent has logged a session of /p",
		"sessions diff last last":           "no agent has logged a session of /p",
		"sessions show x":                   "no session \"x\": `galley sessions --everywhere` lists them",
		"sessions diff x y":                 "no session \"x\": `galley sessions --everywhere` lists them",
		"subagents nobody":                  "no agent has a sub-agent \"nobody\" here; `galley subagents` lists them",
		"captures show last":                "no captures yet; `galley capture AGENT` makes one",
		"captures diff last last":           "no captures yet; `galley capture AGENT` makes one",
		"captures export last":              "no captures yet; `galley capture AGENT` makes one",
		"render --capture last":             "no captures yet; `galley capture AGENT` makes one",
		"pack import yume .":                "/p holds no file named as an entry of yume; `galley pack list yume` names them",
		"tokens none.md":                    "none.md: no such file or directory",
		"run claude":                        "claude is not installed: no program claude on the PATH; npm install -g @anthropic-ai/claude-code installs it",
		"capture claude":                    "claude is not installed: no program claude on the PATH; npm install -g @anthropic-ai/claude-code installs it",
		"verify --all":                      "galley cannot start any agent here: none is on the PATH",
		"capture claude --read AGENTS.md":   "AGENTS.md: the file is not JSON: line 1: invalid character 'r' looking for beginning of value",
		"check --against HEAD --cwd /p/sub": "not a git repository (or any of the parent directories): .git",
	} {
		c := newConsole(t)
		c.world.File("/p/AGENTS.md", "rules\n").Dir("/p/sub")
		if out, told := c.must(exitFailed, strings.Fields(line)...); out != "" || told != "galley: "+want+"\n" {
			t.Errorf("galley %s: %q, %q", line, out, told)
		}
	}
}
