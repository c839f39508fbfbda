package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/engine/token"
)

// A conversation whose profile this galley does not know cannot be built again.
func TestAConversationOfAnUnknownAgent(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/MADE.md", "Be honest.\n").Dir("/p/dir")
	var out, told bytes.Buffer
	if status := c.starts(&out, &told, "", "freeze x --profile made-up"); status != exitFine || out.String() != "I am made up.\n\nBe honest.\n" {
		t.Fatalf("status %d, %q, %s", status, out.String(), told.String())
	}
	var all bytes.Buffer
	if status := c.starts(&all, &told, "", "show x --version 1 --json"); status != exitFine || !strings.Contains(all.String(), `"versions": [`) {
		t.Errorf("status %d, %s", status, all.String())
	}
	if out, told := c.must(exitFailed, "drift", "x", "dir", "--profile", "template"); out != "" || told != "galley: dir: a directory: name a file\n" {
		t.Errorf("a directory as the template: %q, %q", out, told)
	}
	for _, line := range []string{"freeze x", "compact x", "drift x"} {
		if out, told := c.must(exitUsage, strings.Fields(line)...); out != "" || !strings.HasPrefix(told, "galley: --profile made-up@2.0: unknown profile; ") {
			t.Errorf("%s: %q, %q", line, out, told)
		}
	}
	if out, told := c.must(exitProblems, "drift"); !strings.HasPrefix(out, "x: cannot be built now: --profile made-up@2.0: unknown profile; ") || told != "" {
		t.Errorf("all: %q, %q", out, told)
	}
	if out, _ := c.must(exitFine, "compact", "x", "--profile", "template"); out == "" {
		t.Error("under another profile it is not built")
	}
	for _, line := range []string{"compact x --profile template", "show x", "show x --json", "freeze x --profile template --json"} {
		told.Reset()
		if status := c.starts(fullDisk{}, &told, "", line); status != exitFailed || !strings.HasSuffix(told.String(), "galley: no space left\n") {
			t.Errorf("%s: status %d, %q", line, status, told.String())
		}
	}
}

// If there is a capture of an agent, the comparison with a revision has the size of the agent's
// whole request.
func TestAComparisonWithARevisionWeighsTheRequest(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	revised(c.world, "CLAUDE.md")
	c.captured(strings.Replace(sentBody, "One long rule that stands in the file of the project.", "Use tabs, and say so.", 1))
	out, _ := c.must(exitFine, "check", "--against", "c", "--agent", "claude-code", "--agent", "codex", "--capture", "last")
	if !strings.Contains(out, "whole request ") || strings.Count(out, "whole request") != 1 {
		t.Errorf("%s", out)
	}
	if without, _ := c.must(exitFine, "check", "--against", "c", "--agent", "claude-code"); strings.Contains(without, "whole request") {
		t.Errorf("without a capture: %s", without)
	}
	for _, format := range []string{"text", "markdown", "github", "json"} {
		var told bytes.Buffer
		if status := Run(context.Background(), Env{Stdin: strings.NewReader(""), Stdout: fullDisk{}, Stderr: &told, World: c.world, Dir: "/p"}, []string{"check", "--against", "c", "--agent", "claude-code", "--format", format}); status != exitFailed || told.String() != "galley: no space left\n" {
			t.Errorf("%s: status %d, %q", format, status, told.String())
		}
	}
}

