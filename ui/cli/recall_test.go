package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/ui/writing"
)

const last = "you chose it here last"

// The workbench begins with the agent that was chosen last in the project, unless something else
// names one.
func TestTheAgentChosenLastIsShownAgain(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	for _, c := range []struct {
		chosen, args string
		recalled     bool
		profile      string
		why          string
	}{
		{"codex@0.171.0", "", true, "codex@0.171.0", last},
		{"codex@0.171.0", "--cwd /p/sub", true, "codex@0.171.0", last}, // the same project
		{"codex@0.171.0", "--cwd /q", false, "", ""},
		{"codex@0.171.0", "--profile claude-code", false, "claude-code", ""},
		{"codex@0.171.0", "AGENTS.md", false, "codex@0.171.0", last}, // it loads the file
		{"gemini-cli", "AGENTS.md", false, "opencode", "it looks for AGENTS.md first"},
		{"", "--model openai/gpt-5 AGENTS.md", false, "opencode", "it looks for AGENTS.md first"},
		{"codex@9999", "", true, "codex", last}, // a version that this galley does not know
		{"nobody", "", false, "", ""},
		{"codex", "--cwd /c", false, "", ""}, // the settings name one
		{"", "", false, "", ""},
	} {
		for _, project := range []string{"/p", "/c"} {
			if err := writing.Remember(filepath.Join(state, "galley"), writing.Chosen{Project: project, Profile: c.chosen, Model: "openai/gpt-5.5"}); err != nil {
				t.Fatal(err)
			}
			if err := writing.Remember(filepath.Join(state, "galley"), writing.Chosen{Project: project, Model: "openai/gpt-5.4", For: "opencode"}); err != nil {
				t.Fatal(err)
			}
		}
		var opened *Session
		env := Env{
			Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Dir: "/p",
			World:     facts.NewMemory().Env("HOME", "/h").Env("XDG_STATE_HOME", state).Dir("/p/.git").Dir("/p/sub").Dir("/q").File("/p/AGENTS.md", "rules\n").File("/c/.galley/config.toml", "profile = \"claude-code\"\n"),
			Workbench: func(_ context.Context, s *Session) error { opened = s; return nil },
		}
		if status := Run(context.Background(), env, strings.Fields(c.args)); status != exitFine || opened == nil {
			t.Errorf("galley %s: status %d", c.args, status)
			continue
		}
		if recalled := opened.recall(); recalled != c.recalled || opened.Request.Profile != c.profile || opened.Why != c.why {
			t.Errorf("%q chosen, galley %s: recalled %v, profile %q, because %q", c.chosen, c.args, recalled, opened.Request.Profile, opened.Why)
		}
		if guessed := c.profile == "opencode"; guessed && !strings.Contains(c.args, "--") && opened.Request.Model != "gpt-5.4" || opened.Guessed != guessed {
			t.Errorf("%q chosen, galley %s: galley chose the agent: %v, model %q", c.chosen, c.args, opened.Guessed, opened.Request.Model)
		}
		if named := strings.Contains(c.args, "--"); c.args == "" && opened.Request.Model != "gpt-5.5" || named && opened.Request.Model == "gpt-5.5" && !strings.Contains(c.args, "/p/sub") {
			t.Errorf("%q chosen, galley %s: model %q", c.chosen, c.args, opened.Request.Model)
		}
	}
	if _, err := os.Stat("/p/.galley"); err == nil {
		t.Error("it writes into the project")
	}
}

// Without an agent, a size is that of the template alone. The command says so unless the user
// asked for the template.
func TestTheTemplateAloneIsSaid(t *testing.T) {
	t.Parallel()
	for args, said := range map[string]bool{
		"budget": true, "blocks": true, "tokens": true,
		"budget --json": false, "tokens --json": false, "budget t.md": false, "budget --profile template": false, "blocks --profile claude-code": false, "budget --cwd /c": false,
	} {
		var stderr strings.Builder
		env := Env{
			Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &stderr, Dir: "/p",
			World: facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/t.md", "x\n").File("/c/.galley/config.toml", "profile = \"claude-code\"\n"),
		}
		if status := Run(context.Background(), env, strings.Fields(args)); status != exitFine {
			t.Errorf("galley %s: status %d: %s", args, status, stderr.String())
		}
		if got := strings.Count(stderr.String(), "this is the template alone; --profile NAME shows an agent's prompt\n"); got != map[bool]int{true: 1}[said] {
			t.Errorf("galley %s: said %d times: %q", args, got, stderr.String())
		}
	}
}

// A file that the command line names stays in the editor pane, whatever the agent loads.
func TestNoRuleFileOpensOverANamedFile(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]bool{"": true, "new.md": false, "old.md": false} {
		world := facts.NewMemory().Env("HOME", "/h").Dir("/p").File("/p/old.md", "x\n")
		env := Env{
			Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Dir: "/p", World: world,
			Workbench: func(_ context.Context, s *Session) error {
				if o, err := s.options(func(string) string { return "" }); err != nil || o.OpenFirst != want {
					t.Errorf("galley %s: opens a rule file first: %v, %v", args, o.OpenFirst, err)
				}
				return nil
			},
		}
		if status := Run(context.Background(), env, strings.Fields(args)); status != exitFine {
			t.Errorf("galley %s: status %d", args, status)
		}
	}
}

// The workbench begins with the theme that was chosen in it last, unless the settings name one.
func TestTheThemeChosenLastIsUsedAgain(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	for _, c := range []struct{ last, setting, want string }{
		{"", "", "dark"}, {"light", "", "light"}, {"light", "mono", "mono"}, {"../x.toml", "", "dark"},
	} {
		if err := writing.RememberTheme(filepath.Join(state, "galley"), c.last); err != nil {
			t.Fatal(err)
		}
		s := &Session{World: facts.NewMemory().Env("HOME", "/h").Env("XDG_STATE_HOME", state)}
		s.Screen.Theme = c.setting
		o, err := s.options(func(string) string { return "" })
		if err != nil || o.Theme != c.want {
			t.Errorf("%+v: the theme is %q, %v", c, o.Theme, err)
		}
	}
}
