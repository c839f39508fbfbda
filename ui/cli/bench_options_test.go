package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"galley/engine/capture"
	"galley/engine/facts"
	"galley/ui/style"
	"galley/ui/writing"
)

// opened returns the session with which the workbench opens.
func (c *console) opened(args ...string) (s *Session) {
	c.t.Helper()
	env := Env{
		Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Dir: "/p", World: c.world,
		Workbench: func(_ context.Context, got *Session) error { s = got; return nil },
	}
	if status := Run(context.Background(), env, args); status != exitFine || s == nil {
		c.t.Fatalf("galley %s: status %d", args, status)
	}
	return s
}

func TestTheThemeOfTheWorkbench(t *testing.T) {
	t.Parallel()
	choose := "unknown theme \"nope\": choose one of " + strings.Join(style.Names(), ", ") + ", or give the path of a .toml file"
	for _, x := range []struct {
		args, env      string
		theme          string
		fault, problem string // why the workbench does not open, and what it reports
	}{
		{"", "", "dark", "", ""},
		{"--theme light", "mono", "light", "", ""},
		{"--theme auto", "mono", "mono", "", ""},
		{"", "mono", "mono", "", ""},
		{"", "nope", "dark", "", "GALLEY_THEME: " + choose},
		{"", "none.toml", "dark", "", "GALLEY_THEME: none.toml: no such file or directory"},
		{"--theme light", "nope", "light", "", ""},
		{"--theme nope", "", "", "--theme: " + choose, ""},
		{"--theme none.toml", "", "", "--theme: /p/none.toml: no such file or directory", ""},
		{"--theme bad.toml", "", "", "--theme: /p/bad.toml:1:1: invalid character at start of key: U+003D '='", ""},
	} {
		c := newConsole(t)
		c.world.File("/p/bad.toml", "= =\n")
		s := c.opened(strings.Fields(x.args)...)
		o, err := s.options(func(name string) string { return map[string]string{"GALLEY_THEME": x.env}[name] })
		fault, problem := "", ""
		if err != nil {
			fault = err.Error()
		}
		for _, p := range s.Request.Problems {
			problem += p.Message
		}
		if o.Theme != x.theme || fault != x.fault || problem != x.problem {
			t.Errorf("%+v: %q, %q, %q", x, o.Theme, fault, problem)
		}
		var wrong *statusError // a wrong name is a mistake in the command line, a wrong file is not
		if usage := errors.As(err, &wrong) && wrong.status == exitUsage; usage != (x.args == "--theme nope") {
			t.Errorf("%+v: a usage error: %v", x, usage)
		}
		if err != nil {
			continue
		}
		if got := strings.Join(o.Themes, " "); got != "dark light contrast mono" {
			t.Errorf("%+v: the themes are %s", x, got)
		}
		if !reflect.DeepEqual(o.Styles("nope"), o.Styles("dark")) || reflect.DeepEqual(o.Styles("light"), o.Styles("dark")) {
			t.Errorf("%+v: a theme that is not known is not shown as dark, or all are", x)
		}
	}
}

// The workbench says why it shows the agent that it chose for a rule file.
func TestWhyAnAgentIsChosenForARuleFile(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"AGENTS.md":                       "opencode: it looks for AGENTS.md first",
		"QWEN.md":                         "qwen-code: it looks for QWEN.md first",
		".cursorrules":                    "cursor: it is the first of 4 agents that load .cursorrules",
		".github/copilot-instructions.md": "copilot-cli: it is the first of 4 agents that load copilot-instructions.md",
		".junie/guidelines.md":            "junie: it loads guidelines.md",
		"CRUSH.md":                        "crush: it loads CRUSH.md",
	} {
		c := newConsole(t)
		c.world.File("/p/"+file, "rules\n")
		s := c.opened(file)
		if got := s.Request.Profile + ": " + s.Why; got != want || !s.Guessed || s.Rule != "/p/"+file {
			t.Errorf("%s: %s", file, got)
		}
	}
}

