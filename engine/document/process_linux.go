package document

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// bootID names this run of the machine; "" where the system does not tell.
func bootID() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}

// processSpace names the set of processes among which a process number means
// something: containers of one machine have one each.
func processSpace() string {
	name, _ := os.Readlink("/proc/self/ns/pid")
	return name
}

// startOf tells when a process started, in the system's own clock ticks since the
// boot; "" when it is not known. dead tells that the process has ended and only
// waits for its parent to notice.
func startOf(pid int) (start string, dead bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return "", false
	}
	// The second field is the program's name in parentheses, which may hold anything.
	i := bytes.LastIndexByte(stat, ')')
	fields := bytes.Fields(stat[i+1:])
	if i < 0 || len(fields) < 20 {
		return "", false
	}
	state := string(fields[0])
	return string(fields[19]), state == "Z" || state == "X"
}
