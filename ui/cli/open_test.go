package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/ui/term"
)

func TestACrashLeavesBehindWhereItHappened(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	said := keepStack(dir, &term.Crash{Value: "index out of range", Stack: []byte("goroutine 1\n")})
	text, err := os.ReadFile(filepath.Join(dir, "crash.txt"))
	if err != nil || string(text) != "index out of range\n\ngoroutine 1\n" || !strings.Contains(said, "crash.txt") {
		t.Errorf("kept %q, said %q, %v", text, said, err)
	}
	// Nowhere to write is no second fault.
	if said := keepStack(filepath.Join(dir, "crash.txt", "x"), &term.Crash{}); said != "" {
		t.Errorf("said %q", said)
	}
	if said := keepStack("", &term.Crash{}); said != "" {
		t.Errorf("said %q", said)
	}
}

// A shell may stand in a directory that was deleted.
func TestWithoutAWorkingDirectoryOneCanBeNamed(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		said   string
	}{
		{[]string{"render"}, exitFailed, "name one with --cwd"},
		{[]string{"render", "--cwd", "/p"}, exitFine, "/p."},
		{[]string{"render", "--cwd", "p"}, exitFailed, "name one with --cwd"},
	} {
		var out strings.Builder
		env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, World: facts.NewMemory().Dir("/p")}
		if got := Run(context.Background(), env, c.args); got != c.status || !strings.Contains(out.String(), c.said) {
			t.Errorf("%v: status %d, %s", c.args, got, out.String())
		}
	}
}
