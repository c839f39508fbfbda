package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"galley/engine/facts"
)

// programs is a directory that contains this test binary under the name galley.
var programs string

// TestMain lets tests start this test binary as galley.
func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); name == "galley" || name == "galley.exe" {
		os.Exit(Main())
	} else if name == "claude" {
		fakeClaude()
		return
	}
	os.Exit(withPrograms(m))
}

func withPrograms(m *testing.M) int {
	dir, err := os.MkdirTemp("", "galley-programs")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	me, err := os.Executable()
	if err != nil {
		panic(err)
	}
	name := "galley"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	programs = dir
	if err := os.Symlink(me, filepath.Join(dir, name)); err != nil {
		if err := os.Link(me, filepath.Join(dir, name)); err != nil {
			panic(err)
		}
	}
	// Commands that run inside this process call git too. Its answers must not depend on the
	// settings of the user who runs the tests.
	os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	return m.Run()
}

// program returns the path of galley as a separate program.
func program() string { return filepath.Join(programs, "galley") }

// TestScripts runs each script of testdata/script in its own home and project. In a script, "exec
// galley" starts a process as a user would. "galley" runs the command inside the test, which is
// faster and includes it in the race detector.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("PATH", programs+string(filepath.ListSeparator)+env.Getenv("PATH"))
			env.Setenv("HOME", home)
			env.Setenv("XDG_CONFIG_HOME", "")
			env.Setenv("XDG_STATE_HOME", "")
			env.Setenv("TERM", "xterm")
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GIT_AUTHOR_NAME", "a")
			env.Setenv("GIT_AUTHOR_EMAIL", "a@example.org")
			env.Setenv("GIT_COMMITTER_NAME", "a")
			env.Setenv("GIT_COMMITTER_EMAIL", "a@example.org")
			return os.MkdirAll(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"galley": galleyCommand},
	})
}

// galleyCommand runs a command with the environment and directory of a script.
func galleyCommand(ts *testscript.TestScript, neg bool, args []string) {
	status := Run(context.Background(), Env{
		Stdin: strings.NewReader(""), Stdout: ts.Stdout(), Stderr: ts.Stderr(), World: scripted{facts.NewLive(), ts}, Dir: facts.Slash(ts.MkAbs(".")),
		Workbench: func(context.Context, *Session) error { return io.EOF },
	}, args)
	if (status != exitFine) != neg {
		ts.Fatalf("galley %s: status %d\n", strings.Join(args, " "), status)
	}
}

// scripted is the world of this machine with the environment of a script.
type scripted struct {
	facts.World
	ts *testscript.TestScript
}

func (s scripted) LookupEnv(name string) (string, bool) {
	value := s.ts.Getenv(name)
	return value, value != ""
}

func (s scripted) Locale() string { return "en-US" }
