package document

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"sync"
	"time"
)

// program identifies one running galley. Process numbers are reused, especially after
// a boot, so it includes the start of the process and the boot.
type program struct {
	ID    string `json:"id"` // random
	PID   int    `json:"pid"`
	Start string `json:"start,omitempty"` // when the process started, in the system's own form
	Boot  string `json:"boot,omitempty"`  // the machine's boot
	Space string `json:"space,omitempty"` // the namespace of PID
	Host  string `json:"host"`
}

var thisProgram = sync.OnceValue(func() program {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	host, _ := os.Hostname()
	start, _ := startOf(os.Getpid())
	return program{
		ID: hex.EncodeToString(b[:]), PID: os.Getpid(), Start: start,
		Boot: bootID(), Space: processSpace(), Host: host,
	}
})

// foreignFor is how long a program on another machine that shares the state directory
// counts as running after its last write.
const foreignFor = 24 * time.Hour

// keepsFor is how long a program that cannot be checked, because it runs in another
// process namespace under another host name, counts as running after it last kept a
// text: a restarted container cannot be told from a second one.
const keepsFor = 10 * time.Minute

// mayKeep reports whether the program may still run and keep a text that it last kept
// at a moment. A program of another boot counts as ended at once, even under another
// host name: it is far more often this machine before a restart or renaming than
// another one with the same state directory. Offers of its text say where it was
// typed.
func (p program) mayKeep(last time.Time) bool {
	self := thisProgram()
	if p.Host != self.Host && p.Boot != "" && self.Boot != "" {
		switch {
		case p.Boot != self.Boot:
			return false
		case p.Space != self.Space:
			return time.Since(last) < keepsFor
		}
	}
	return p.runs(last)
}

// runs reports whether the program still runs; sign is when it last wrote.
func (p program) runs(sign time.Time) bool {
	self := thisProgram()
	switch sameBoot := p.Boot != "" && p.Boot == self.Boot; {
	case sameBoot && p.Space == self.Space: // the host may have been renamed
	case p.Host != self.Host:
		return time.Since(sign) < foreignFor
	case p.Boot != "" && !sameBoot:
		return false // the machine was restarted since
	}
	// This process's number under another ID belonged to an earlier process.
	return p.PID != self.PID && runsSince(p.PID, p.Start)
}

// runsSince reports whether the process with a number started then; if the start is
// not known, only the number counts.
func runsSince(pid int, start string) bool {
	if !alive(pid) {
		return false
	}
	now, dead := startOf(pid)
	return !dead && (start == "" || now == "" || now == start)
}
