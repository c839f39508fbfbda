package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/ui/app"
	"galley/ui/term"
)

func TestCrashWritesItsStack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	said := keepStack(dir, &term.Crash{Value: "index out of range", Stack: []byte("goroutine 1\n")})
	text, err := os.ReadFile(filepath.Join(dir, "crash.txt"))
	if err != nil || string(text) != "index out of range\n\ngoroutine 1\n" || !strings.Contains(said, "crash.txt") {
		t.Errorf("kept %q, said %q, %v", text, said, err)
	}
	// If the stack cannot be written anywhere, that is not reported as another fault.
	if said := keepStack(filepath.Join(dir, "crash.txt", "x"), &term.Crash{}); said != "" {
		t.Errorf("said %q", said)
	}
	if said := keepStack("", &term.Crash{}); said != "" {
		t.Errorf("said %q", said)
	}
}

// A shell's working directory may have been deleted.
func TestCwdFlagWorksInADeletedDirectory(t *testing.T) {
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

// stuck is a world whose disk stops responding.
type stuck struct {
	facts.World
	asked, release chan struct{}
}

func (s stuck) Stat(string) (facts.Info, error) {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	<-s.release
	return facts.Info{}, os.ErrNotExist
}

func (s stuck) Lstat(name string) (facts.Info, error) { return s.Stat(name) }

// The program must end even if the watcher is busy with a slow disk or many patterns.
func TestBusyWatcherDoesNotBlockTheEnd(t *testing.T) {
	w := stuck{facts.NewMemory(), make(chan struct{}, 1), make(chan struct{})}
	watch, err := facts.NewWatch(w, facts.WatchOptions{PollOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	go watch.Follow([]facts.Question{{Op: facts.OpStat, Arg: "/p/a"}}, "/p/a")
	<-w.asked
	done := make(chan struct{})
	go func() { closeAll(app.Options{Watch: watch}); close(done) }()
	select {
	case <-done:
	case <-time.After(20 * time.Second): // not a time limit: without it a failing test would never end
		t.Error("the program waits for the watcher")
	}
	close(w.release)
	watch.Close()
}
