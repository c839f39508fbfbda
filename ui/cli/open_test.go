package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