// An agent with a capture that loads the file is preferred to other agents. Its capture is shown
// unless the user wants none.
func TestACaptureIsShownForARuleFile(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/AGENTS.md", "rules\n")
	one := c.keep("codex", time.Hour, nil)
	s := c.opened("AGENTS.md")
	if got := s.Request.Capture; s.Request.Profile != "codex" || s.Why != "it loads AGENTS.md and was captured here last" || got == nil || got.ID != one.ID {
		t.Errorf("%s: %s, %+v", s.Request.Profile, s.Why, got)
	}
	state, _ := c.world.LookupEnv("XDG_STATE_HOME")
	if err := writing.Remember(filepath.Join(state, "galley"), writing.Chosen{Project: "/p", Profile: "codex", Capture: one.ID}); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{"": one.ID, "--capture none": "", "--cwd /p/sub": ""} {
		c.world.Dir("/p/sub")
		s := c.opened(strings.Fields(args)...)
		got := ""
		if recalled := s.recall(); recalled && s.Request.Capture != nil {
			got = s.Request.Capture.ID
		}
		if got != want || s.Request.Profile != "codex" || s.Why != "you chose it here last" {
			t.Errorf("galley %s: the capture %q of %q: %s", args, got, s.Request.Profile, s.Why)
		}
	}
}

// The captured request of a sub-agent is shown beside the main one.
func TestACapturedSubAgentIsCompared(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	main := c.keep("claude-code", time.Hour, nil)
	sub := c.keep("claude-code", time.Minute, func(o *capture.Capture) {
		o.Subagent, o.Main, o.Body = "Explore", main.ID, []byte(strings.Replace(sentBody, "You are it.", "You explore.", 1))
	})
	out, _ := c.must(exitFine, "subagents", "Explore", "--agent", "claude-code")
	_, got, _ := strings.Cut(out, "--- its whole prompt")
	want := ", captured 2026-01-02 03:03 (" + sub.ID + ") ---\n--- system ---\nYou explore.\n\n--- user ---\n<system-reminder>\nThese are rules.\n\n" +
		"Contents of /p/CLAUDE.md (project instructions, checked into the codebase):\n\nOne long rule that stands in the file of the project.\n</system-reminder>hi in /p\n" +
		"--- compared with the main prompt (" + main.ID + ") ---\n# first differs in the system message, line 1, block text (static); the 4 bytes before it are the same\n# blocks: 2 same, 1 changed\n" +
		"# changed  text: 11 bytes, then 12; static\n--- " + main.ID + "\n+++ " + sub.ID + "\n@@ -1,5 +1,5 @@\n --- system ---\n-You are it.\n+You explore.\n \n --- user ---\n <system-reminder>\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if out, _ := c.must(exitFine, "subagents", "general-purpose", "--agent", "claude-code"); !strings.HasSuffix(out, "its request is not captured here; `galley capture claude-code --subagent general-purpose` captures it\n") {
		t.Errorf("another sub-agent: %s", out)
	}
	// A damaged capture is reported as an error. The sub-agent is not shown as one without a
	// capture.
	file := filepath.Join(c.store().Dir, main.ID+".capture")
	text, err := os.ReadFile(file)
	if err == nil {
		text[len(text)-1] ^= 1
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, told := c.must(exitFailed, "subagents", "Explore", "--agent", "claude-code"); out != "" || !strings.Contains(told, main.ID+" is damaged") {
		t.Errorf("damaged: %q %q", out, told)
	}
}

func TestAScenarioIsSaved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		file, there, old, text, want, err string
	}{
		{"new/s.toml", "", "", "a = 1\n", "a = 1\n", ""},
		{"s.toml", "a = 1\n", "a = 1\n", "a = 2\n", "a = 2\n", ""},
		{"changed.toml", "a = 3\n", "a = 1\n", "a = 2\n", "a = 3\n", "changed.toml was changed by another program: try again"},
		{"empty.toml", "a = 3\n", "", "a = 2\n", "a = 3\n", "empty.toml was changed by another program: try again"},
		{"gone.toml", "", "a = 1\n", "a = 2\n", "", "gone.toml was changed by another program: try again"},
	} {
		name := filepath.Join(dir, c.file)
		if c.there != "" {
			if err := os.WriteFile(name, []byte(c.there), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		err := saveScenario(facts.NewMemory(), "/p", true, facts.Slash(name), c.old, c.text)
		if got, _ := os.ReadFile(name); string(got) != c.want || (err == nil) != (c.err == "") || err != nil && !strings.HasSuffix(err.Error(), c.err) {
			t.Errorf("%s: %q, %v", c.file, got, err)
		}
	}
	w := facts.NewMemory().Dir("/p").File("/out/s.toml", "a = 1\n").Link("/p/s.toml", "/out/s.toml")
	if err := saveScenario(w, "/p", false, "/p/s.toml", "a = 1\n", "a = 2\n"); err == nil || err.Error() != "/p/s.toml is a link to a place outside /p, so nothing is written: to change the file, name it with --scenario" {
		t.Errorf("a link out of the project: %v", err)
	}
}
