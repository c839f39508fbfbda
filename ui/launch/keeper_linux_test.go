package launch

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// daemonOf returns the id of the process that the fake agent recorded, or 0 if it has not recorded one.
func daemonOf(tr *trial) int {
	text, _ := os.ReadFile(tr.out)
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

func TestADaemonThatHidesItselfIsEnded(t *testing.T) {
	t.Parallel()
	for _, behaviour := range []string{"daemon ends", "daemon stays"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			tr := try(t, behaviour)
			r, err := Capture(context.Background(), tr.Options)
			if err != nil {
				t.Fatal(err)
			}
			pid := daemonOf(tr)
			if pid == 0 {
				t.Fatal("the fake started no daemon")
			}
			if alivePid(pid) {
				t.Errorf("the daemon %d is still there", pid)
				syscall.Kill(pid, syscall.SIGKILL)
			}
			for _, note := range r.Capture.Notes {
				if strings.Contains(note, "did not end") {
					t.Error(note)
				}
			}
			clean(t, tr)
		})
	}
}

// A galley that was killed cannot end its agent. The keeper ends it and removes the scratch
// directory.
func TestTheKeeperEndsAllWhenGalleyIsKilled(t *testing.T) {
	t.Parallel()
	tr := try(t, "daemon stays")
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	galley := exec.Command(me, "-test.run=TestHelperDaemon")
	galley.Env = append(os.Environ(), "HELPER_DAEMON="+filepath.Dir(tr.State))
	if err := galley.Start(); err != nil {
		t.Fatal(err)
	}
	within := func(done func() bool) bool {
		for range 600 {
			if done() {
				return true
			}
			time.Sleep(50 * time.Millisecond)
		}
		return false
	}
	began := within(func() bool { return daemonOf(tr) != 0 })
	scratch := filepath.Join(tr.State, "scratch")
	var agents []int
	if entries, _ := os.ReadDir(scratch); len(entries) == 1 {
		agents = marked(entries[0].Name())
	}
	galley.Process.Kill()
	galley.Wait()
	if !began || len(agents) == 0 {
		t.Fatalf("the fake started a daemon: %v; its processes: %v", began, agents)
	}
	for _, pid := range append(agents, daemonOf(tr)) {
		if !within(func() bool { return !alivePid(pid) }) {
			t.Errorf("the process %d is still there", pid)
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	if !within(func() bool { left, _ := os.ReadDir(scratch); return len(left) == 0 }) {
		t.Error("the scratch directory is still there")
	}
}

// TestHelperDaemon tests nothing: it is the galley that is killed.
func TestHelperDaemon(t *testing.T) {
	dir := os.Getenv("HELPER_DAEMON")
	if dir == "" {
		t.Skip("only as the process that another test kills")
	}
	tr := try(t, "daemon stays")
	tr.out = filepath.Join(dir, "out")
	tr.State = filepath.Join(dir, "state")
	plan := tr.Starter.Headless
	tr.Starter.Headless = withOut(plan, tr.out)
	Capture(context.Background(), tr.Options)
}

// If the program cannot be started, the error is the same as without a keeper.
func TestAProgramThatCannotBeStartedSaysWhy(t *testing.T) {
	t.Parallel()
	tr := try(t, "never")
	fake := filepath.Join(filepath.Dir(tr.State), "bin", "fake")
	if err := os.Remove(fake); err != nil {
		t.Fatal(err)
	}
	write(t, fake, "neither a script nor a program")
	if err := os.Chmod(fake, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Capture(context.Background(), tr.Options)
	if err == nil || !strings.Contains(err.Error(), "exec format error") {
		t.Errorf("%v", err)
	}
	clean(t, tr)
}

// An agent can kill its keeper. The processes of the agent are ended nevertheless.
func TestAKeeperThatIsKilledLeavesNothing(t *testing.T) {
	t.Parallel()
	tr := try(t, "kills its keeper")
	_, err := Capture(context.Background(), tr.Options)
	if err != nil && !strings.Contains(err.Error(), "an unknown result") {
		t.Error(err)
	}
	if pid := daemonOf(tr); pid == 0 || alivePid(pid) {
		t.Errorf("the agent %d is still there", pid)
		syscall.Kill(pid, syscall.SIGKILL)
	}
	clean(t, tr)
}

// A process that has the keeper's variable, but that galley did not start, must not act as a
// keeper: it would remove the directory that the variable names.
func TestAVariableAloneMakesNoKeeper(t *testing.T) {
	t.Parallel()
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	kept, made := filepath.Join(dir, "kept"), filepath.Join(dir, "made")
	if err := os.Mkdir(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(me, "/bin/sh", "-c", `: > "$0"`, made)
	cmd.Env = append(os.Environ(), keeperVariable+"=plain:mark:"+kept)
	if err := cmd.Run(); err == nil {
		t.Error("it ended without an error")
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error("the directory is gone:", err)
	}
	if _, err := os.Stat(made); err == nil {
		t.Error("the program was started")
	}
}

// An agent with a keeper has a terminal of its own, which is closed at the end.
func TestAnAgentWithAKeeperHasATerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, screen := range []bool{true, false} {
		p := &process{program: "/bin/sh", args: []string{"-c", "stty size 2>/dev/null; exit 3"}, env: []string{"PATH=/usr/bin:/bin"}, dir: dir, mark: filepath.Base(dir), scratch: filepath.Join(dir, "scratch"), screen: screen}
		if err := p.start(); err != nil {
			t.Fatal(err)
		}
		<-p.done
		if notes := p.end(); len(notes) > 0 || p.state != "exit status 3" || p.kept == nil || p.last() != map[bool]string{true: "40 120"}[screen] {
			t.Errorf("with a screen %v it ended with %q and printed %q; notes %q", screen, p.state, p.last(), notes)
		}
		if _, err := p.terminal.Stat(); screen && !errors.Is(err, os.ErrClosed) {
			t.Errorf("its terminal is still open: %v", err)
		}
	}
}
