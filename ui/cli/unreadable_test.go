package cli

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

// An agent that would not start has no page.
func TestAPromptThatIsRefusedHasNoPage(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.Env("GEMINI_SYSTEM_MD", "/gone.md")
	out, told := c.must(exitFailed, "blocks", "--profile", "gemini-cli", "--html", "-")
	if out != "" || !strings.Contains(told, "Gemini CLI would not start: missing system prompt file '/gone.md'") {
		t.Errorf("%q, %q", out, told)
	}
}

func TestARequestOnStandardInputThatCannotBeRead(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	var out, told strings.Builder
	env := Env{Stdin: iotest.ErrReader(errors.New("broken pipe")), Stdout: &out, Stderr: &told, World: c.world, Dir: "/p"}
	if status := Run(context.Background(), env, []string{"capture", "claude-code", "--read", "-"}); status != exitFailed || out.Len() > 0 || told.String() != "galley: standard input: broken pipe\n" {
		t.Errorf("status %d, %q, %q", status, out.String(), told.String())
	}
}
