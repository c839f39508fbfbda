//go:build !linux && !darwin && !windows

package document

// bootID is not supported on this system.
func bootID() string { return "" }

// processSpace returns the same for all processes, because this system has one namespace of process
// numbers.
func processSpace() string { return "" }

// startOf is not supported on this system.
func startOf(int) (start string, dead bool) { return "", false }
