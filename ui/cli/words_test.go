package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/token"
)

// Each mistake in a command line has its own message.
func TestMistakesOfCommandLines(t *testing.T) {
	c := newConsole(t)
	c.world.File("/p/file", "x").File("/p/t.md", "My rules.\n").File("/p/empty.md", "").Dir("/p/dir").File("/bin/claude", "#!").Mode("/bin/claude", 0o755).File("/p/bad.toml", "base = 1\n").
		File("/p/open", "long-enough-token-of-one-word-0123456789\n").Mode("/p/open", 0o600).File("/p/short", "x\n").Mode("/p/short", 0o600)
	for _, one := range []struct {
		status int
		args   string
		want   string
	}{
		{2, "capture claude --subagent x --forward https://example.org", "capture: --subagent works only when galley starts the agent, so not with --listen, --read or --forward"},
		{2, "capture claude --subagent x --read y", "capture: --subagent works only when galley starts the agent, so not with --listen, --read or --forward"},
		{2, "capture claude --subagent x --listen", "capture: --subagent works only when galley starts the agent, so not with --listen, --read or --forward"},
		{2, "capture claude codex --forward https://example.org", "capture: with --forward, give at most the agent's name"},
		{2, "capture claude codex --read y", "capture: with --listen or --read, give at most the agent's name"},
		{2, "capture claude codex --listen", "capture: with --listen or --read, give at most the agent's name"},
		{2, "capture nobody --read y", `"nobody" is not an agent that galley knows; it can start `},
		{3, "render --cwd file", "--cwd file: not a directory"},
		{3, "render --pack file", "--pack file: not a directory"},
		{3, "render --pack none", "--pack none: no such file or directory"},
		{2, "render --unset a=b", `--unset "a=b": name a variable as type:name, without a value`},
		{2, "run claude t.md u.md", "run: name one template; the agent's own arguments follow --"},
		{3, "run claude empty.md", "the prompt is empty: nothing was started"},
		{3, "serve --root file", "--root file: not a directory"},
		{3, "serve --root none", "--root none: no such file or directory"},
		{3, "render dir", "galley: dir: a directory: name a file"},
		{3, "tokens dir", "galley: dir: a directory: name a file"},
		{3, "render --scenario dir", "--scenario dir: a directory: name a file"},
		{3, "diff --against dir", "--against dir: a directory: name a file"},
		{3, "capture --read dir", "galley: dir: a directory: name a file"},
		{3, "transfer dir --to codex", "galley: dir: a directory: name a file"},
		{2, "explain dir", "explain: dir is a directory: name a file in it"},
		{2, "verify codx", `"codx" is not an agent that galley can start; did you mean codex?`},
		{2, "capture claud-code", `"claud-code" is not an agent that galley can start; did you mean claude-code?`},
		{2, "captures consent cursr", `"cursr" is not an agent that galley knows; did you mean cursor?`},
		{2, "sessions --agent codx", "--agent codx: did you mean codex?"},
		{2, "pack list opncode", "unknown pack family opncode; did you mean opencode?"},
		{3, "pack import opncode t.md", "no profile has a pack called opncode; did you mean opencode?"},
		{2, "help nope", `galley has no command "nope"; galley help lists the commands`},
		{2, "help rendr", `galley has no command "rendr"; did you mean render?`},
		{2, "help captures shw", `galley captures has no command "shw"; did you mean show?`},
		{2, "captures shw x", `galley captures has no command "shw"; did you mean show?`},
		{2, "pack xyz", `galley pack has no command "xyz"; its commands are import, list, show`},
		{2, "profiles cmpare a b", `galley profiles has no command "cmpare"; did you mean compare?`},
		{2, "rendr t.md", `galley has no command "rendr"; did you mean render?`},
		{2, "completion csh", `galley completion has no command "csh"; `},
		{2, "version", `"version" is neither a file nor a command: did you mean --version?`},
		{2, "budget --josn", "galley: unknown flag: --josn; did you mean --json?"},
		{2, "budget --zzzzzzzz", "galley: unknown flag: --zzzzzzzz\n"},
		{2, "budget -x", "unknown shorthand flag: 'x' in -x"},
		{2, "show x --version y", `--version "y": write a whole number`},
		{2, "sessions show x --turn 1.5", `--turn "1.5": write a whole number`},
		{2, "capture claude --timeout soon", `--timeout "soon": write a duration, such as 30s or 2m`},
		{2, "capture claude --timeout=-5s", "--timeout -5s: a time to wait is positive"},
		{2, "capture claude codex", "capture: name one agent; its own arguments follow --"},
		{2, "capture claude x -- y", "capture: name one agent; its own arguments follow --"},
		{2, "capture -- claude", "capture: name an agent: "},
		{2, "capture claude --allow example.org", "--allow example.org: write HOST:PORT, as in mcp.example.org:443"},
		{2, "verify claude --allow :443", "--allow :443: write HOST:PORT, as in mcp.example.org:443"},
		{2, "capture claude --keep-env A=b", `--keep-env "A=b": write only the variable's name`},
		{3, "capture claude --keep-env NOT_THERE", "warning: --keep-env NOT_THERE: the environment does not have this variable"},
		{2, "scan --json=maybe", `--json "maybe": write true or false`},
		{2, "serve --addr 7117", "--addr 7117: write HOST:PORT, as in 127.0.0.1:7117"},
		{2, "serve --addr localhost:", "--addr localhost:: write HOST:PORT, as in 127.0.0.1:7117"},
		{2, "serve --token-file=", "--token-file is empty: is a variable unset?"},
		{3, "serve --token-file none", "--token-file none: no such file or directory"},
		{3, "serve --token-file short", "--token-file short: a token is one word of at least "},
		{2, "sessions show x --last 0", "sessions show: --last and --turn count from 1"},
		{2, "sessions show x --turn -1", "sessions show: --last and --turn count from 1"},
		{3, "sessions show last", "no agent has logged a session of /p"},
		{3, "sessions diff last last", "no agent has logged a session of /p"},
		{2, "tokens t.md --encoding o200k_base --verify", "--verify asks the provider of a model: use --model instead of --encoding"},
		{2, "tools x.json --json-schema --to anthropic", "tools: --json-schema is for --to gemini"},
	} {
		if out, told := c.must(one.status, strings.Fields(one.args)...); out != "" || !strings.Contains(told, one.want) {
			t.Errorf("%s: %q %q", one.args, out, told)
		}
	}
}

