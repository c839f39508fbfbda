package cli

import (
	"context"
	"io"
	"strings"
	"testing"

	"galley/engine/facts"
)

// If FILE is a rule file, it opens beside the template with the prompt of an agent that loads it.
// Any other file is opened as the template.
func TestNamedRuleFileOpensAsARuleFile(t *testing.T) {
	for _, c := range []struct {
		args           string
		rule, template string
		profile        string
	}{
		{"AGENTS.md", "/p/AGENTS.md", "/p/.galley/system-prompt.md", "opencode"},
		{"CLAUDE.md", "/p/CLAUDE.md", "/p/.galley/system-prompt.md", "claude-code"}, // a template that does not exist either
		{"GEMINI.md", "/p/GEMINI.md", "/p/.galley/system-prompt.md", "gemini-cli"},  // a rule file that does not exist yet
		{"AGENTS.md --profile gemini-cli", "/p/AGENTS.md", "/p/.galley/system-prompt.md", "gemini-cli"},
		{"my-prompt.md", "", "/p/my-prompt.md", ""},
		{".galley/AGENTS.md", "", "/p/.galley/AGENTS.md", ""},
		{"new.md", "", "/p/new.md", ""},
		{"", "", "/p/.galley/system-prompt.md", ""},
		{"--cwd /p/sub AGENTS.md", "/p/sub/AGENTS.md", "", "opencode"}, // both directories have the file
		{"--cwd /p/sub CLAUDE.md", "/p/sub/CLAUDE.md", "", "claude-code"},
		{"--cwd /p/sub my-prompt.md", "", "/p/my-prompt.md", ""}, // both directories have the file
		{"--cwd /p/sub below.md", "", "/p/sub/below.md", ""},
		{"--cwd /p/sub sub/below.md", "", "/p/sub/below.md", ""},
		{"--cwd /p/sub new.md", "", "/p/new.md", ""},
	} {
		var opened *Session
		env := Env{
			Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Dir: "/p",
			World: facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/AGENTS.md", "rules\n").File("/p/my-prompt.md", "mine\n").
				File("/p/.galley/system-prompt.md", "t\n").File("/p/.galley/AGENTS.md", "t\n").
				File("/p/sub/AGENTS.md", "below\n").File("/p/sub/my-prompt.md", "theirs\n").File("/p/sub/below.md", "below\n"),
			Workbench: func(_ context.Context, s *Session) error { opened = s; return nil },
		}
		if status := Run(context.Background(), env, strings.Fields(c.args)); status != exitFine || opened == nil {
			t.Errorf("galley %s: status %d", c.args, status)
			continue
		}
		if opened.Rule != c.rule || opened.File != c.template || opened.Request.Profile != c.profile {
			t.Errorf("galley %s: rule %q, template %q, profile %q", c.args, opened.Rule, opened.File, opened.Request.Profile)
		}
	}
}

// If the survey ends without a result, as on a slow disk, galley judges the file by its name. If
// it opened a rule file as the template, it would replace the prompt.
func TestRuleFileIsKnownByItsNameWithoutASurvey(t *testing.T) {
	t.Parallel()
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for file, want := range map[string]struct{ rule, template, profile string }{
		"AGENTS.md":    {"/p/AGENTS.md", "/p/.galley/system-prompt.md", "opencode"},
		"my-prompt.md": {"", "/p/my-prompt.md", ""},
	} {
		env := Env{
			Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Dir: "/p",
			World: facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/AGENTS.md", "rules\n").File("/p/my-prompt.md", "mine\n").
				File("/p/.galley/system-prompt.md", "t\n"),
		}
		var f flags
		s, err := f.workbench(gone, env, []string{file})
		if err != nil {
			t.Fatal(err)
		}
		if s.Rule != want.rule || s.File != want.template || s.Request.Profile != want.profile {
			t.Errorf("%s: rule %q, template %q, profile %q", file, s.Rule, s.File, s.Request.Profile)
		}
	}
}
