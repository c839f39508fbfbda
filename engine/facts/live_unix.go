//go:build unix

package facts

import (
	"io/fs"
	"os/exec"
	"syscall"
)

// nonBlocking makes opening a pipe not wait for a writer.
const nonBlocking = syscall.O_NONBLOCK

func identity(fi fs.FileInfo) (device, inode uint64) {
	st := fi.Sys().(*syscall.Stat_t) // package os always returns this type on these systems
	return uint64(st.Dev), uint64(st.Ino)
}

// ownGroup starts the command in a new process group and kills the whole group at the time limit,
// because git starts helpers that would keep its output open.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
