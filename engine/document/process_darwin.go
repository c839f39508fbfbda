package document

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// bootID identifies this boot of the machine, or is "".
func bootID() string {
	id, _ := unix.Sysctl("kern.bootsessionuuid")
	return id
}

// processSpace returns the same for all processes, because this system has one namespace of process
// numbers.
func processSpace() string { return "" }

// startOf returns when a process started, or "". dead reports that the process has
// ended and only waits for its parent.
func startOf(pid int) (start string, dead bool) {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return "", false
	}
	const zombie = 5 // SZOMB
	at := p.Proc.P_starttime
	return strconv.FormatInt(int64(at.Sec), 10) + "." + strconv.FormatInt(int64(at.Usec), 10), p.Proc.P_stat == zombie
}
