//go:build !linux && !darwin && !windows

package document

// bootID names this run of the machine; this system is not asked.
func bootID() string { return "" }

// processSpace is the same for all processes here.
func processSpace() string { return "" }

// startOf tells when a process started; this system is not asked.
func startOf(int) (start string, dead bool) { return "", false }
