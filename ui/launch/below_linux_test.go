package launch

import (
	"os"
	"slices"
	"testing"
)

// checkBelow checks that a process and its child are found below this one.
func checkBelow(t *testing.T, pid, child int) {
	t.Helper()
	all := descendants(os.Getpid())
	if !slices.Contains(all, pid) || !slices.Contains(all, child) || slices.Index(all, pid) > slices.Index(all, child) || slices.Contains(all, os.Getpid()) || slices.Contains(all, os.Getppid()) {
		t.Errorf("below this process are %v, want %d and %d", all, pid, child)
	}
	if got := descendants(pid); !slices.Equal(got, []int{child}) {
		t.Errorf("below %d are %v, want %d", pid, got, child)
	}
	if got := descendants(child); got != nil {
		t.Errorf("below %d are %v", child, got)
	}
	if childless() || !ended(child) || ended(os.Getpid()) {
		t.Error("this process has children and several threads, its child has one")
	}
	if isPipe(1 << 20) {
		t.Error("a file that is not open is a pipe")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if !isPipe(int(r.Fd())) {
		t.Error("a pipe is not known as one")
	}
	r.Close()
	w.Close()
}
