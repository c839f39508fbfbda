//go:build unix

package launch

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"galley/engine/capture"
	"galley/engine/capture/start"
)

func TestRunLeavesNoProcess(t *testing.T) {
	t.Parallel()
	for _, behaviour := range []string{"stays", "stubborn", "child"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			tr := try(t, behaviour)
			tr.Timeout = time.Minute
			began := time.Now()
			if _, err := Capture(context.Background(), tr.Options); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > 50*time.Second {
				t.Errorf("ended after %v", took)
			}
			if text, err := os.ReadFile(tr.out); err == nil {
				pid, err := strconv.Atoi(string(text))
				if err != nil || alivePid(pid) {
					t.Errorf("the process %s that left the group is still there (%v)", text, err)
				}
			} else if behaviour == "child" {
				t.Error("the fake started no child")
			}
			clean(t, tr)
		})
	}
}

// The capture does not wait for an agent that stays: it is whole while the agent runs.
func TestACaptureIsWholeBeforeItsAgentHasEnded(t *testing.T) {
	t.Parallel()
	for _, behaviour := range []string{"stays", "stubborn", "two"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			tr := try(t, behaviour)
			var early *capture.Capture
			var running bool
			tr.Whole = func(c *capture.Capture) error {
				text, _ := os.ReadFile(tr.out)
				pid, _ := strconv.Atoi(string(text))
				running = behaviour == "two" || pid > 0 && syscall.Kill(pid, 0) == nil
				early = c
				return nil
			}
			late, err := Make(context.Background(), tr.Options)
			if err != nil || early == nil {
				t.Fatalf("whole %v, %v", early, err)
			}
			if !running || string(early.Body) != string(late.Body) || early.Attribution == nil || late.Attribution != early.Attribution || !slices.Contains(early.Notes, "a note of the plan") {
				t.Errorf("it ran when the capture was whole: %v; notes %q", running, early.Notes)
			}
			if behaviour == "two" && !slices.Contains(late.Notes, "1 further request of the main turn; only the first is stored") {
				t.Errorf("what came late is not in the notes: %q", late.Notes)
			}
			clean(t, tr)
		})
	}
}

func TestAFailureToKeepACaptureIsReturnedAndEndsTheAgent(t *testing.T) {
	t.Parallel()
	tr := try(t, "stays")
	tr.Whole = func(*capture.Capture) error { return errors.New("the disk is full") }
	if _, err := Make(context.Background(), tr.Options); err == nil || err.Error() != "the disk is full" {
		t.Errorf("%v", err)
	}
	clean(t, tr)
}

// Programs that cannot be keepers, and other systems, start agents directly.
func TestRunWithoutKeeperLeavesNoProcess(t *testing.T) {
	t.Parallel()
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	direct := exec.Command(me, "-test.v", "-test.run=^(TestRunLeavesNoProcess|TestAnInteractiveAgentHasATerminal)$")
	direct.Env = append(os.Environ(), "HELPER_DIRECT=1")
	out, err := direct.CombinedOutput()
	if passed := strings.Count(string(out), "\n--- PASS: "); err != nil || passed != 2 {
		t.Errorf("%d of 2 tests passed, %v\n%s", passed, err, out)
	}
}

func TestAnInteractiveAgentHasATerminal(t *testing.T) {
	t.Parallel()
	tr := try(t, "terminal")
	tr.Mode = start.Interactive
	_, err := Capture(context.Background(), tr.Options)
	if err == nil || !strings.Contains(err.Error(), "its last lines: on the terminal") || !sent(tr) {
		t.Errorf("%v, written: %v", err, sent(tr))
	}
	tr.Mode = start.Headless
	os.Remove(tr.out)
	if _, err := Capture(context.Background(), tr.Options); err == nil || sent(tr) {
		t.Errorf("headless: %v, written: %v", err, sent(tr))
	}
}

// alivePid reports whether a process runs and is not a zombie.
func alivePid(pid int) bool {
	state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(state), ") ")
	return !strings.HasPrefix(rest, "Z") && syscall.Kill(pid, 0) == nil
}
