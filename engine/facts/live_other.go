//go:build !unix

package facts

import (
	"io/fs"
	"os/exec"
)

// nonBlocking is 0 because this system has no such mode.
const nonBlocking = 0

func identity(fs.FileInfo) (device, inode uint64) { return 0, 0 }

// ownGroup does nothing: on a time-out only the process is killed, and WaitDelay
// closes what its helpers keep open.
func ownGroup(*exec.Cmd) {}
