//go:build linux

package launch

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"galley/engine/capture"
)

// kills is how often each signal is sent. Without the flag, galley is asked to end once. Thirty of
// each signal take minutes:
//
//	go test ./ui/launch -run TestAKillAtAnyMoment -kills 30
var kills = flag.Int("kills", 0, "how often a capture is killed by each signal, at other moments each time")

// TestAKillAtAnyMomentLeavesNothing repeatedly kills a galley that captures an agent and stores the
// captures. The agent starts a child that leaves the process group.
func TestAKillAtAnyMomentLeavesNothing(t *testing.T) {
	t.Parallel()
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	signals, n := []syscall.Signal{syscall.SIGTERM}, 1
	if *kills > 0 {
		signals, n = []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGHUP}, *kills
	}
	for _, signal := range signals {
		for i := range n {
			tr := try(t, "child")
			galley := exec.Command(me, "-test.run=TestHelperKeeps")
			galley.Env = append(os.Environ(), "HELPER_KEEPS="+filepath.Dir(tr.State))
			if err := galley.Start(); err != nil {
				t.Fatal(err)
			}
			moment := 300*time.Millisecond + time.Duration(i)*47*time.Millisecond
			time.Sleep(moment)
			galley.Process.Signal(signal)
			galley.Wait()
			scratch := filepath.Join(tr.State, "scratch")
			var ids []string
			entries, _ := os.ReadDir(scratch)
			for _, e := range entries {
				ids = append(ids, e.Name())
			}
			if signal == syscall.SIGKILL {
				s, err := newScratch(scratch) // the next start does this
				if err != nil {
					t.Fatal(err)
				}
				s.remove()
			}
			for _, id := range ids {
				for range 100 { // after galley was killed, the keeper needs a moment to end what it has just started
					if len(marked(id)) == 0 || signal != syscall.SIGKILL {
						break
					}
					time.Sleep(100 * time.Millisecond)
				}
				for _, pid := range marked(id) {
					if alivePid(pid) {
						t.Errorf("%v after %v: the process %d still runs", signal, moment, pid)
						syscall.Kill(pid, syscall.SIGKILL)
					}
				}
			}
			if left, _ := os.ReadDir(scratch); len(left) > 0 {
				t.Errorf("%v after %v: the scratch directory contains %v", signal, moment, left)
			}
			store := capture.Store{Dir: filepath.Join(tr.State, "captures")}
			all, damaged, err := store.List()
			if err != nil || len(damaged) > 0 {
				t.Errorf("%v after %v: the store is damaged: %v %v", signal, moment, damaged, err)
			}
			for _, c := range all {
				if _, err := store.Load(c.ID); err != nil {
					t.Errorf("%v after %v: %v", signal, moment, err)
				}
			}
		}
	}
}

// TestHelperKeeps is not a test: it is the galley that is killed.
func TestHelperKeeps(t *testing.T) {
	dir := os.Getenv("HELPER_KEEPS")
	if dir == "" {
		t.Skip("runs only as the process that another test kills")
	}
	tr := try(t, "child")
	tr.State = filepath.Join(dir, "state")
	store := capture.Store{Dir: filepath.Join(tr.State, "captures")}
	ctx, stop := Stoppable(context.Background()) // ctx ends at a signal, even if it comes between two captures
	defer stop()
	for range 100 {
		r, err := Capture(ctx, tr.Options)
		if err != nil {
			return
		}
		if err := store.Save(r.Capture); err != nil {
			t.Fatal(err)
		}
	}
}
