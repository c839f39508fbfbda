//go:build unix

package launch

import "syscall"

// running reports whether a process with this number exists.
func running(pid int) bool { return syscall.Kill(pid, 0) != syscall.ESRCH }
