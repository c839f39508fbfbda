//go:build !unix

package facts

import (
	"io/fs"
	"os/exec"
)

// nonBlocking is nothing where files have no such mode.
const nonBlocking = 0

func identity(fs.FileInfo) (device, inode uint64) { return 0, 0 }

// ownGroup does nothing: the process alone is killed when the time is up, and
// WaitDelay closes what its helpers keep open.
func ownGroup(*exec.Cmd) {}
