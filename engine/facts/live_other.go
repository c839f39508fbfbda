//go:build !unix

package facts

import (
	"io/fs"
	"os/exec"
)

// nonBlocking is 0, because this system has no such flag.
const nonBlocking = 0

func identity(fs.FileInfo) (device, inode uint64) { return 0, 0 }

// ownGroup does nothing: at the time limit only the process itself is killed, and WaitDelay closes
// the output that its helpers keep open.
func ownGroup(*exec.Cmd) {}
