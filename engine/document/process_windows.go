package document

import (
	"strconv"

	"golang.org/x/sys/windows"
)

// bootID returns "". On Windows the start time of a process is absolute, so it differs after a
// reboot and the boot need not be identified.
func bootID() string { return "" }

// processSpace returns the same for all processes, because this system has one namespace of process
// numbers.
func processSpace() string { return "" }

// startOf returns when a process started, or "".
func startOf(pid int) (start string, dead bool) {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return "", false
	}
	defer windows.CloseHandle(h)
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(h, &created, &exited, &kernel, &user) != nil {
		return "", false
	}
	var code uint32
	const stillActive = 259
	ended := windows.GetExitCodeProcess(h, &code) == nil && code != stillActive
	return strconv.FormatInt(created.Nanoseconds(), 10), ended
}
