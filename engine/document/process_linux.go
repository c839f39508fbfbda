package document

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// bootID identifies this boot of the machine, or is "".
func bootID() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}

// processSpace identifies the namespace of process numbers: each container on a machine has its
// own.
func processSpace() string {
	name, _ := os.Readlink("/proc/self/ns/pid")
	return name
}

// startOf returns when a process started, in the system's clock ticks since the boot,
// or "". dead reports that the process has ended and only waits for its parent.
func startOf(pid int) (start string, dead bool) {
	stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat") // stays empty where the process does not exist
	// The second field is the program's name in parentheses, which may contain any characters.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 {
		return "", false
	}
	state := string(fields[0])
	return string(fields[19]), state == "Z" || state == "X"
}
