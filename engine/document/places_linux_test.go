package document

import (
	"errors"
	"syscall"
	"testing"
)

// Some regular files of the system cannot be read, even by root.
func TestAFileThatCannotBeRead(t *testing.T) {
	t.Parallel()
	if d, err := Load("/proc/self/mem"); d != nil || !errors.Is(err, syscall.EIO) {
		t.Errorf("loaded %v, %v", d, err)
	}
}
