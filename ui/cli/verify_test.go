package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestVerifyComparesWhatTheAgentSends(t *testing.T) {
	message := func(text string) string {
		return `[{"type":"message","role":"developer","content":[{"type":"input_text","text":"hello"}]},
			{"type":"message","role":"user","content":[{"type":"input_text","text":"` + text + `"}]}]`
	}
	const same = `# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nRULES\n</INSTRUCTIONS>`
	tests := []struct {
		name, printed string
		fails         error
		status        int
		want          string
	}{
		{"the same", message(same), nil, exitFine, "the same: 69 bytes"},
		{"another text", message(strings.Replace(same, "RULES", "OTHER", 1)), nil, exitProblems, "differ at line 4, column 1"},
		{"nothing sent", message("hi"), nil, exitProblems, "agent:  nothing"},
		{"no JSON", "oops", nil, exitFailed, "not valid JSON"},
		{"not installed", "", errors.New("codex is not on the PATH"), exitFailed, "not on the PATH"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, told bytes.Buffer
			var asked []string
			env := Env{
				Stdout: &out, Stderr: &told, Dir: "/p",
				World: facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git").File("/p/AGENTS.md", "RULES"),
				Exec: func(_ context.Context, dir, program string, args ...string) ([]byte, error) {
					asked = append(asked, dir+" "+program+" "+args[0])
					if args[0] == "--version" {
						return []byte("codex-cli 0.171.0\n"), nil
					}
					return []byte(tt.printed), tt.fails
				},
			}
			if status := Run(context.Background(), env, []string{"verify", "--agent", "codex"}); status != tt.status {
				t.Errorf("status %d, want %d", status, tt.status)
			}
			if all := out.String() + told.String(); !strings.Contains(all, tt.want) {
				t.Errorf("%q is not in %q", tt.want, all)
			}
			if len(asked) == 0 || asked[0] != "/p codex debug" {
				t.Errorf("asked %q", asked)
			}
		})
	}
}

func TestVerifyRunsNothingUnlessAnAgentIsNamed(t *testing.T) {
	for _, args := range [][]string{{"verify"}, {"verify", "--agent", "zed"}} {
		env := Env{
			Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}, Dir: "/p", World: facts.NewMemory().Dir("/p"),
			Exec: func(context.Context, string, string, ...string) ([]byte, error) {
				t.Error("a program was started")
				return nil, nil
			},
		}
		if status := Run(context.Background(), env, args); status != exitUsage {
			t.Errorf("%q: status %d", args, status)
		}
	}
}
