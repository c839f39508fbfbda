package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts run this test binary as galley.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"galley": func() { os.Exit(Main()) },
	})
}

// TestScripts runs each command line of testdata/script as a user would, in a
// home and a project of its own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
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
	})
}
