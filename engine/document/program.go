package document

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"sync"
	"time"
)

// program identifies one running galley. Systems reuse process numbers, especially after a boot, so
// it also has the start of the process and the boot.
type program struct {
	ID    string `json:"id"` // random
	PID   int    `json:"pid"`
	Start string `json:"start,omitempty"` // when the process started, in the system's own form
	Boot  string `json:"boot,omitempty"`  // identifies the boot of the machine
	Space string `json:"space,omitempty"` // the namespace of PID
	Host  string `json:"host"`
}

var thisProgram = sync.OnceValue(func() program {
	var b [8]byte
	_, _ = rand.Read(b[:]) // rand.Read never fails
	host, _ := os.Hostname()
	start, _ := startOf(os.Getpid())
	return program{
		ID: hex.EncodeToString(b[:]), PID: os.Getpid(), Start: start,
		Boot: bootID(), Space: processSpace(), Host: host,
	}
})

// foreignFor says how long a program on another machine counts as running after its last write.
// Such a program shares the state directory.
const foreignFor = 24 * time.Hour

// keepsFor is how long a program counts as running after it last kept a text, if galley cannot
// check whether it runs. This is so for a program in another process namespace with another host
// name. A restarted container cannot be told from a second one.
const keepsFor = 10 * time.Minute

// mayKeep reports whether a program may still run; last is the time at which it kept a text for
// the last time. A program from another boot counts as ended, even if its host name differs:
// almost always it ran on this machine before a restart or a change of name, and hardly ever on
// another machine with the same state directory. When such a text is offered, the offer says on
// which host it was typed.
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

// runs reports whether the program still runs; sign is the time at which it last wrote.
func (p program) runs(sign time.Time) bool {
	self := thisProgram()
	switch sameBoot := p.Boot != "" && p.Boot == self.Boot; {
	case sameBoot && p.Space == self.Space: // compares the boot, because the host may have been renamed
	case p.Host != self.Host:
		return time.Since(sign) < foreignFor
	case p.Boot != "" && !sameBoot:
		return false // the machine was restarted in the meantime
	}
	// If a note has this process's number but another ID, an earlier process wrote it.
	return p.PID != self.PID && runsSince(p.PID, p.Start)
}

// runsSince reports whether a process with this number runs and was started at start; if start is
// "", only the number is compared.
func runsSince(pid int, start string) bool {
	if !alive(pid) {
		return false
	}
	now, dead := startOf(pid)
	return !dead && (start == "" || now == "" || now == start)
}