// If a variable of a script is unset, an argument or a flag is empty. No command takes that for
// its default.
func TestNothingEmptyIsTakenForADefault(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/t.md", "My rules.\n").File("/p/AGENTS.md", "x\n")
	for _, one := range []struct{ line, want string }{
		{"check t.md --transcript ~", "--transcript"},
		{"check --against ~", "--against"},
		{"check --format ~", "--format"},
		{"render --profile ~", "--profile"},
		{"render --scenario ~ t.md", "--scenario"},
		{"render --unset git:branch --unset ~", "--unset"},
		{"transfer AGENTS.md --to ~", "--to"},
		{"transfer AGENTS.md --to codex,", "--to"},
		{"walk x --call ~", "--call"},
		{"scan --agent ~", "--agent"},
		{"serve --token-file=", "--token-file"},
		{"explain ~", "explain: an argument"},
		{"subagents ~", "subagents: an argument"},
		{"render ~", "render: an argument"},
		{"~", "galley: an argument"},
		{"sessions show ~", "show: an argument"},
		{"captures diff a ~", "diff: an argument"},
		{"run codex ~ -- --flag", "run: an argument"},
	} {
		args := strings.Fields(one.line)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "~", "")
		}
		if out, told := c.must(exitUsage, args...); out != "" || !strings.Contains(told, one.want+" is empty: is a variable unset?") {
			t.Errorf("%s: %q %q", one.line, out, told)
		}
	}
	// The agent may get an empty argument, and an empty value of the scenario has its own words.
	if _, told := c.must(exitFailed, "run", "codex", "t.md", "--", ""); strings.Contains(told, "is empty") {
		t.Errorf("%q", told)
	}
	if _, told := c.must(exitUsage, "scenario", "set", "model", ""); !strings.Contains(told, "a text in quotes") {
		t.Errorf("%q", told)
	}
}

// failingReader fails after some bytes.
type failingReader struct{ left int }

func (r *failingReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errors.New("the pipe broke")
	}
	n := min(len(p), r.left)
	r.left -= n
	return n, nil
}