func TestWhyAProgramFailed(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		told string
		full bool
		want string
	}{
		{context.Background(), nil, "a warning", false, ""},
		{context.Background(), nil, "", true, "x printed more than 16777216 bytes"},
		{context.Background(), errors.New("exit status 7"), "one\ntwo\nthree\nfo\x1bur\n", true, "x: exit status 7: two; three; fo␛ur"},
		{stopped, errors.New("killed"), "", false, "x took longer than 1m0s"},
	} {
		got := ""
		if err := whyFailed(c.ctx, "x", c.err, c.told, c.full); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// A shell completes these names.
func TestCompletedNames(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	one := c.keep("codex", time.Hour, nil)
	for line, want := range map[string]string{
		"render --capture ":             one.ID + " last none",
		"captures show ":                one.ID,
		"captures forget cod":           one.ID,
		"captures diff last x":          "",
		"transfer a.md --to codex,al":   "codex,all",
		"transfer a.md --to pi,codex,p": "pi,codex,pi pi,codex,pi@1.9.3 pi,codex,pilotdeck pi,codex,pilotdeck@2026-01",
		"run cod":                       "codex",
		"check --format m":              "markdown",
		"captures consent qw":           "qwen-code",
		"scenario set permission":       "permission_mode",
		"sessions --agent q":            "qwen-code",
		"walk --call c":                 "create",
		"tools x --to g":                "gemini",
		"request --api r":               "responses",
		"tokens --encoding cl1":         "cl100k_base",
		"--theme m":                     "mono",
	} {
		words := strings.Split(line, " ")
		out, _ := c.must(exitFine, append([]string{"__complete"}, words...)...)
		all := strings.Split(strings.TrimSpace(out), "\n")
		got := strings.Join(all[:len(all)-1], " ")
		if strings.HasPrefix(line, "transfer a.md --to pi") {
			want, got = "pi,codex,pi ", got[:min(len(got), len("pi,codex,pi "))]
		}
		if got != want || all[len(all)-1] != ":4" {
			t.Errorf("%s: %q, %s", line, got, all[len(all)-1])
		}
	}
	if out, _ := c.must(exitFine, "__complete", "run", "codex", ""); !strings.HasSuffix(strings.TrimSpace(out), ":0") {
		t.Errorf("the second argument of run is not completed as a file: %s", out)
	}
	if env := (Env{World: facts.NewMemory()}); env.captureIDs() != nil || !slices.Equal(env.captureNames(), []string{"last", "none"}) {
		t.Errorf("without a home: %q", env.captureNames())
	}
	if names := modelNames(); !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) || len(names) <= len(token.Models()) {
		t.Errorf("%d models", len(names))
	}
}

// A comparison has notes about the day, and about the commit at which the branch left the
// revision.
func TestNotesOfAComparison(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	revised(c.world, "AGENTS.md").OnGit("/p", "merge-base c HEAD", facts.GitAnswer{Stdout: "b\n"}).
		OnGit("/p", "diff-tree -r -z --raw --no-renames --no-abbrev b HEAD", facts.GitAnswer{Stdout: ":100644 100644 h1 x M\x00AGENTS.md\x00"}).
		Clock(time.Date(2026, 1, 2, 23, 30, 0, 0, time.UTC)).SetZone(time.FixedZone("east", 3600))
	out, _ := c.must(exitFine, "diff", "--profile", "codex", "--against", "c")
	for _, want := range []string{"\n# the date is 2026-01-02 in UTC and 2026-01-03 here: agents that write the date can differ by a day\n", "\n# compared with the commit where this branch left c\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if c.world.SetZone(time.UTC); true {
		if out, _ := c.must(exitFine, "diff", "--profile", "codex", "--against", "c"); strings.Contains(out, "the date is") {
			t.Errorf("in UTC:\n%s", out)
		}
	}
}