func TestStandardInputIsBounded(t *testing.T) {
	for _, one := range []struct {
		in   io.Reader
		want string
	}{
		{&failingReader{10}, "standard input: the pipe broke"},
		{io.LimitReader(&failingReader{1 << 40}, stdinCap+1), "standard input: "},
		{io.LimitReader(&failingReader{1 << 40}, stdinCap), ""},
	} {
		text, err := (Env{Stdin: one.in}).stdin()
		if one.want == "" && (err != nil || len(text) != stdinCap) || one.want != "" && (err == nil || !strings.HasPrefix(err.Error(), one.want)) {
			t.Errorf("%q: %d bytes, %v", one.want, len(text), err)
		}
	}
	if _, err := readWhole(Env{Stdin: &failingReader{10}}, nil, "-"); err == nil || err.Error() != "standard input: the pipe broke" {
		t.Errorf("%v", err)
	}
	if text, err := readWhole(Env{Stdin: strings.NewReader("ab")}, nil, "-"); string(text) != "ab" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// A program's output is kept up to a limit, and its failure says how it failed.
func TestOutputOfAProgramIsBounded(t *testing.T) {
	var l limited
	for _, n := range []int{verifyBytes - 2, 2} {
		if got, err := l.Write(make([]byte, n)); got != n || err != nil || l.full {
			t.Errorf("%d of %d bytes, %v; full %v", got, n, err, l.full)
		}
	}
	for range 2 {
		if got, err := l.Write([]byte("abc")); got != 3 || err != nil || !l.full || l.Len() != verifyBytes {
			t.Errorf("%d bytes, %v; full %v, %d kept", got, err, l.full, l.Len())
		}
	}
	if got := lastLines("a\nb\nc\nd\n\n"); got != "b; c; d" || lastLines("\n") != "" {
		t.Errorf("%q", got)
	}
	if _, err := runProgram(context.Background(), t.TempDir(), "no-such-program-of-galley"); err == nil || err.Error() != "no-such-program-of-galley is not on the PATH" {
		t.Errorf("%v", err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if path, err := exec.LookPath("git"); err == nil {
		if _, err := runProgram(stopped, t.TempDir(), path, "version"); err == nil || err.Error() != fmt.Sprintf("%s took longer than %v", path, verifyTime) {
			t.Errorf("%v", err)
		}
	}
}

func TestWordsOfTheCommands(t *testing.T) {
	for _, c := range []struct{ name, home, want string }{
		{"/h", "/h", "~"}, {"/h/a", "/h", "~/a"}, {"/ha", "/h", "/ha"}, {"/x", "/h", "/x"}, {"/x", "", "/x"}, {"", "", ""},
	} {
		if got := tilde(c.name, c.home); got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		n, of int
		want  string
	}{{0, 5, "0.0%"}, {1, 1001, "<0.1%"}, {1, 1000, "0.1%"}, {1, 3, "33.3%"}, {3, 3, "100.0%"}} {
		if got := share(c.n, c.of); got != c.want {
			t.Errorf("%d of %d is %s, want %s", c.n, c.of, got, c.want)
		}
	}
	day := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		report      token.FileReport
		count, base string
	}{
		{token.FileReport{Count: 7, Basis: token.Exact, Method: "m"}, "7", "exact, m"},
		{token.FileReport{Count: 7, Basis: token.Assumed, Method: "m"}, "~7", string(token.Assumed) + ", m"},
		{token.FileReport{Count: 7, Basis: token.Estimate, Method: "m", Low: 5, High: 9}, "≈7", string(token.Estimate) + ", m, 5 to 9"},
		{token.FileReport{Count: 7, Basis: token.Exact, Method: "m", Verified: &token.VerifiedReport{Count: 8, Date: day}}, "7", "exact, m; verified: 8 on 2026-01-02"},
	} {
		if count, base := approximate(c.report), tokensWorth(c.report); count != c.count || base != c.base {
			t.Errorf("%+v: %s, %s", c.report, count, base)
		}
	}
	for err, want := range map[error]string{
		facts.ErrTooLarge: "larger than the file cap (files.cap in the configuration raises it)", os.ErrPermission: "permission denied", os.ErrNotExist: "no such file or directory",
		facts.ErrNotRegular: "not a regular file", errors.New("x"): "x",
		&fs.PathError{Op: "open", Path: "/p/long", Err: syscall.ENAMETOOLONG}: "file name too long",
	} {
		if got := reason(err); got != want {
			t.Errorf("%v: %q", err, got)
		}
	}
	var b strings.Builder
	if n, err := (visible{&b}).Write([]byte("a\x1b[m\n")); n != 5 || err != nil || b.String() != "a␛[m\n" {
		t.Errorf("%d, %v, %q", n, err, b.String())
	}
}

// The version that an agent prints is shown, or the reason why it prints none.
func TestAgentsSayTheirVersions(t *testing.T) {
	c := newConsole(t)
	c.world.Env("PATH", "/p/bin:/bin").File("/bin/codex", "#!").Mode("/bin/codex", 0o755).File("/p/bin/codex", "#!").Mode("/p/bin/codex", 0o755)
	for _, one := range []struct {
		says  string
		err   error
		shown string
		note  string
	}{
		{"codex 9.1.0\n", nil, "9.1.0 (newer than known)", ""},
		{"no number\nmore\n", nil, "yes, version unknown", "note: codex: its --version prints no number: no number\n"},
		{"", errors.New("it crashed"), "yes, version unknown", "note: codex: it did not print its version: it crashed\n"},
	} {
		c.exec = func(context.Context, string, string, ...string) ([]byte, error) { return []byte(one.says), one.err }
		out, told := c.must(0, "agents", "--ask")
		if !strings.Contains(out, one.shown) || !strings.Contains(told, one.note) || !strings.Contains(told, "note: codex: skipped: /p/bin/codex: it is in the project\n") {
			t.Errorf("%q: %s\n%s", one.says, out, told)
		}
	}
}

// For a program that cannot be started, no version is shown.
func TestAProgramThatDoesNotStart(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.Env("PATH", "/nowhere/bin").File("/nowhere/bin/codex", "#!").Mode("/nowhere/bin/codex", 0o755)
	if _, told := c.must(exitFine, "agents", "--ask"); !strings.HasPrefix(told, "note: codex: it did not print its version: /nowhere/bin/codex: ") {
		t.Errorf("%q", told)
	}
}

// announced is an output that ends the service as soon as it says where it listens.
type announced struct {
	strings.Builder
	end func()
}

func (a *announced) Write(p []byte) (int, error) {
	defer a.end()
	return a.Builder.Write(p)
}

func TestTheServiceSaysWhereItListens(t *testing.T) {
	c := newConsole(t)
	c.world.File("/p/open", strings.Repeat("t", 64)+"\n").Mode("/p/open", 0o644).Dir("/p/a").Dir("/p/b")
	for _, one := range []struct {
		args, want, told string
	}{
		{"serve --addr 127.0.0.1:0", "http://127.0.0.1:PORT serves /p\n", ""},
		{"serve --addr 127.0.0.1:0 --root a --root /p/b --home", "http://127.0.0.1:PORT serves /p/a, /p/b, and agents' settings in the home\n", ""},
		{"serve --addr 127.0.0.1:0 --json", `"url": "http://127.0.0.1:PORT"`, ""},
		{"serve --addr 127.0.0.1:0 --token-file open", "http://127.0.0.1:PORT serves /p\n", "galley: warning: every user of this machine may read the token in open (mode 0644): chmod 600 makes it private\n"},
	} {
		ctx, end := context.WithCancel(context.Background())
		out, told := &announced{end: end}, &strings.Builder{}
		status := Run(ctx, Env{Stdin: strings.NewReader(""), Stdout: out, Stderr: told, World: c.world, Dir: "/p"}, strings.Fields(one.args))
		end()
		text := regexp.MustCompile(`127\.0\.0\.1:\d+`).ReplaceAllString(out.String(), "127.0.0.1:PORT")
		if status != 0 || !strings.Contains(text, one.want) || strings.HasSuffix(one.want, "\n") && text != one.want || one.told != "" && told.String() != one.told {
			t.Errorf("%s: %d, %q %q", one.args, status, text, told.String())
		}
	}
	for args, want := range map[string]string{"serve --addr nowhere": "--addr nowhere: ", "serve --addr 0.0.0.0:0": ": write one into a file and name it with --token-file"} {
		if status, out, told := c.run(strings.Fields(args)...); status == 0 || out != "" || !strings.Contains(told, want) {
			t.Errorf("%s: %d, %q %q", args, status, out, told)
		}
	}
}