// A request that could not be stored is reported, and the same request is not stored twice.
func TestForwardedRequestsThatCannotBeStored(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if err := os.MkdirAll(filepath.Dir(c.store().Dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.store().Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var told *hearing
	told = &hearing{pattern: regexp.MustCompile(`the agent's base URL: (\S+)\n`), heard: func(match []string) {
		for range 2 {
			sends(t, match[1], "key")
		}
		for range 2000 { // the request is stored after it was answered
			if strings.Contains(told.String(), "\ngalley: ") {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		stop()
	}}
	provider := answering(t)
	var out bytes.Buffer
	status := Run(ctx, Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: told, World: c.world, Dir: "/p"}, []string{"capture", "--forward", provider, "--yes"})
	if text := told.String(); status != 0 || out.Len() > 0 || strings.Count(text, "\ngalley: ") != 1 || !strings.Contains(text, c.store().Dir) || !strings.Contains(text, "Start the agent in this directory:\n  the agent's base URL: http://127.0.0.1:") {
		t.Errorf("status %d, %q\n%s", status, out.String(), text)
	}
}

// If the user's home is not known, commands that need it say so. Commands that only look into it
// work without it.
func TestCommandsWithoutAHome(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world = facts.NewMemory().Dir("/p/.git").File("/p/CLAUDE.md", "x\n").File("/p/identity.txt", "x\n")
	if _, told := c.must(exitUsage, "pack", "import", "yume", "."); !strings.HasPrefix(told, "galley: pack import: the home directory is not known; ") {
		t.Errorf("%q", told)
	}
	if out, told := c.must(exitFine, "subagents", "Explore", "--agent", "claude-code"); !strings.HasPrefix(out, "Explore  of claude-code") || told != "" {
		t.Errorf("%q, %q", out, told)
	}
	if out, _ := c.must(exitFine, "walk", "CLAUDE.md", "--agent", "claude-code"); !strings.Contains(out, "the whole request ≈") || !strings.Contains(out, ", modelled") {
		t.Errorf("%s", out)
	}
	captured := newConsole(t)
	captured.world.File("/p/CLAUDE.md", projectRule+"\n").Dir("/p/sub")
	captured.captured(sentBody)
	for cwd, want := range map[string]string{"/p": ", captured", "/p/sub": ", modelled"} {
		if out, _ := captured.must(exitFine, "walk", "/p/CLAUDE.md", "--agent", "claude-code", "--cwd", cwd); !strings.Contains(out, want) {
			t.Errorf("in %s: %s", cwd, out)
		}
	}
}

// A pack whose name TOML must quote is named in quotes.
func TestThePackThatWasImportedIsNamed(t *testing.T) {
	t.Parallel()
	dir := facts.Slash(t.TempDir())
	c := newConsole(t)
	c.world.File("/p/text.txt", "real\n")
	for _, family := range []string{"opencode", "gemini-cli@0.28"} {
		out, told := c.must(exitFine, "pack", "list", family)
		entry := strings.Fields(strings.SplitN(out, "\n", 3)[1])[0]
		_, name, _ := strings.Cut(entry, "/")
		if told != "" {
			t.Errorf("%q", told)
		}
		out, told = c.must(exitFine, "pack", "import", family, "text.txt", "--entry", name, "--to", dir)
		if want := fmt.Sprintf("note: to use it, say --pack %s, or in the configuration packs.%s = %q\n", dir, map[string]string{"opencode": "opencode", "gemini-cli@0.28": `"gemini-cli@0.28"`}[family], dir+"/"+family); out != fmt.Sprintf("new      %s/%s, 5 bytes\n", family, name) || told != want {
			t.Errorf("%q, %q", out, told)
		}
	}
}

// If the agent would refuse to start, no page of its prompt is written.
func TestNoPageOfARefusedPrompt(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/opencode.json", "{bad")
	s := c.opened()
	s.Request.Profile = "opencode"
	r, err := (Env{}).engine(c.world).Render(context.Background(), s.Request)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"-", "page.html"} {
		var out bytes.Buffer
		if err := s.page(Env{Stdout: &out, Stderr: io.Discard, World: c.world, Dir: t.TempDir()}, r, name); err == nil || !strings.HasPrefix(err.Error(), "no prompt was built (agent-refuses)") || out.Len() > 0 {
			t.Errorf("%s: %v, %.50q", name, err, out.String())
		}
	}
	if err := s.page(Env{Stdout: fullDisk{}, Stderr: io.Discard}, r.Masked(), "-"); err == nil {
		t.Error("no error")
	}
}

// The prompt for a rule file is that of an agent that loads the file. The best choice is an agent
// whose usual rule file has this name, the next best one whose prompt galley models, the last one
// of which galley knows only the sizes.
func TestChoosingAPrompt(t *testing.T) {
	t.Parallel()
	loads := func(names ...string) *Session {
		s := &Session{World: facts.NewMemory(), Rule: "/p/RULES.md"}
		s.choosePrompt(Env{Agents: (*agent.Registry)(nil).With(madeUp())}, names)
		return s
	}
	var sketch string
	for _, p := range agent.Known().Profiles() {
		if _, is := p.(*profile.Sketched); is {
			sketch = p.Name()
			break
		}
	}
	for _, c := range []struct {
		loading      []string
		profile, why string
	}{
		{nil, "", ""},
		{[]string{"nobody"}, "", ""},
		{[]string{"made-up"}, "made-up", "it loads RULES.md"},
		{[]string{sketch}, sketch, "it loads RULES.md"},
		{[]string{sketch, "made-up"}, "made-up", "it is the first of 2 agents that load RULES.md"},
	} {
		if s := loads(c.loading...); s.Request.Profile != c.profile || s.Why != c.why || s.Guessed {
			t.Errorf("%q: %q, %q", c.loading, s.Request.Profile, s.Why)
		}
	}
}

func TestAPlainRuleFileThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := &Session{World: facts.NewMemory().Dir("/p/AGENTS.md").File("/p/CLAUDE.md", "x\n")}
	if got := s.plainRule(); got != nil {
		t.Errorf("without a file: %+v", got)
	}
	for name, want := range map[string]string{"/p/AGENTS.md": "not a regular file", "/p/CLAUDE.md": "x\n", "/p/none": "no such file or directory"} {
		s.Rule = name
		if got := s.plainRule(); *got != (report.PlainFile{Name: name, Text: want}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The service ends with an error if the line that says where it listens cannot be written.
func TestTheServiceWithoutAReader(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	var told bytes.Buffer
	if status := Run(context.Background(), Env{Stdin: strings.NewReader(""), Stdout: fullDisk{}, Stderr: &told, World: c.world, Dir: "/p"}, []string{"serve", "--addr", "127.0.0.1:0"}); status != exitFailed || told.String() != "galley: standard output: no space left\n" {
		t.Errorf("status %d, %q", status, told.String())
	}
	if n, err := (visible{fullDisk{}}).Write([]byte("x")); n != 0 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
	c.world.Dir("/p/dir").Mode("/p/dir", 0o700)
	if _, told := c.must(exitFailed, "serve", "--token-file", "dir"); told != "galley: --token-file dir: a directory: name a file\n" {
		t.Errorf("%q", told)
	}
}

// What cannot be read or written is an error that names the file.
func TestFilesThatCannotBeReadOrWritten(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.Dir("/p/.galley/scenario.toml")
	if out, told := c.must(exitFailed, "scenario", "set", "model", `"m"`); out != "" || !strings.Contains(told, "not a regular file") {
		t.Errorf("%q, %q", out, told)
	}
	if err := saveScenario(facts.NewMemory(), "/p", true, facts.Slash(t.TempDir()), "", "x"); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("%v", err)
	}
	if err := (&Session{}).template(Env{Stdin: &failingReader{3}}, []string{"-"}); err == nil || err.Error() != "standard input: the pipe broke" {
		t.Errorf("%v", err)
	}
	if err := (&flags{}).transfer(Env{Stdout: io.Discard}, report.Transfer{Changes: []report.TransferChange{{Kind: "link", Path: "a", Link: "b"}}}, true, true, func() error { return io.ErrShortWrite }); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("%v", err)
	}
	env := Env{Agents: agent.Known()}
	if names, err := env.transferTo([]string{"codex", " pi ", "codex", "all"}); err != nil || !slices.Equal(names, env.agentNames()) || len(names) < 10 {
		t.Errorf("all: %q, %v", names, err)
	}
	if names, err := env.transferTo([]string{"gemini", " codex ", "gemini-cli"}); err != nil || !slices.Equal(names, []string{"gemini-cli", "codex"}) {
		t.Errorf("%q, %v", names, err)
	}
}

// An agent that would not start sends nothing, so no command prints or stores a prompt for it, also
// if the agent's prompt is only sketched.
func TestNoPromptOfAnAgentThatWouldNotStart(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File(facts.Home(c.world)+"/.codex/config.toml", "x =").File("/p/opencode.json", `{"a"`)
	for _, agent := range []string{"codex", "opencode"} {
		for _, command := range []string{"render", "blocks", "request", "freeze x"} {
			out, told := c.must(exitFailed, append(strings.Fields(command), "--profile", agent)...)
			if out != "" || !strings.Contains(told, "no prompt was built (agent-refuses)") {
				t.Errorf("%s of %s: %q, %s", command, agent, out, told)
			}
		}
	}
}
